import type { InstrumentReference } from './file/import-entry.js';

/** Suffixes of Yahoo and others by our venues. */
const venues: Record<string, string> = {
  ...{
    DE: 'XETRA',
    F: 'XETRA',
    L: 'LSE',
    PA: 'PA',
    AS: 'AS',
    BR: 'BR',
    LS: 'LS',
    SW: 'SW',
    VX: 'SW',
    TO: 'TO',
    T: 'TSE',
    HK: 'HK',
    AX: 'AU',
  },
};
/** Venues whose listings are in a currency, the largest first. */
const venuesOf: Record<string, readonly string[]> = {
  USD: ['US'],
  EUR: ['XETRA', 'PA', 'AS', 'BR', 'LS'],
  GBP: ['LSE'],
  CHF: ['SW'],
  CAD: ['TO'],
  JPY: ['TSE'],
  HKD: ['HK'],
  AUD: ['AU'],
};

/**
 * The symbols of ours that a ticker of another system may mean, the likeliest first: `NESN.SW` as it is, `SAP.DE` and
 * `SAP` in EUR as SAP.XETRA, `BRK.B` as BRK-B.US, `BTCUSD` and `BTC-USD` as BTC-USD.CC, `EURUSD=X` as EURUSD.FOREX.
 * Each must still be looked up.
 */
export function symbolCandidates({ symbol, currency }: InstrumentReference): string[] {
  if (symbol === null || !/^[\^A-Za-z0-9][A-Za-z0-9 ._=&-]{0,30}$/.test(symbol)) return [];
  const text = symbol.toUpperCase().trim();
  const candidates: string[] = [];
  const dot = text.lastIndexOf('.');
  if (dot > 0) candidates.push(text);
  const venue = venues[text.slice(dot + 1)];
  if (dot > 0 && venue !== undefined) candidates.push(`${tickerOf(text.slice(0, dot))}.${venue}`);
  if (text.endsWith('=X')) candidates.push(`${text.length === 5 ? 'USD' : ''}${text.slice(0, -2)}.FOREX`);
  if (text.startsWith('^')) candidates.push(`${text.slice(1)}.INDX`);
  const pair = /^([A-Z0-9]{2,10}?)-?(USD|EUR|GBP|CHF|JPY)$/.exec(text);
  // The price of a coin is in the currency of the row, whatever pair the other system quotes.
  if (pair !== null) candidates.push(`${pair[1]}-${currency ?? pair[2]}.CC`, `${pair[1]}-${pair[2]}.CC`);
  const ticker = tickerOf(text);
  for (const listing of venuesOf[currency ?? ''] ?? []) candidates.push(`${ticker}.${listing}`);
  if (currency !== null) candidates.push(`${ticker}-${currency}.CC`);
  return [...new Set(candidates)].filter((one) => /^[A-Z0-9][A-Z0-9_&-]{0,23}\.[A-Z]{1,8}$/.test(one));
}

/** Classes of shares: `BRK.B` and `BRK B` are BRK-B. */
const tickerOf = (text: string): string => text.replace(/[ .]+/g, '-');
