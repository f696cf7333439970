/** Kinds of identifiers of securities and companies. `symbol` is a symbol of this service, such as AAPL.US. */
export const identifierKinds = ['isin', 'cusip', 'figi', 'lei', 'cik', 'symbol', 'ticker'] as const;
export type IdentifierKind = (typeof identifierKinds)[number];

/** An identifier in its usual form: upper case, a CIK without leading zeros. */
export interface Identifier {
  kind: IdentifierKind;
  value: string;
}

/** The identifier in a text, or the fault of a text that is no identifier, as a sentence. */
export type ReadIdentifier = { identifier: Identifier; fault?: undefined } | { identifier?: undefined; fault: string };

interface Form {
  title: string;
  shape: RegExp;
  says: string;
  /** Returns true if the check digit fits; undefined for kinds without one. */
  isChecked?(value: string): boolean;
}

const digitOf = (character: string): number =>
  character === '*' ? 36 : character === '@' ? 37 : character === '#' ? 38 : Number.parseInt(character, 36);

/** Adds the digits of the values of characters, every second value doubled ("modulus 10 double add double"). */
const sumOfDoubled = (characters: string): number =>
  [...characters].reduce((sum, character, index) => {
    const value = digitOf(character) * (index % 2 === 1 ? 2 : 1);
    return sum + Math.floor(value / 10) + (value % 10);
  }, 0);

const hasModulus10 = (value: string): boolean =>
  (10 - (sumOfDoubled(value.slice(0, -1)) % 10)) % 10 === Number(value.at(-1));

/** The check digit of an ISIN: Luhn over its digits, letters written as two digits (ISO 6166). */
function isIsin(value: string): boolean {
  const digits = [...value].map(digitOf).join('');
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const doubled = Number(digit) * (index % 2 === 1 ? 2 : 1);
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return sum % 10 === 0;
}

/** The remainder of a text by 97, letters written as two digits (ISO 7064). */
export const remainder97 = (text: string): number =>
  [...text].reduce((rest, character) => {
    const value = digitOf(character);
    return (rest * (value > 9 ? 100 : 10) + value) % 97;
  }, 0);

const forms: Readonly<Record<IdentifierKind, Form>> = {
  isin: {
    title: 'ISIN',
    shape: /^[A-Z]{2}[A-Z0-9]{9}\d$/,
    says: 'two letters, nine letters or digits, and a check digit',
    isChecked: isIsin,
  },
  cusip: {
    title: 'CUSIP',
    shape: /^[A-Z0-9*@#]{8}\d$/,
    says: 'eight letters or digits, and a check digit',
    isChecked: hasModulus10,
  },
  figi: {
    title: 'FIGI',
    shape: /^(?!BS|BM|GG|GB|GH|KY|VG)[B-DF-HJ-NP-TV-Z]{2}G[0-9B-DF-HJ-NP-TV-Z]{8}\d$/,
    says: 'two consonants, a G, eight consonants or digits, and a check digit',
    isChecked: hasModulus10,
  },
  lei: {
    title: 'LEI',
    shape: /^[A-Z0-9]{18}\d{2}$/,
    says: 'eighteen letters or digits, and two check digits',
    isChecked: (value) => remainder97(value) === 1,
  },
  cik: { title: 'CIK', shape: /^0*[1-9]\d{0,9}$/, says: 'one to ten digits' },
  symbol: {
    title: 'symbol',
    shape: /^[A-Z0-9][A-Z0-9_&-]{0,23}\.[A-Z]{1,8}$/,
    says: 'a ticker, a point and a venue, such as AAPL.US',
  },
  ticker: {
    title: 'ticker',
    shape: /^[A-Z0-9][A-Z0-9./&-]{0,11}$/,
    says: 'at most twelve letters, digits or separators',
  },
};

const prefix = new RegExp(`^(${identifierKinds.join('|')}):\\s*`, 'i');

/**
 * Reads an identifier.
 * @param text case-insensitive; may begin with its kind, as in `cusip:037833100`
 * @param kind undefined: recognized from the prefix, else from the form and the check digit
 */
export function readIdentifier(text: string, kind?: IdentifierKind): ReadIdentifier {
  const named = kind ?? (prefix.exec(text.trim())?.[1]?.toLowerCase() as IdentifierKind | undefined);
  const value = text.trim().replace(prefix, '').toUpperCase();
  return named === undefined ? recognized(value) : ofKind(named, value.replace(named === 'cik' ? /^CIK/ : /(?!)/, ''));
}

function ofKind(kind: IdentifierKind, value: string): ReadIdentifier {
  const { title, shape, says, isChecked } = forms[kind];
  if (!shape.test(value)) return { fault: `This is not in the form of a ${title}: ${says}.` };
  if (isChecked?.(value) === false) return { fault: `The check digit of this ${title} is wrong: it was mistyped.` };
  return { identifier: { kind, value: kind === 'cik' ? value.replace(/^0+/, '') : value } };
}

/** Recognizes the kind of a value. Several possible kinds are a fault, because none is guessed. */
function recognized(value: string): ReadIdentifier {
  if (forms.symbol.shape.test(value)) return ofKind('symbol', value);
  if (/^\d{10}$/.test(value) || /^CIK\d+$/.test(value)) return ofKind('cik', value.replace('CIK', ''));
  const shaped = (['lei', 'isin', 'figi', 'cusip'] as const).filter((kind) => forms[kind].shape.test(value));
  const checked = shaped.filter((kind) => forms[kind].isChecked?.(value));
  const possible = checked.length > 0 || !/^\d+$/.test(value) ? checked : (['cik', 'ticker'] as const);
  const [first] = possible;
  if (possible.length > 1) {
    const names = possible.map((kind) => `a ${forms[kind].title}`).join(' or ');
    return { fault: `This may be ${names}: put its kind before it, such as \`${first}:${value}\`.` };
  }
  if (first !== undefined) return ofKind(first, value);
  return ofKind(shaped[0] ?? 'ticker', value);
}

/** Returns the ISIN of a CUSIP of a security in the United States. */
export function isinOfCusip(cusip: string): string {
  const stem = `US${cusip}`;
  const check = [...'0123456789'].find((digit) => isIsin(stem + digit)) as string;
  return stem + check;
}

/** Returns a text with its check digit, by the rule of FIGI and CUSIP. */
export const withModulus10 = (stem: string): string => `${stem}${(10 - (sumOfDoubled(stem) % 10)) % 10}`;

/** Returns the first eighteen characters of an LEI with their check digits. */
export const withRemainder97 = (stem: string): string =>
  `${stem}${String(98 - remainder97(`${stem}00`)).padStart(2, '0')}`;
