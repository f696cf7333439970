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

/** Declares each property of combined schemas once: Redoc would list the types of both declarations. */
function withPropertiesOnce(description) {
  const { schemas = {} } = description.components ?? {};
  for (const { allOf = [], properties = {} } of Object.values(schemas)) {
    const parts = allOf.map((part) =>
      part.$ref === undefined ? part : (schemas[part.$ref.split('/').at(-1)] ?? part),
    );
    const later = new Set(Object.keys(properties));
    for (const [index, part] of [...parts.entries()].reverse()) {
      const names = Object.keys(part.properties ?? {});
      const own = names.filter((name) => !later.has(name));
      if (own.length < names.length)
        allOf[index] = { ...part, properties: Object.fromEntries(own.map((name) => [name, part.properties[name]])) };
      for (const name of names) later.add(name);
    }
  }
  return description;
}

/** Returns the operations of a group of paths or webhooks, with the key of their path and their method. */
const operationsOf = (items = {}) =>
  Object.entries(items).flatMap(([key, item]) =>
    Object.entries(item).flatMap(([method, operation]) =>
      operation.operationId === undefined ? [] : [{ key, method, operation }],
    ),
  );
const tagOf = ({ tags: [tag] = [] }) => tag;

/** Returns the tag that the fragment of the address names: `#tag/Markets/operation/getCandles`, `#operation/getCandles`. */
function tagOfFragment(all, tags) {
  const [, tag] = /^#tag\/([^/]+)/.exec(decodeURIComponent(location.hash)) ?? [];
  const [, id] = /operation\/([^/]+)$/.exec(decodeURIComponent(location.hash)) ?? [];
  return (
    tags.find((name) => name === tag) ??
    all
      .map(({ operation }) => operation)
      .filter(({ operationId }) => operationId === id)
      .map(tagOf)[0]
  );
}

/** Keeps the operations and webhooks with a tag: all of them at once would be a page of 200,000 elements. */
function ofTag(description, tag) {
  for (const group of ['paths', 'webhooks'])
    for (const { key, method, operation } of operationsOf(description[group])) {
      if (tagOf(operation) === tag) continue;
      delete description[group][key][method];
      if (operationsOf({ key: description[group][key] }).length === 0) delete description[group][key];
    }
  description.tags = description.tags.filter(({ name }) => name === tag);
  if (description['x-tagGroups'] !== undefined) description['x-tagGroups'] = [{ name: tag, tags: [tag] }];
  return description;
}

/** Shows links to the parts of the reference, and a field that finds operations of all parts. */
function showParts(all, tags, shown) {
  const parts = document.getElementById('parts');
  for (const tag of tags) {
    const link = Object.assign(document.createElement('a'), { href: `#tag/${tag}`, textContent: tag });
    if (tag === shown) link.setAttribute('aria-current', 'page');
    parts.append(link);
  }
  parts.querySelector('[aria-current]')?.scrollIntoView({ inline: 'center', block: 'nearest' });
  const field = document.getElementById('find');
  const choices = document.getElementById('operations');
  for (const { operation } of all)
    choices.append(
      Object.assign(document.createElement('option'), { value: operation.operationId, label: operation.summary ?? '' }),
    );
  const find = () => {
    const found = all.find(({ operation }) => operation.operationId === field.value.trim())?.operation;
    if (found !== undefined) location.hash = `#tag/${tagOf(found)}/operation/${found.operationId}`;
    return found;
  };
  field.addEventListener('change', find);
  field.form.addEventListener('submit', (event) => {
    event.preventDefault();
    field.setCustomValidity(find() === undefined ? 'No operation has this name. Choose one of the list.' : '');
    field.reportValidity();
    field.setCustomValidity('');
  });
  field.form.hidden = false;
}

const whole = [withoutPartialLists, withCommonHeadersOnce, withCommonResponsesOnce, withPropertiesOnce].reduce(
  (changed, change) => change(changed),
  await (await fetch('/openapi.json')).json(),
);
const all = operationsOf(whole.paths);
const tags = (whole.tags ?? [])
  .map(({ name }) => name)
  .filter((name) => all.some(({ operation }) => tagOf(operation) === name));
// A short description is one page.
const isParted = all.length > 50 && tags.length > 1;
const shown = tagOfFragment(all, tags) ?? tags[0];
if (isParted) {
  showParts(all, tags, shown);
  addEventListener('hashchange', () => {
    if ((tagOfFragment(all, tags) ?? shown) !== shown) location.reload();
  });
}
const description = isParted ? ofTag(whole, shown) : whole;
const downloadUrls = [{ title: 'openapi.json', url: '/openapi.json' }];
const theme = dark.matches ? darkTheme : lightTheme;
// Deeper examples and long lists of values are collapsed, because they would be most of the page.
const limits = {
  jsonSamplesExpandLevel: 1,
  maxDisplayedEnumValues: 8,
  disableSearch: isParted,
  scrollYOffset: 'header',
};
window.Redoc.init(
  description,
  { nonce: element.dataset.nonce, nativeScrollbars: true, downloadUrls, theme, ...limits },
  element,
);
