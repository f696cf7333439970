import type { Token } from '../../../../language/token.js';
import type { AnySpan } from './span.js';

const MULTIPLIERS: Readonly<Record<string, number>> = {
  k: 1e3,
  thousand: 1e3,
  grand: 1e3,
  m: 1e6,
  million: 1e6,
  mn: 1e6,
  mio: 1e6,
  mm: 1e6,
  mrd: 1e9,
  b: 1e9,
  bn: 1e9,
  billion: 1e9,
};
const METERS: Readonly<Record<string, number>> = {
  km: 1_000,
  kilometers: 1_000,
  kilometres: 1_000,
  kilometer: 1_000,
  kilometre: 1_000,
  kms: 1_000,
  mi: 1_609.344,
  miles: 1_609.344,
  mile: 1_609.344,
  nm: 1_852,
  nmi: 1_852,
  meters: 1,
  metres: 1,
};
const SECONDS: Readonly<Record<string, number>> = {
  second: 1,
  seconds: 1,
  s: 1,
  minute: 60,
  minutes: 60,
  m: 60,
  hour: 3_600,
  hours: 3_600,
  h: 3_600,
  day: 86_400,
  days: 86_400,
  d: 86_400,
  week: 604_800,
  weeks: 604_800,
};
const KNOTS: Readonly<Record<string, number>> = { kn: 1, 'km/h': 1 / 1.852, kmh: 1 / 1.852, mph: 1.609344 / 1.852 };
const CURRENCIES: Readonly<Record<string, string>> = {
  $: 'USD',
  dollar: 'USD',
  dollars: 'USD',
  usd: 'USD',
  buck: 'USD',
  bucks: 'USD',
  '€': 'EUR',
  euro: 'EUR',
  euros: 'EUR',
  eur: 'EUR',
  '£': 'GBP',
  pound: 'GBP',
  pounds: 'GBP',
  sterling: 'GBP',
  gbp: 'GBP',
  quid: 'GBP',
  '¥': 'JPY',
  yen: 'JPY',
  yens: 'JPY',
  jpy: 'JPY',
  chf: 'CHF',
  franc: 'CHF',
  francs: 'CHF',
  yuan: 'CNY',
  renminbi: 'CNY',
  cny: 'CNY',
  sek: 'SEK',
  nok: 'NOK',
  dkk: 'DKK',
  pln: 'PLN',
  zloty: 'PLN',
  cad: 'CAD',
  aud: 'AUD',
  nzd: 'NZD',
  inr: 'INR',
  rupees: 'INR',
  rupee: 'INR',
  hkd: 'HKD',
  sgd: 'SGD',
  krw: 'KRW',
  won: 'KRW',
  mxn: 'MXN',
  pesos: 'MXN',
  brl: 'BRL',
  zar: 'ZAR',
  rand: 'ZAR',
  try: 'TRY',
  lira: 'TRY',
  huf: 'HUF',
  czk: 'CZK',
  ils: 'ILS',
  shekels: 'ILS',
  forint: 'HUF',
  koruna: 'CZK',
  thb: 'THB',
  baht: 'THB',
  aussie: 'AUD',
  loonie: 'CAD',
  kiwi: 'NZD',
  renminbis: 'CNY',
};

/** Returns the number of a token: `1,000`, `1.000,50`, `10k`, `1.5m`; undefined for other tokens. */
export function numberOf(word: string): number | undefined {
  const [, digits, suffix = ''] = /^(\d[\d.,]*?)(k|m|b|bn)?$/.exec(word) ?? [];
  if (digits === undefined) return undefined;
  // In `80.000` the point separates thousands; `1.000` may be a rate, see `otherNumberOf`.
  const isGerman =
    /^\d{1,3}(?:\.\d{3})+(?:,\d+)?$/.test(digits) &&
    (digits.includes(',') || digits.split('.').length > 2 || /^\d{2,3}\.000$/.test(digits));
  const plain = isGerman
    ? digits.replaceAll('.', '').replace(',', '.')
    : digits.replace(/,(?=\d{3})/g, '').replace(',', '.');
  const value = Number(plain) * (MULTIPLIERS[suffix] ?? 1);
  return Number.isFinite(value) ? Number(value.toPrecision(15)) : undefined;
}

/**
 * Returns the other number that a token may mean: `12.500` is 12.5 or, in some countries, 12,500; undefined for
 * unambiguous tokens.
 */
export function otherNumberOf(word: string): number | undefined {
  const digits = /^([1-9]\d{0,2})\.(\d{3})$/.exec(word);
  return digits === null || /^\d{2,3}\.000$/.test(word) ? undefined : Number(`${digits[1]}${digits[2]}`);
}

