import type { Instrument } from '../instrument.js';
import { compact, type SearchQuery, termsOf } from './search-query.js';

export const matchKinds = ['symbol', 'name', 'isin', 'fuzzy'] as const;
export type MatchKind = (typeof matchKinds)[number];

/** How well an instrument is what was looked for. */
export interface Match {
  matchedOn: MatchKind;
  /** 0 to 1; 1 is its symbol, its ticker or its ISIN. */
  score: number;
}

/** What of an instrument is compared, in the forms it is compared in. */
export interface Comparable {
  symbol: string;
  /** Without its venue. */
  ticker: string;
  /** Its letters and digits alone. */
  compact: string;
  /** Of a pair the side that is priced, empty for others. */
  base: string;
  isin: string | null;
  name: string;
  /** Those of the name first, then the other words it is looked for by. */
  words: readonly string[];
  /** How many of them are of the name. */
  ofName: number;
  /** From 0 to 1: how much it is traded among its kind, as far as that is known. */
  prominence: number;
}

export function comparable({ symbol, name, isin, assetClass }: Instrument, also = '', prominence = 0): Comparable {
  const ticker = symbol.slice(0, symbol.lastIndexOf('.'));
  const base = assetClass === 'fx' ? ticker.slice(0, 3) : assetClass === 'crypto' ? ticker.slice(0, ticker.indexOf('-')) : '';
  const words = termsOf(name);
  return { symbol, ticker, compact: compact(ticker), base, isin, name: words.join(' '), words: [...words, ...termsOf(also)], ofName: words.length, prominence };
}

const PREFIX = 0.6;
const COVERAGE = 0.2;
/** The most that being much traded adds. */
const PROMINENCE = 0.13;

/**
 * How an instrument is meant by a query without a typo; undefined when it is not. In order: its whole symbol, ticker or ISIN; one side of a
 * pair; its whole name; the beginning of its ticker or of words of its name, the better the more of it was written and the more it is traded.
 */
export function matchOf(one: Comparable, query: SearchQuery): Match | undefined {
  if (one.symbol === query.symbol || one.ticker === query.symbol || one.compact === query.ticker) return { matchedOn: 'symbol', score: 1 };
  if (one.isin !== null && one.isin === query.ticker) return { matchedOn: 'isin', score: 1 };
  if (one.base !== '' && one.base === query.ticker) return { matchedOn: 'symbol', score: 0.96 };
  if (one.name === query.name) return { matchedOn: 'name', score: 0.95 };
  const bySymbol = one.compact.startsWith(query.ticker) ? query.ticker.length / one.compact.length : 0;
  const byName = Math.max(nameShare(query.terms, one), query.joined === undefined ? 0 : nameShare([query.joined], one));
  if (bySymbol === 0 && byName === 0) return undefined;
  const score = PREFIX + COVERAGE * Math.max(bySymbol, byName) + PROMINENCE * one.prominence;
  return { matchedOn: bySymbol >= byName ? 'symbol' : 'name', score };
}

/** How one is meant whose name has words near those of the query. @param closeness from 0 to 1 */
export const fuzzyMatch = ({ prominence }: Comparable, closeness: number): Match => ({
  matchedOn: 'fuzzy',
  score: 0.2 + COVERAGE * closeness + PROMINENCE * prominence,
});

/** How much of the words was written, from 0 to 1; 0 unless every term begins a word. */
function nameShare(terms: readonly string[], { words, ofName }: Comparable): number {
  let covered = 0;
  let first = 0;
  for (const [index, term] of terms.entries()) {
    const at = words.findIndex((one) => one.startsWith(term));
    if (at < 0) return 0;
    if (index === 0) first = at;
    covered += term.length / (words[at] as string).length;
  }
  // The first word says most of a name, and each of the other words stands for the whole.
  const weight = first === 0 || first >= ofName ? 1 : 0.5;
  return (weight * covered) / terms.length;
}
