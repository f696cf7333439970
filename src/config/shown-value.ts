/**
 * Query parameters of sources that never contain secrets; other parameters, such as a vendor's, may contain secrets.
 */
const plainParameters = new Set(['rate', 'speed', 'loop']);
const HIDDEN = '[hidden]';

/** Returns a setting for display, without possible credentials; null when it is not set. */
export function shownValue(value: string | undefined, secret: boolean): string | null {
  if (value === undefined || value === '') return null;
  if (secret) return '[set]';
  // URLs are separated by commas, but a password may also contain a comma.
  const items = value.split(/,(?=\s*[a-z][a-z0-9+.-]*:)/i);
  return items.map(withoutCredentials).join(',').slice(0, 500);
}

/** Hides the text before the last `@`, the fragment, and every parameter that is not known to be harmless. */
function withoutCredentials(item: string): string {
  const [, scheme, rest] = /^(\s*[a-z][a-z0-9+.-]*:\/*)(.*)$/is.exec(item) ?? [];
  if (scheme === undefined || rest === undefined) return item;
  const place = rest.includes('@') ? `${HIDDEN}${rest.slice(rest.lastIndexOf('@'))}` : rest;
  const address = place.replace(/#.*$/s, `#${HIDDEN}`);
  const start = address.indexOf('?');
  if (start === -1) return scheme + address;
  const parameters = address
    .slice(start + 1)
    .split('&')
    .map(withoutValue);
  return `${scheme}${address.slice(0, start)}?${parameters.join('&')}`;
}

function withoutValue(parameter: string): string {
  const [name = ''] = parameter.split('=', 1);
  if (plainParameters.has(name)) return parameter;
  return name === parameter ? HIDDEN : `${name}=${HIDDEN}`;
}
