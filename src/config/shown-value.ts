/** Query parameters of sources that hold no secrets; those of a vendor's address may. */
const plainParameters = new Set(['rate', 'speed', 'loop']);
const HIDDEN = '[hidden]';

/** A setting as it may be shown: null where it is not set, and without anything that may be a credential. */
export function shownValue(value: string | undefined, secret: boolean): string | null {
  if (value === undefined || value === '') return null;
  if (secret) return '[set]';
  // Several addresses are separated by commas, which may be in a password too.
  const items = value.split(/,(?=\s*[a-z][a-z0-9+.-]*:)/i);
  return items.map(withoutCredentials).join(',').slice(0, 500);
}

/** Hides everything before the last `@`, every parameter that is not known to be harmless, and the fragment. */
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
