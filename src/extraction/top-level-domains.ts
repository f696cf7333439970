const generic = new Set(
  (
    'com org net edu gov mil int info biz name pro aero coop museum mobi jobs tel travel xxx asia cat post app ' +
    'dev io ai co xyz top site online store shop tech club vip live ' +
    'news media blog cloud space website agency global world today life email digital network systems ' +
    'solutions services group company business finance bank capital fund money ' +
    'bet casino win loan click link work zone onion example test invalid'
  ).split(' '),
);
const countries = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });

/** File extensions that are also country codes; in texts they are mostly file names. */
const fileEndings: ReadonlySet<string> = new Set(['py', 'rs', 'sh', 'pl', 'md', 'so', 'ps', 'zip', 'mov']);

/** Returns true for a top-level domain: a common generic one, or the code of a country. */
export function isTopLevelDomain(name: string): boolean {
  const lower = name.toLowerCase();
  if (generic.has(lower) || lower === 'uk' || lower === 'eu') return true;
  return /^[a-z]{2}$/.test(lower) && !fileEndings.has(lower) && countries.of(lower.toUpperCase()) !== undefined;
}
