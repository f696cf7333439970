const element = document.getElementById('redoc');
const dark = window.matchMedia('(prefers-color-scheme: dark)');

const fonts = { fontFamily: 'system-ui, sans-serif', code: { fontFamily: 'ui-monospace, monospace' }, headings: { fontFamily: 'system-ui, sans-serif' } };

const lightTheme = { colors: { success: { main: '#1a7524' } }, typography: fonts };

const darkTheme = {
  colors: {
    primary: { main: '#8ab4ff' },
    success: { main: '#5fce74' },
    warning: { main: '#f0b54a' },
    error: { main: '#ff8078' },
    text: { primary: '#e4e8ee', secondary: '#a9b4c4' },
    gray: { 50: '#1c222c', 100: '#262e3a' },
    border: { dark: '#3a4453', light: '#262e3a' },
    responses: { info: { color: '#63b9dd' } },
  },
  schema: { nestedBackground: '#1c222c', linesColor: '#5d6b80', arrow: { color: '#a9b4c4' } },
  typography: {
    ...fonts,
    code: { ...fonts.code, color: '#ffa8a2', backgroundColor: 'rgba(255, 255, 255, 0.08)' },
    links: { color: '#8ab4ff' },
  },
  sidebar: {
    backgroundColor: '#1a2029',
    textColor: '#d5dbe4',
    groupItems: { activeBackgroundColor: '#2a3340' },
    level1Items: { activeBackgroundColor: '#2a3340' },
  },
  rightPanel: { backgroundColor: '#0e1218', servers: { overlay: { backgroundColor: '#1c222c', textColor: '#e4e8ee' }, url: { backgroundColor: '#0e1218' } } },
  codeBlock: { backgroundColor: '#1a2029' },
  fab: { backgroundColor: '#2a3340', color: '#8ab4ff' },
};

document.documentElement.classList.toggle('dark', dark.matches);
// Redoc takes its theme once, at the start.
dark.addEventListener('change', () => window.location.reload());
window.Redoc.init('/openapi.json', { nonce: element.dataset.nonce, nativeScrollbars: true, theme: dark.matches ? darkTheme : lightTheme }, element);
