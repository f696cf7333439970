import type { InstrumentReference } from './file/import-entry.js';

/** Suffixes of Yahoo and other systems, with the venue of the service for each. */
const venues: Record<string, string> = {
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
};
/** Venues by the currency of their listings, the largest first. */
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
 * Returns the symbols that a ticker of another system may mean, the likeliest first: `NESN.SW` unchanged, `SAP.DE` and
 * `SAP` in EUR as SAP.XETRA, `BRK.B` as BRK-B.US, `BTCUSD` and `BTC-USD` as BTC-USD.CC, `EURUSD=X` as EURUSD.FOREX.
 * Callers must look up which of them exist.
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
  // A crypto-asset is valued in the currency of the row, even if the other system quotes a pair with another currency.
  if (pair !== null) candidates.push(`${pair[1]}-${currency ?? pair[2]}.CC`, `${pair[1]}-${pair[2]}.CC`);
  const ticker = tickerOf(text);
  for (const listing of venuesOf[currency ?? ''] ?? []) candidates.push(`${ticker}.${listing}`);
  if (currency !== null) candidates.push(`${ticker}-${currency}.CC`);
  return [...new Set(candidates)].filter((one) => /^[A-Z0-9][A-Z0-9_&-]{0,23}\.[A-Z]{1,8}$/.test(one));
}

/** Replaces the separators of share classes: `BRK.B` and `BRK B` become BRK-B. */
const tickerOf = (text: string): string => text.replace(/[ .]+/g, '-');
