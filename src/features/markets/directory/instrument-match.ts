import { errorsIn } from '../../../search/typing-errors.js';
import type { Instrument } from '../instrument.js';
import { compact, type SearchQuery, termsOf, weightyTerms } from './search-query.js';

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
  /** The words of the name, of the ticker and of each other name, without legal forms, joining words and brackets. */
  names: ReadonlyArray<readonly string[]>;
  /** The names without spaces. */
  joined: readonly string[];
  /** The words of the name, followed by the words of the other names. */
  words: readonly string[];
  /** Number of `words` that belong to the name. */
  ofName: number;
  /** Trading volume relative to the asset class, from 0 to 1; 0 if unknown. */
  prominence: number;
}

/** @param others other names of the instrument @param prominence from 0 to 1 */
export function comparable(
  { symbol, name, isin, assetClass }: Instrument,
  others: readonly string[] = [],
  prominence = 0,
): Comparable {
  const ticker = symbol.slice(0, symbol.lastIndexOf('.'));
  const base =
    assetClass === 'fx' ? ticker.slice(0, 3) : assetClass === 'crypto' ? ticker.slice(0, ticker.indexOf('-')) : '';
  const words = termsOf(name);
  const short = termsOf(name.replace(NOT_OF_NAME, ''));
  // `Bitcoin` is the name of Bitcoin / US Dollar.
  const coin = assetClass === 'crypto' ? [termsOf(name.split(' / ')[0] as string)] : [];
  // Beside other words, a ticker of two letters is rather a word.
  const tickers = ticker.length < MIN_TICKER ? [] : [termsOf(ticker)];
  // `J&J` is a name of Johnson & Johnson.
  const initials = INITIALS.exec(name)?.slice(1, 3);
  const names = [short, ...coin, ...tickers, ...(initials ? [termsOf(initials.join('&'))] : []), ...others.map(termsOf)]
    .map(weightyTerms)
    .filter(({ length }) => length > 0);
  return {
    symbol,
    ticker,
    compact: compact(ticker),
    base,
    isin,
    name: words.join(' '),
    names,
    joined: names.map((one) => one.join('')),
    words: [...words, ...others.flatMap(termsOf)],
    ofName: words.length,
    prominence,
  };
}

/** Matches brackets in a name, and the share class at its end. */
const NOT_OF_NAME = /\s*\([^)]*\)|\s+(?:Class \w|Preferred|(?:Common|Ordinary) (?:Stock|Shares?))$/gi;

/** Matches two words joined by a sign at the beginning of a name, and captures their first letters. */
const INITIALS = /^(\p{L})[\p{L}'’.]+ & (\p{L})\p{L}+/u;

const PREFIX = 0.6;
const COVERAGE = 0.2;
/** Maximum bonus of the score for trading volume. */
const PROMINENCE = 0.13;

/** Minimum length of a ticker that is found beside other words. */
const MIN_TICKER = 3;
/** Minimum length of a beginning of a name that is written without its spaces. */
const MIN_JOINED = 5;
/** Minimum fraction of the letters of a query that a name in it has. */
const MIN_CONTAINED = 0.3;

/**
 * Returns the match of an instrument without typing errors; undefined if it does not match. The best matches are the
 * complete symbol, ticker or ISIN; then the base of a pair; then a complete name, with any legal form and with or
 * without its spaces; then the beginning of the ticker or of words of the name, by the fraction that the query covers
 * and by trading volume.
 */
export function matchOf(one: Comparable, query: SearchQuery): Match | undefined {
  if (one.symbol === query.symbol || one.ticker === query.symbol || one.compact === query.ticker)
    return { matchedOn: 'symbol', score: 1 };
  if (one.isin !== null && one.isin === query.ticker) return { matchedOn: 'isin', score: 1 };
  if (one.base !== '' && one.compact === query.pair?.[1]) return { matchedOn: 'symbol', score: 0.97 };
  if (one.base !== '' && one.base === query.ticker) return { matchedOn: 'symbol', score: 0.96 };
  if (one.name === query.name || one.joined.includes(query.joined)) return { matchedOn: 'name', score: 0.95 };
  const bySymbol = one.compact.startsWith(query.ticker) ? query.ticker.length / one.compact.length : 0;
  const byWords = Math.max(nameShare(query.terms, one), query.terms.length > 1 ? nameShare([query.joined], one) : 0);
  const byName = Math.max(byWords, joinedShare(query.joined, one));
  if (bySymbol === 0 && byName === 0) return undefined;
  const score = PREFIX + COVERAGE * Math.max(bySymbol, byName) + PROMINENCE * one.prominence;
  return { matchedOn: bySymbol >= byName ? 'symbol' : 'name', score };
}

/** Returns the match of an instrument with similar words. @param closeness from 0 to 1 */
export const fuzzyMatch = ({ prominence }: Comparable, closeness: number): Match => ({
  matchedOn: 'fuzzy',
  score: 0.2 + COVERAGE * closeness + PROMINENCE * prominence,
});

/**
 * Returns the match of an instrument with a complete name that the words of the query contain: `tesla motors`.
 * Undefined if it does not match, or if most of the query is something else.
 */
export function containedMatch(one: Comparable, { terms, joined }: SearchQuery): Match | undefined {
  let letters = 0;
  for (const [at, name] of one.names.entries())
    if (name.every((word) => terms.includes(word))) letters = Math.max(letters, one.joined[at]?.length ?? 0);
  return letters < MIN_CONTAINED * joined.length ? undefined : fuzzyMatch(one, letters / joined.length);
}

/** Returns whether each term is a word of the instrument's names, with typing errors, or the beginning of one. */
export const hasSimilarWords = ({ words }: Comparable, { terms }: SearchQuery): boolean =>
  terms.every((term) => words.some((word) => word.startsWith(term) || errorsIn(word, term, false, true) !== undefined));

/** Minimum length of a name that is recognized with typing errors. */
const MIN_SIMILAR = 5;

/** Returns whether the terms are all words of one of the names, with typing errors, in any order. */
export const isSimilarName = ({ names, joined, compact: ticker }: Comparable, { terms }: SearchQuery): boolean =>
  names.some(
    (name, at) =>
      name.length === terms.length &&
      (joined[at] as string).length >= MIN_SIMILAR &&
      joined[at] !== ticker.toLowerCase() &&
      terms.every((term) => name.some((word) => word === term || errorsIn(word, term, false, true) !== undefined)),
  );

/** Returns the fraction of a name whose beginning is written without its spaces; 0 if it does not begin so. */
const joinedShare = (joined: string, one: Comparable): number =>
  joined.length >= MIN_JOINED && one.joined[0]?.startsWith(joined) === true ? joined.length / one.joined[0].length : 0;

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
