import { UpstreamError } from '../../../upstream/upstream-error.js';
import type { Instrument } from '../instrument.js';
import { type MarketSymbol, parseSymbol } from '../market-symbol.js';

const MOST_FOUND = 50;

/** A crypto-asset in terms of a currency or of another. @returns undefined for names that make no symbol here */
export function pairInstrument(base: string, quote: string): Instrument | undefined {
  const symbol = parseSymbol(`${base}-${quote}.CC`);
  if (symbol === undefined) return undefined;
  return { symbol: symbol.text, name: `${base}/${quote}`, assetClass: 'crypto', exchange: null, currency: quote, isin: null, sector: null, country: null };
}

/** Those whose pair begins with the query, signs between aside (`btcusd`, `BTC/USD`, `btc`); in their order, 50 at the most. */
export function searchPairs(instruments: readonly Instrument[], query: string): Instrument[] {
  const letters = (text: string) => text.toUpperCase().replace(/[^A-Z0-9]/g, '');
  const start = letters(query);
  return start === '' ? [] : instruments.filter(({ name }) => letters(name).startsWith(start)).slice(0, MOST_FOUND);
}

/** @throws UpstreamError `not_found` */
export function findPair(instruments: readonly Instrument[], { text }: MarketSymbol): Instrument {
  const found = instruments.find(({ symbol }) => symbol === text);
  if (found === undefined) throw new UpstreamError('not_found');
  return found;
}
