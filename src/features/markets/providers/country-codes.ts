/** What vendors write beside the names of CLDR. */
const others: ReadonlyMap<string, string> = new Map(
  Object.entries({ USA: 'US', UK: 'GB', Korea: 'KR', Turkey: 'TR', 'Czech Republic': 'CZ', UAE: 'AE', Taiwan: 'TW' }),
);
const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];

let byName: Map<string, string> | undefined;

/** @param name of a country in English, or its code. @returns ISO 3166-1 alpha-2; null when there is none of the name */
export function countryCode(name: string | null): string | null {
  if (name === null) return null;
  byName ??= read();
  return byName.get(name) ?? others.get(name) ?? null;
}

/** The names of the regions ICU knows. Codes out of use (DD, SU) are those it writes in another way. */
function read(): Map<string, string> {
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
  const found = new Map<string, string>();
  for (const code of LETTERS.flatMap((first) => LETTERS.map((second) => first + second))) {
    const name = Intl.getCanonicalLocales(`und-${code}`)[0] === `und-${code}` ? names.of(code) : undefined;
    if (name !== undefined) found.set(name, code).set(code, code);
  }
  return found;
}
