const element = document.getElementById('redoc');
const dark = window.matchMedia('(prefers-color-scheme: dark)');

const fonts = {
  fontFamily: 'system-ui, sans-serif',
  code: { fontFamily: 'ui-monospace, monospace' },
  headings: { fontFamily: 'system-ui, sans-serif' },
};

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
  rightPanel: {
    backgroundColor: '#0e1218',
    servers: { overlay: { backgroundColor: '#1c222c', textColor: '#e4e8ee' }, url: { backgroundColor: '#0e1218' } },
  },
  codeBlock: { backgroundColor: '#1a2029' },
  fab: { backgroundColor: '#2a3340', color: '#8ab4ff' },
};

document.documentElement.classList.toggle('dark', dark.matches);
// Redoc reads its theme only at the start, so the page is reloaded.
dark.addEventListener('change', () => window.location.reload());

/**
 * Moves responses that more than half of the operations share into the introduction; repeated for each operation they
 * are a quarter of the page.
 */
function withCommonResponsesOnce(description) {
  const operations = Object.values(description.paths).flatMap((item) => Object.values(item));
  const shared = new Map();
  for (const { responses } of operations) {
    for (const [status, { $ref }] of Object.entries(responses)) {
      if ($ref !== undefined) shared.set($ref, { status, count: (shared.get($ref)?.count ?? 0) + 1 });
    }
  }
  const common = [...shared]
    .filter(([, { count }]) => count > operations.length / 2)
    .sort(([, a], [, b]) => a.status - b.status);
  if (common.length === 0) return description;
  const references = new Set(common.map(([reference]) => reference));
  for (const { responses } of operations) {
    for (const [status, { $ref }] of Object.entries(responses)) if (references.has($ref)) delete responses[status];
  }
  const rows = common.map(
    ([reference, { status }]) =>
      `| ${status} | ${description.components.responses[reference.split('/').at(-1)].description} |`,
  );
  description.info.description += `\n\n# Common responses\n\nMost operations can also respond with these, which are not repeated below.\n\n| Status | Meaning |\n|---|---|\n${rows.join('\n')}`;
  return description;
}

/** Moves headers that many operations accept into the introduction. */
function withCommonHeadersOnce(description) {
  const operations = Object.values(description.paths).flatMap((item) => Object.values(item));
  const counts = new Map();
  for (const { parameters = [] } of operations)
    for (const { $ref } of parameters) if ($ref !== undefined) counts.set($ref, (counts.get($ref) ?? 0) + 1);
  const rows = [];
  for (const [reference, count] of counts) {
    const { in: place, name, description: text } = description.components.parameters[reference.split('/').at(-1)];
    if (place !== 'header' || count < 50) continue;
    for (const operation of operations)
      operation.parameters = operation.parameters?.filter(({ $ref }) => $ref !== reference);
    rows.push(`| \`${name}\` | ${text} |`);
  }
  if (rows.length > 0)
    description.info.description += `\n\n# Common request headers\n\nOperations take these headers where they apply; they are not repeated below.\n\n| Header | Meaning |\n|---|---|\n${rows.sort().join('\n')}`;
  return description;
}

/** Removes the media type of lists with selected fields; the parameter `fields` of each list mentions it. */
function withoutPartialLists(description) {
  for (const item of Object.values(description.paths)) {
    for (const { responses } of Object.values(item))
      for (const { content = {} } of Object.values(responses)) delete content['application/json;partial=true'];
  }
  return description;
}

const description = [withoutPartialLists, withCommonHeadersOnce, withCommonResponsesOnce].reduce(
  (changed, change) => change(changed),
  await (await fetch('/openapi.json')).json(),
);
const downloadUrls = [{ title: 'openapi.json', url: '/openapi.json' }];
const theme = dark.matches ? darkTheme : lightTheme;
// Deeper examples and long lists of values are collapsed, because they would be most of the page.
const limits = { jsonSamplesExpandLevel: 1, maxDisplayedEnumValues: 8 };
window.Redoc.init(
  description,
  { nonce: element.dataset.nonce, nativeScrollbars: true, downloadUrls, theme, ...limits },
  element,
);