/**
 * Fractions and multiples as changes in percent. Verbs such as `halves` have a sign, because they imply the direction.
 */
const FRACTIONS: Readonly<Record<string, number>> = {
  half: 50,
  third: 100 / 3,
  quarter: 25,
  fifth: 20,
  tenth: 10,
  halves: -50,
  halved: -50,
  halve: -50,
  halving: -50,
  doubles: 100,
  double: 100,
  doubled: 100,
  doubling: 100,
  triples: 200,
  trebles: 200,
};

/** Returns a fraction in words: `a quarter`, `two thirds`, `halves`. */
function fractionAt(tokens: readonly Token[], at: number): AnySpan[] {
  const word = tokens[at]?.word ?? '';
  const count = { a: 1, one: 1, '1': 1, two: 2, '2': 2, three: 3, '3': 3 }[word];
  const name = tokens[count === undefined ? at : at + 1]?.word ?? '';
  const value = FRACTIONS[name] ?? (count !== undefined && count > 1 ? FRACTIONS[name.replace(/s$/, '')] : undefined);
  if (value === undefined || (value * (count ?? 1) > 100 && count !== undefined)) return [];
  // `third quarter` and `quarter past seven` are times.
  if (count === undefined && ['third', 'quarter', 'fifth', 'tenth'].includes(name)) return [];
  const percent = Math.round(value * (count ?? 1) * 1e4) / 1e4;
  return [{ type: 'fraction', from: at, to: count === undefined ? at + 1 : at + 2, value: percent, isExact: true }];
}

/** Returns the currency of a word; undefined for other words. */
export const currencyNamed = (word: string): string | undefined => CURRENCIES[word];

/** Finds numbers with their units. A number is also a candidate without its unit. */
export function quantitiesIn(tokens: readonly Token[]): AnySpan[] {
  return tokens.flatMap((token, at) => [
    ...magnitudeToken(token, at),
    ...currencyAt(tokens, at),
    ...numberAt(tokens, at),
    ...singleAt(tokens, at),
    ...fractionAt(tokens, at),
  ]);
}

const singularOf = (word: string): string => word.replace(/s$/, '').replace(/^kron(?:or|er)$/, 'krone');
/** Currencies that are named together with their country: `Canadian dollars`. */
const NATIONAL: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  swiss: { franc: 'CHF' },
  us: { dollar: 'USD' },
  american: { dollar: 'USD' },
  british: { pound: 'GBP' },
  canadian: { dollar: 'CAD' },
  australian: { dollar: 'AUD', aussie: 'AUD' },
  singapore: { dollar: 'SGD' },
  norwegian: { krone: 'NOK', crown: 'NOK' },
  swedish: { krone: 'SEK', krona: 'SEK', crown: 'SEK' },
  danish: { krone: 'DKK', crown: 'DKK' },
  pound: { sterling: 'GBP' },
  japanese: { yen: 'JPY' },
  mexican: { peso: 'MXN' },
  indian: { rupee: 'INR' },
  polish: { zloty: 'PLN' },
  turkish: { lira: 'TRY' },
  chinese: { yuan: 'CNY' },
  brazilian: { real: 'BRL', reai: 'BRL' },
  korean: { won: 'KRW' },
  czech: { koruna: 'CZK', crown: 'CZK' },
  hungarian: { forint: 'HUF' },
  israeli: { shekel: 'ILS' },
  thai: { baht: 'THB' },
  kiwi: { dollar: 'NZD' },
};

function currencyAt(tokens: readonly Token[], at: number): AnySpan[] {
  const { word, text } = tokens[at] as Token;
  const national = NATIONAL[word]?.[singularOf(tokens[at + 1]?.word ?? '')];
  if (national !== undefined) return [{ type: 'currency', from: at, to: at + 2, value: national, isExact: true }];
  // `try` is usually a verb, so the lira needs capitals.
  const currency = word === 'try' && text !== 'TRY' ? undefined : CURRENCIES[word];
  return currency === undefined ? [] : [{ type: 'currency', from: at, to: at + 1, value: currency, isExact: true }];
}

/** Returns a duration without a number: `an hour`, `half a day`. */
function singleAt(tokens: readonly Token[], at: number): AnySpan[] {
  const isHalf = tokens[at]?.word === 'half';
  const article = isHalf ? at + 1 : at;
  const seconds = SECONDS[tokens[article + 1]?.word ?? ''];
  // `within the hour`
  const isWithin = tokens[article]?.word === 'the' && ['within', 'inside'].includes(tokens[article - 1]?.word ?? '');
  if (
    !(isWithin || ['a', 'an', 'one'].includes(tokens[article]?.word ?? '')) ||
    seconds === undefined ||
    tokens[article + 1]?.word.length === 1
  )
    return [];
  return [{ type: 'duration', from: at, to: article + 2, value: isHalf ? seconds / 2 : seconds, isExact: true }];
}

