const namesOf = (type: 'language' | 'region', codes: readonly string[]): ReadonlyMap<string, string> => {
  const names = new Intl.DisplayNames(['en'], { type });
  return new Map(codes.map((code) => [(names.of(code) ?? code).toLowerCase(), code]));
};

const letters = 'abcdefghijklmnopqrstuvwxyz';
const pairs = [...letters].flatMap((first) => [...letters].map((second) => first + second));

/** ISO 639-1 codes by English name in lower case, the form in which GDELT names languages. */
export const languageCodes = namesOf('language', pairs);

/** ISO 3166-1 codes by English name in lower case, the form in which GDELT names countries. */
export const countryCodes = namesOf(
  'region',
  pairs.map((code) => code.toUpperCase()),
);
