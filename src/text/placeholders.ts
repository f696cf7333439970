/** A name in double braces, with spaces inside the braces allowed: `{{alert.title}}`. */
const placeholder = /\{\{\s*([A-Za-z0-9_.-]{1,200})\s*\}\}/g;

/** Maximum length of one inserted value; longer ones end with `…`. */
const MAX_VALUE = 1_000;

/**
 * Returns the problem of a template, an unknown name or braces without a name; undefined for a valid template.
 * Templates contain names in double braces and nothing else with a meaning: no loops, conditions, functions or code.
 * @param isKnown whether a name can be filled
 */
export function templateProblem(template: string, isKnown: (name: string) => boolean): string | undefined {
  for (const [, name] of template.matchAll(placeholder))
    if (!isKnown(name as string)) return `contains {{${name}}}, which is not a known placeholder`;
  return /\{\{|\}\}/.test(template.replace(placeholder, ''))
    ? 'contains double braces that are not around the name of a placeholder'
    : undefined;
}

/** Returns the names of the placeholders in a template, in their order. */
export const placeholdersIn = (template: string): string[] =>
  [...template.matchAll(placeholder)].map(([, name]) => name as string);

/**
 * Returns a template with its placeholders replaced by values; an unknown or absent value is an empty text. Values are
 * not read for placeholders again.
 */
export const filled = (template: string, lookUp: (name: string) => unknown): string =>
  template.replace(placeholder, (_, name: string) => shown(lookUp(name)));

function shown(value: unknown): string {
  if (value === undefined || value === null) return '';
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  return text.length > MAX_VALUE ? `${text.slice(0, MAX_VALUE - 1).toWellFormed()}…` : text;
}

/** Returns the value at a dotted path of own properties, such as `alert.place.lat`; undefined for an unknown path. */
export function valueAt(data: unknown, path: string): unknown {
  let value = data;
  for (const name of path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
    value = (value as Record<string, unknown>)[name];
  }
  return value;
}
