import type { Instrument } from '../instrument.js';
import { compact, type SearchQuery, termsOf } from './search-query.js';

export const matchKinds = ['symbol', 'name', 'isin', 'fuzzy'] as const;
export type MatchKind = (typeof matchKinds)[number];

/** The quality of the match between an instrument and a query. */
export interface Match {
  matchedOn: MatchKind;
  /** Strength of the match, from 0 to 1; 1 is an exact symbol, ticker or ISIN. */
  score: number;
}

/** The searchable fields of an instrument, normalized for comparison. */
export interface Comparable {
  symbol: string;
  /** The symbol without its venue. */
  ticker: string;
  /** The symbol's letters and digits only. */
  compact: string;
  /** The base currency of a pair; empty for other instruments. */
  base: string;
  isin: string | null;
  name: string;
  /** The words of the name, followed by the instrument's other search words. */
  words: readonly string[];
  /** Number of `words` that belong to the name. */
  ofName: number;
  /** Trading volume relative to the asset class, from 0 to 1; 0 if unknown. */
  prominence: number;
}

export function comparable({ symbol, name, isin, assetClass }: Instrument, also = '', prominence = 0): Comparable {
  const ticker = symbol.slice(0, symbol.lastIndexOf('.'));
  const base =
    assetClass === 'fx' ? ticker.slice(0, 3) : assetClass === 'crypto' ? ticker.slice(0, ticker.indexOf('-')) : '';
  const words = termsOf(name);
  return {
    symbol,
    ticker,
    compact: compact(ticker),
    base,
    isin,
    name: words.join(' '),
    words: [...words, ...termsOf(also)],
    ofName: words.length,
    prominence,
  };
}

const PREFIX = 0.6;
const COVERAGE = 0.2;
/** Maximum bonus of the score for trading volume. */
const PROMINENCE = 0.13;

/**
 * Returns the match of an instrument without typing errors; undefined if it does not match. The best matches are the
 * complete symbol, ticker or ISIN; then the base of a pair; then the complete name; then the beginning of the ticker or
 * of words of the name, by the fraction that the query covers and by trading volume.
 */
export function matchOf(one: Comparable, query: SearchQuery): Match | undefined {
  if (one.symbol === query.symbol || one.ticker === query.symbol || one.compact === query.ticker)
    return { matchedOn: 'symbol', score: 1 };
  if (one.isin !== null && one.isin === query.ticker) return { matchedOn: 'isin', score: 1 };
  if (one.base !== '' && one.base === query.ticker) return { matchedOn: 'symbol', score: 0.96 };
  if (one.name === query.name) return { matchedOn: 'name', score: 0.95 };
  const bySymbol = one.compact.startsWith(query.ticker) ? query.ticker.length / one.compact.length : 0;
  const byName = Math.max(nameShare(query.terms, one), query.joined === undefined ? 0 : nameShare([query.joined], one));
  if (bySymbol === 0 && byName === 0) return undefined;
  const score = PREFIX + COVERAGE * Math.max(bySymbol, byName) + PROMINENCE * one.prominence;
  return { matchedOn: bySymbol >= byName ? 'symbol' : 'name', score };
}

/** Returns the match of an instrument with similar words. @param closeness from 0 to 1 */
export const fuzzyMatch = ({ prominence }: Comparable, closeness: number): Match => ({
  matchedOn: 'fuzzy',
  score: 0.2 + COVERAGE * closeness + PROMINENCE * prominence,
});

/** Returns the fraction of the words that the terms cover, from 0 to 1; 0 unless every term begins a word. */
function nameShare(terms: readonly string[], { words, ofName }: Comparable): number {
  let covered = 0;
  let first = 0;
  for (const [index, term] of terms.entries()) {
    const at = words.findIndex((one) => one.startsWith(term));
    if (at < 0) return 0;
    if (index === 0) first = at;
    covered += term.length / (words[at] as string).length;
  }
  // The first word of a name counts most; each additional search word counts like a complete name.
  const weight = first === 0 || first >= ofName ? 1 : 0.5;
  return (weight * covered) / terms.length;
}
