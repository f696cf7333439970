const display = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });
const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];

/** Codes of country names that lists of places write differently from Unicode. */
const otherNames: Readonly<Record<string, string>> = {
  'russian federation': 'RU',
  burma: 'MM',
  'korea, north': 'KP',
  'korea, south': 'KR',
  'north korea': 'KP',
  'south korea': 'KR',
  'czech republic': 'CZ',
  'congo, democratic republic of the': 'CD',
  'cote d ivoire': 'CI',
  turkey: 'TR',
  'hong kong': 'HK',
  macau: 'MO',
  'the gambia': 'GM',
  'the bahamas': 'BS',
  palestinian: 'PS',
  'bosnia and herzegovina': 'BA',
  'trinidad and tobago': 'TT',
};

/** Codes that Unicode defines although they are not countries. */
const notCountries: ReadonlySet<string> = new Set(['EU', 'EZ', 'UN', 'ZZ', 'QO', 'XA', 'XB']);

function codesByName(): Map<string, string> {
  const codes = new Map(Object.entries(otherNames));
  for (const first of LETTERS) {
    for (const second of LETTERS) {
      const code = first + second;
      // A withdrawn code, such as DD, is skipped, since it has the name of the country that succeeded it.
      const isCurrent = new Intl.Locale(`und-${code}`).region === code;
      const name = notCountries.has(code) || !isCurrent ? undefined : display.of(code);
      if (name !== undefined && !codes.has(name.toLowerCase())) codes.set(name.toLowerCase(), code);
    }
  }
  return codes;
}

let codes: Map<string, string> | undefined;

/** Returns the ISO 3166-1 alpha-2 code of a country by its English name or its code; undefined for any other text. */
export function countryCode(name: string): string | undefined {
  codes ??= codesByName();
  const text = name.trim();
  if (/^[A-Za-z]{2}$/.test(text)) return countryName(text) === undefined ? undefined : text.toUpperCase();
  return codes.get(text.toLowerCase());
}

/**
 * Returns the English name of a country by its ISO 3166-1 alpha-2 code, case-insensitive; undefined for an unassigned
 * code.
 */
export function countryName(code: string): string | undefined {
  const upper = code.toUpperCase();
  return /^[A-Z]{2}$/.test(upper) && !notCountries.has(upper) ? display.of(upper) : undefined;
}
