/** A search query, normalized for comparison. */
export interface SearchQuery {
  /** Letters and digits in upper case, which are compared with tickers: `EUR/USD` becomes `EURUSD`. */
  ticker: string;
  /** The text in upper case, which is compared with symbols. */
  symbol: string;
  /** Normalized words, which are compared with the words of names. */
  terms: readonly string[];
  /** The normalized words as one text. */
  name: string;
  /** The words without spaces, for names that are written as one word; undefined for a single word. */
  joined?: string;
}

// Maximum number of words of a query that are compared; no name needs more than ten to be recognized.
const MAX_TERMS = 10;

/** Splits a text into lower-case words without accents, at everything but letters and digits. */
export function termsOf(text: string): string[] {
  const lower = text.toLowerCase();
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
  const terms = [...new Set(termsOf(text))].slice(0, MAX_TERMS);
  if (terms.length === 0) return undefined;
  // A text without Latin letters and digits has no ticker; `\0` never matches the beginning of one.
  return {
    ticker: compact(text) || '\0',
    symbol: text.trim().toUpperCase(),
    terms,
    name: termsOf(text).join(' '),
    joined: terms.length > 1 ? terms.join('') : undefined,
  };
}
