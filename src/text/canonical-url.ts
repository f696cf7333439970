/** Matches query parameters that describe how a reader came to a page, not the page. */
const TRACKING =
  /^(?:utm_.*|gclid|gbraid|wbraid|dclid|fbclid|msclkid|yclid|twclid|mc_cid|mc_eid|igshid|igsh|cmpid|cmp|ref|ref_src|ref_url|ns_.*|ito|smid|ftag|taid|at_.*|_ga|ocid|cid|ncid|sref|spm|partner|guccounter|guce_.*|feedtype|feedname|__twitter_impression)$/i;
/** Hosts that show or redirect to a page of another host, with the path and the parameter that contains its URL. */
const wrappers: ReadonlyArray<{ host: RegExp; path: RegExp; parameters: readonly string[] }> = [
  { host: /^google\.[a-z.]{2,6}$/, path: /^\/url$/, parameters: ['url', 'q'] },
  { host: /^l\.(?:facebook|instagram)\.com$/, path: /^(?:\/l\.php)?$/, parameters: ['u'] },
  { host: /^bing\.com$/, path: /^\/news\/apiclick\.aspx$/, parameters: ['url'] },
];
const UNRESERVED = /%(?:2[de]|3\d|4[1-9a-f]|5[0-9af]|6[1-9a-f]|7[0-9ae])/gi;

/**
 * Returns the canonical URL of a page, for comparisons: https, the host without `www.`, `m.` and `amp.`, without
 * fragment, tracking parameters and `/amp`, with the other parameters sorted. Idempotent. The page may not exist there,
 * so links must use the original URL.
 * @returns null for schemes other than http and https
 */
export function canonicalUrl(url: string): string | null {
  let address = parse(url);
  // Wrappers may be nested; each inner URL is shorter.
  for (let inner = address && wrappedIn(address); inner !== null; inner = wrappedIn(inner)) address = inner;
  if (address === null) return null;
  const port = address.port === '' ? '' : `:${address.port}`;
  return `https://${hostOf(address)}${port}${pathOf(address)}${queryOf(address)}`;
}

function parse(url: string): URL | null {
  const address = URL.parse(url.trim());
  return address !== null && /^https?:$/.test(address.protocol) && address.hostname !== '' ? address : null;
}

function wrappedIn(address: URL): URL | null {
  const wrapper = wrappers.find(({ host, path }) => host.test(hostOf(address)) && path.test(pathOf(address)));
  for (const name of wrapper?.parameters ?? []) {
    const inner = parse(address.searchParams.get(name) ?? '');
    if (inner !== null) return inner;
  }
  return null;
}

function hostOf({ hostname }: URL): string {
  let host = hostname.replace(/\.$/, '');
  // Prefixes are removed only while the rest is still a host: `m.co` stays.
  for (;;) {
    const rest = host.replace(/^(?:www|m|mobile|amp)\./, '');
    if (rest === host || !rest.includes('.')) return host;
    host = rest;
  }
}

function pathOf({ pathname }: URL): string {
  let path = pathname
    .replace(UNRESERVED, (code) => String.fromCharCode(Number.parseInt(code.slice(1), 16)))
    .replace(/%[\da-f]{2}/gi, (code) => code.toUpperCase());
  for (;;) {
    const rest = path
      .replace(/\/+$/, '')
      .replace(/(?:\/amp|\.amp)$/i, '')
      .replace(/^\/amp(?=\/)/i, '');
    if (rest === path) return path;
    path = rest;
  }
}

function queryOf({ searchParams }: URL): string {
  const kept = [...searchParams].filter(
    ([name, value]) => !TRACKING.test(name) && !(name.toLowerCase() === 'amp' && value.length <= 4),
  );
  kept.sort(([one, oneValue], [other, otherValue]) =>
    one < other ? -1 : one > other ? 1 : oneValue < otherValue ? -1 : 1,
  );
  const query = new URLSearchParams(kept).toString();
  return query === '' ? '' : `?${query}`;
}
