/** Country names that vendors use in addition to those of the CLDR. */
const others: ReadonlyMap<string, string> = new Map(
  Object.entries({ USA: 'US', UK: 'GB', Korea: 'KR', Turkey: 'TR', 'Czech Republic': 'CZ', UAE: 'AE', Taiwan: 'TW' }),
);
const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];

let byName: Map<string, string> | undefined;

/**
 * Returns the code of a country.
 * @param name the English name or code of a country
 * @returns ISO 3166-1 alpha-2; null if the name is unknown
 */
export function countryCode(name: string | null): string | null {
  if (name === null) return null;
  byName ??= read();
  return byName.get(name) ?? others.get(name) ?? null;
}

/**
 * Returns the region codes by the English names of ICU. Obsolete codes (DD, SU) are skipped, since ICU maps them to
 * others.
 */
function read(): Map<string, string> {
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
  const found = new Map<string, string>();
  for (const code of LETTERS.flatMap((first) => LETTERS.map((second) => first + second))) {
    const name = Intl.getCanonicalLocales(`und-${code}`)[0] === `und-${code}` ? names.of(code) : undefined;
    if (name !== undefined) found.set(name, code).set(code, code);
  }
  return found;
}
