const element = document.getElementById('redoc');
const dark = window.matchMedia('(prefers-color-scheme: dark)');

const darkTheme = {};

document.documentElement.classList.toggle('dark', dark.matches);
// Redoc takes its theme once, at the start.
dark.addEventListener('change', () => window.location.reload());
window.Redoc.init('/openapi.json', { nonce: element.dataset.nonce, nativeScrollbars: true, theme: dark.matches ? darkTheme : {} }, element);