function numberAt(tokens: readonly Token[], at: number): AnySpan[] {
  const { text, word } = tokens[at] as Token;
  const sign = /^[-−+]$|^plus$|^minus$/.test(text.toLowerCase()) ? (/^\+$|^plus$/i.test(text) ? 1 : -1) : undefined;
  const place = sign === undefined ? at : at + 1;
  const isInside = numberWordsAt(tokens, at - 1) !== undefined && !/^\d/.test(word);
  const inWords = isInside ? undefined : numberWordsAt(tokens, place);
  const isSpelled = inWords !== undefined && (inWords.to > place + 1 || inWords.value > 1);
  const plain = isSpelled ? inWords.value : numberOf(tokens[place]?.word ?? '');
  if (plain === undefined) return [];
  if (isSpelled) return withUnits(tokens, at, inWords.to, plain * (sign ?? 1), undefined);
  const scale = MULTIPLIERS[tokens[place + 1]?.word ?? ''];
  // `m` after a number means minutes or meters where these are accepted; a multiplier must be a word, such as
  // `million`.
  const scaled = scale !== undefined && (tokens[place + 1]?.word.length ?? 0) > 1 ? plain * scale : plain;
  const end = scaled === plain ? place + 1 : place + 2;
  const other = end === place + 1 ? otherNumberOf(tokens[place]?.word ?? '') : undefined;
  return withUnits(tokens, at, end, scaled * (sign ?? 1), other === undefined ? undefined : other * (sign ?? 1));
}

const LESS = new Set(['<', '<=', '≤', 'below', 'under', 'slower', 'less', 'max', 'maximum']);
const MORE = new Set(['more', 'faster', 'greater', 'higher', 'quicker']);
const OVER = new Set(['>', '>=', '≥', 'over', 'above', 'exceeding', 'exceed', 'beyond']);
const MORE_OF = new Set(['than', 'then', 'most', 'to', 'of']);
/** Words before a comparison that make a minimum of a maximum, and the reverse: `no more than`, `not below`. */
export const NEGATIONS: ReadonlySet<string> = new Set(['no', 'not', 'never']);

/**
 * Returns the index at which `slower than`, `at most`, `no more than` or `<` before a number begins; without one, the
 * index of the number.
 */
function startOfLess(tokens: readonly Token[], at: number): number {
  const word = (index: number) => tokens[index]?.word ?? '';
  const isShort = LESS.has(word(at - 1)) || OVER.has(word(at - 1));
  if (!isShort && !MORE_OF.has(word(at - 1))) return at;
  const from = isShort ? at - 1 : at - 2;
  const isLess = LESS.has(word(from)) || ['at most', 'up to'].includes(`${word(from)} ${word(at - 1)}`);
  if (!isLess && !MORE.has(word(from)) && !OVER.has(word(from))) return at;
  const isNegated = NEGATIONS.has(word(from - 1));
  if (isLess === isNegated) return at;
  return isNegated ? from - 1 : from;
}

/** Returns a magnitude that is written as one word: `M6` and `m5.5`. */
function magnitudeToken({ word }: Token, at: number): AnySpan[] {
  const value = /^m([1-9](?:\.\d)?)$/.exec(word)?.[1];
  return value === undefined ? [] : [{ type: 'magnitude', from: at, to: at + 1, value: Number(value), isExact: true }];
}

const MAGNITUDE = new Set(['magnitude', 'mag', 'm', 'richter', 'starke']);
const AT_LEAST = new Set('above over exceeding > >= ≥ from than least'.split(' '));
const OR_MORE = new Set('more greater above higher up over stronger larger'.split(' '));

/**
 * Returns the tokens of a minimum magnitude around a number: `above magnitude 5`, `> 6`, `6 or greater`; undefined if
 * no word says that the number is one.
 */
function magnitudeAt(tokens: readonly Token[], at: number, end: number): { from: number; to: number } | undefined {
  const word = (index: number) => tokens[index]?.word ?? '';
  let [from, to] = [at, end];
  while (
    MAGNITUDE.has(word(from - 1)) ||
    AT_LEAST.has(word(from - 1)) ||
    ['of', 'at', 'stronger'].includes(word(from - 1))
  )
    from -= 1;
  if (MAGNITUDE.has(word(to))) to += 1;
  if (word(to) === 'or' && OR_MORE.has(word(to + 1))) to += 2;
  else if (['and', '+', 'plus'].includes(word(to)) && (word(to) !== 'and' || OR_MORE.has(word(to + 1))))
    to += word(to) === 'and' ? 2 : 1;
  // `less than magnitude 3`, `at most 4` and `no more than 4` are maximums.
  if (NEGATIONS.has(word(from - 1)) || (MORE.has(word(from - 1)) && NEGATIONS.has(word(from - 2)))) return undefined;
  if (LESS.has(word(from - 1)) || LESS.has(word(from)) || ['most', 'up'].includes(word(from - 1))) return undefined;
  const words = tokens.slice(from, to).map((token) => token.word);
  return words.some((one) => MAGNITUDE.has(one) || AT_LEAST.has(one)) || to > end ? { from, to } : undefined;
}

