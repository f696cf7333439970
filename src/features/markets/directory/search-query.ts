import { currencyPair } from './currency-words.js';

/** A search query, normalized for comparison. */
export interface SearchQuery {
  /** Letters and digits in upper case, which are compared with tickers: `EUR/USD` becomes `EURUSD`. */
  ticker: string;
  /** The text in upper case, which is compared with symbols. */
  symbol: string;
  /** Normalized words that are compared with the words of names, without legal forms and joining words. */
  terms: readonly string[];
  /** All normalized words as one text. */
  name: string;
  /** The tickers of the pairs of two currencies, if the text names two: of the first in the second, and the reverse. */
  pair?: readonly [named: string, reverse: string];
  /** The terms without spaces, for names that are written as one word. */
  joined: string;
}

// Maximum number of words of a query that are compared; no name needs more than ten to be recognized.
const MAX_TERMS = 10;

/**
 * Words that neither names nor queries are compared by: legal forms and joining words. People write other ones than the
 * directory, or omit them.
 */
const WEIGHTLESS = new Set(
  (
    'inc incorporated corp corporation co company companies plc ltd limited llc lp ag se sa nv ab asa as oyj spa sarl kg ' +
    'kgaa gmbh bv pty sgps kk holding holdings group groep ads adr the and of'
  ).split(' '),
);
/** Matches an apostrophe in a word (`McDonald's`), and a point or slash between single letters (`S.A.`, `A/S`). */
const SIGNS_IN_WORDS = /(?<=\p{L})['’](?=\p{L})|(?<=(?<!\p{L})\p{L})[./](?=\p{L}(?!\p{L}))/gu;

/** Returns the words without those that carry no weight; all of them if no other word is left. */
export function weightyTerms(terms: readonly string[]): readonly string[] {
  const weighty = terms.filter((term) => !WEIGHTLESS.has(term));
  return weighty.length === 0 ? terms : weighty;
}

/** Splits a text into lower-case words without accents, at everything but letters, digits and `SIGNS_IN_WORDS`. */
export function termsOf(text: string): string[] {
  const lower = /['’./]/.test(text) ? text.toLowerCase().replace(SIGNS_IN_WORDS, '') : text.toLowerCase();
  // Most names take this fast path: Unicode normalization takes ten times as long.
  const isPlain = /^[\x20-\x7e]*$/.test(lower);
  const terms = isPlain
    ? lower.split(/[^a-z0-9]+/)
    : lower
        .normalize('NFD')
        .replace(/\p{M}/gu, '')
        .split(/[^\p{L}\p{N}]+/u);
  return terms.filter((term) => term !== '');
}

/** Returns the letters and digits of a text, in upper case. */
export const compact = (text: string): string => text.toUpperCase().replace(/[^A-Z0-9]/g, '');

/** Normalizes a query. @returns undefined for a text without letters and digits */
export function searchQuery(text: string): SearchQuery | undefined {
  const words = termsOf(text);
  if (words.length === 0) return undefined;
  const terms = weightyTerms([...new Set(words)]).slice(0, MAX_TERMS);
  const pair = currencyPair(words);
  // A text without Latin letters and digits has no ticker; `\0` never matches the beginning of one.
  return {
    ticker: pair?.[0] ?? (compact(text) || '\0'),
    symbol: text.trim().toUpperCase(),
    terms,
    name: words.join(' '),
    joined: weightyTerms(words).slice(0, MAX_TERMS).join(''),
    ...(pair !== undefined && { pair }),
  };
}
