import { UpstreamError } from '../../../upstream/upstream-error.js';
import { firstDayOf } from '../first-day.js';
import type { Instrument } from '../instrument.js';
import type { Interval } from '../interval.js';
import { type MarketSymbol, parseSymbol } from '../market-symbol.js';
import type { Capability, Operation } from './market-provider.js';

const MAX_RESULTS = 50;

/** Returns the capabilities of an exchange of crypto-assets, whose data are not delayed. */
export const pairCapabilities = (
  intervals: readonly Interval[],
  operations: readonly Operation[] = ['quotes', 'ticks', 'candles', 'search', 'instrument', 'order_book', 'trades'],
): Capability[] =>
  operations.map((operation) => ({
    operation,
    ...(operation === 'candles' && { intervals }),
    assetClasses: ['crypto'],
    delaySeconds: 0,
  }));

/** Returns the instrument of a crypto-asset pair. @returns undefined if the codes do not form a valid symbol */
export function pairInstrument(base: string, quote: string): Instrument | undefined {
  const symbol = parseSymbol(`${base}-${quote}.CC`);
  if (symbol === undefined) return undefined;
  const unlisted = { exchange: null, isin: null, sector: null, country: null };
  return {
    symbol: symbol.text,
    name: `${base}/${quote}`,
    assetClass: 'crypto',
    currency: quote,
    ...unlisted,
    firstDay: firstDayOf(symbol.text),
  };
}

/** Returns the pairs that begin with the query, ignoring separators (`btcusd`, `BTC/USD`, `btc`); at most 50. */
export function searchPairs(instruments: readonly Instrument[], query: string): Instrument[] {
  const letters = (text: string) => text.toUpperCase().replace(/[^A-Z0-9]/g, '');
  const start = letters(query);
  return start === '' ? [] : instruments.filter(({ name }) => letters(name).startsWith(start)).slice(0, MAX_RESULTS);
}

/** Returns the instrument of a symbol. @throws UpstreamError `not_found` */
export function findPair(instruments: readonly Instrument[], { text }: MarketSymbol): Instrument {
  const found = instruments.find(({ symbol }) => symbol === text);
  if (found === undefined) throw new UpstreamError('not_found');
  return found;
}
