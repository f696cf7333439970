/** A search query, normalized for comparison. */
export interface SearchQuery {
  /** Letters and digits in upper case, compared with tickers: `EUR/USD` is `EURUSD`. */
  ticker: string;
  /** Upper case, compared with symbols. */
  symbol: string;
  /** Normalized words, compared with the words of names. */
  terms: readonly string[];
  /** The words as one text. */
  name: string;
  /** The words without spaces, for names that are written as one word; undefined for a single word. */
  joined?: string;
}

// Names have no more distinctive words.
const MAX_TERMS = 10;

/** Splits a text into lower-case words without accents, at everything but letters and digits. */
export function termsOf(text: string): string[] {
  const lower = text.toLowerCase();
  // A fast path for most names: Unicode normalization takes ten times as long.
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

/** @returns undefined for a text without letters and digits */
export function searchQuery(text: string): SearchQuery | undefined {
  const terms = [...new Set(termsOf(text))].slice(0, MAX_TERMS);
  if (terms.length === 0) return undefined;
  // Text in another script never matches the beginning of a ticker.
  return {
    ticker: compact(text) || '\0',
    symbol: text.trim().toUpperCase(),
    terms,
    name: termsOf(text).join(' '),
    joined: terms.length > 1 ? terms.join('') : undefined,
  };
}
