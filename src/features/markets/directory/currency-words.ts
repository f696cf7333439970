/** Codes of the currencies that are traded most (ISO 4217). */
const CODES = new Set(
  (
    'usd eur gbp jpy chf aud cad nzd cny cnh hkd sgd sek nok dkk pln czk huf try zar mxn brl inr krw thb idr myr php ' +
    'rub ils aed sar'
  ).split(' '),
);
/** Codes by the names of currencies. */
const NAMES: Readonly<Record<string, string>> = {
  euro: 'EUR',
  dollar: 'USD',
  buck: 'USD',
  greenback: 'USD',
  pound: 'GBP',
  sterling: 'GBP',
  pfund: 'GBP',
  livre: 'GBP',
  libra: 'GBP',
  yen: 'JPY',
  franc: 'CHF',
  franken: 'CHF',
  yuan: 'CNY',
  renminbi: 'CNY',
  rupee: 'INR',
  rouble: 'RUB',
  ruble: 'RUB',
  lira: 'TRY',
  peso: 'MXN',
  rand: 'ZAR',
  krona: 'SEK',
  krone: 'NOK',
  zloty: 'PLN',
  won: 'KRW',
  baht: 'THB',
  rupiah: 'IDR',
  ringgit: 'MYR',
  shekel: 'ILS',
  aussie: 'AUD',
  loonie: 'CAD',
  kiwi: 'NZD',
};
/** Codes of dollars and crowns of other countries by the words before them. */
const OF_COUNTRIES: Readonly<Record<string, string>> = {
  'canadian dollar': 'CAD',
  'australian dollar': 'AUD',
  'aussie dollar': 'AUD',
  'singapore dollar': 'SGD',
  'zealand dollar': 'NZD',
  'kiwi dollar': 'NZD',
  'kong dollar': 'HKD',
  'swedish krona': 'SEK',
  'norwegian krone': 'NOK',
  'danish krone': 'DKK',
};
/** Words beside the two currencies of a pair. */
const BESIDE = new Set(
  (
    'to in into vs versus against per and und en a au gegen contre contra convert converted exchange rate rates kurs ' +
    'wechselkurs cours taux cambio price today now live chart fx forex quote us american british japanese swiss new ' +
    'hong chinese indian'
  ).split(' '),
);

/**
 * Returns the tickers of the pairs of two currencies that words name and nothing else: `eur to chf`, `pound dollar
 * rate`. Undefined for other words, and for one currency.
 */
export function currencyPair(words: readonly string[]): [named: string, reverse: string] | undefined {
  const found: string[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] as string;
    const next = singular(words[at + 1] ?? '');
    const ofCountry = OF_COUNTRIES[`${word} ${next}`];
    if (ofCountry !== undefined) at += 1;
    const code = ofCountry ?? (CODES.has(word) ? word.toUpperCase() : NAMES[singular(word)]);
    if (code === undefined && !BESIDE.has(word)) return undefined;
    // Two words may name one currency: `pound sterling`.
    if (code !== undefined && code !== found.at(-1)) found.push(code);
  }
  const [base, quote] = found;
  return found.length === 2 && base !== quote ? [`${base}${quote}`, `${quote}${base}`] : undefined;
}

const singular = (word: string): string => (word.length > 3 ? word.replace(/s$/, '') : word);