/**
 * Returns the candidates for a number at the tokens from `at` to `end`, with a following unit.
 * @param other another number that the digits may mean
 */
function withUnits(
  tokens: readonly Token[],
  at: number,
  end: number,
  amount: number,
  other: number | undefined,
): AnySpan[] {
  const unit = tokens[end]?.word ?? '';
  const span = <Value>(type: string, to: number, value: Value) =>
    ({ type, from: at, to, value, isExact: true }) as unknown as AnySpan;
  const quantity = (value: number) => ({ amount: value, text: String(value), unit: '' });
  const amountSpan = span('amount', end, quantity(amount));
  const found = [
    other === undefined ? amountSpan : ({ ...amountSpan, others: [quantity(other)] } as AnySpan),
    span('count', end, amount),
  ];
  if (unit === '%' || (unit === 'per' && tokens[end + 1]?.word === 'cent'))
    found.push(span('percent', unit === '%' ? end + 1 : end + 2, amount));
  // A signed number may be a percentage: `oil -30`.
  else if (/^[-−+]$/.test(tokens[at]?.word ?? ''))
    found.push({ ...span('percent', end, amount), isExact: false } as AnySpan);
  if (unit in METERS) found.push(span('distance', end + 1, Math.round(amount * (METERS[unit] as number))));
  if (unit === 'nautical' && /^miles?$/.test(tokens[end + 1]?.word ?? ''))
    found.push(span('distance', end + 2, Math.round(amount * 1_852)));
  if (unit in KNOTS) {
    const knots = Math.round(amount * (KNOTS[unit] as number) * 10) / 10;
    const from = startOfLess(tokens, at);
    found.push(
      from === at
        ? span('speed', end + 1, knots)
        : ({ type: 'slowness', from, to: end + 1, value: knots, isExact: true } as AnySpan),
    );
  }
  const magnitude = amount > 0 && amount < 10 ? magnitudeAt(tokens, at, end) : undefined;
  if (magnitude !== undefined)
    found.push({ ...span('magnitude', magnitude.to, amount), from: magnitude.from } as AnySpan);
  if (unit in SECONDS) found.push(span('duration', end + 1, Math.round(amount * (SECONDS[unit] as number))));
  return found;
}

const SMALL =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const TENS = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
const UNITS: ReadonlyMap<string, number> = new Map([
  ...SMALL.map((word, value): [string, number] => [word, value]),
  ...TENS.map((word, index): [string, number] => [word, (index + 2) * 10]),
]);
const SCALES: Readonly<Record<string, number>> = { thousand: 1e3, million: 1e6, billion: 1e9 };

/**
 * Returns the number in words that begins at a token, such as `eight hundred and fifty`; undefined without one. `a
 * hundred` is a number, `a` alone is not.
 */
export function numberWordsAt(tokens: readonly Token[], from: number): { value: number; to: number } | undefined {
  const wordAt = (at: number) => tokens[at]?.word ?? '';
  const article = ['a', 'an'].includes(wordAt(from)) && /^(?:hundred|thousand|million|billion)$/.test(wordAt(from + 1));
  const digits = /^\d{1,3}$/.test(wordAt(from)) && /^(?:hundred|thousand)$/.test(wordAt(from + 1));
  let [total, current, seen] = [0, 0, false];
  let at = from;
  for (; at < tokens.length; at += 1) {
    const word = wordAt(at);
    const unit = at === from && digits ? Number(word) : at === from && article ? 1 : UNITS.get(word);
    if (unit !== undefined) {
      // `three four` are two separate numbers.
      if (current % 100 !== 0 && !(current % 10 === 0 && unit < 10)) break;
      current += unit;
    } else if (word === 'hundred') current = (current === 0 ? 1 : current) * 100;
    else if (word in SCALES) {
      total += (current === 0 ? 1 : current) * (SCALES[word] as number);
      current = 0;
    } else if (!(word === 'and' && seen && UNITS.has(wordAt(at + 1)) && (current % 100 === 0 || total > 0))) break;
    seen = true;
  }
  return seen && at > from ? { value: total + current, to: at } : undefined;
}
