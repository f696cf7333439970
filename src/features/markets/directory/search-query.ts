/** What somebody looks for, in the forms it is compared in. */
export interface SearchQuery {
  /** Its letters and digits alone, in upper case, as tickers are compared: `EUR/USD` is `EURUSD`. */
  ticker: string;
  /** In upper case as it came, as symbols are compared. */
  symbol: string;
  /** The words, as those of names are compared. */
  terms: readonly string[];
  /** The same as a text. */
  name: string;
  /** The same as one word, as people part what is written together; undefined for a single word. */
  joined?: string;
}

// A name has no more words that tell it from others.
const MOST_TERMS = 10;

/** The words of a text without accents and in lower case; whatever is neither letter nor digit parts them. */
export function termsOf(text: string): string[] {
  const lower = text.toLowerCase();
  // Most names need no more, and the rest takes ten times as long.
  const isPlain = /^[\x20-\x7e]*$/.test(lower);
  const terms = isPlain
    ? lower.split(/[^a-z0-9]+/)
    : lower
        .normalize('NFD')
        .replace(/\p{M}/gu, '')
        .split(/[^\p{L}\p{N}]+/u);
  return terms.filter((term) => term !== '');
}

/** The letters and digits of a text, in upper case. */
export const compact = (text: string): string => text.toUpperCase().replace(/[^A-Z0-9]/g, '');

/** @returns undefined for a text with neither letter nor digit */
export function searchQuery(text: string): SearchQuery | undefined {
  const terms = [...new Set(termsOf(text))].slice(0, MOST_TERMS);
  if (terms.length === 0) return undefined;
  // Text in other letters than those of tickers is never a beginning of one.
  return {
    ticker: compact(text) || '\0',
    symbol: text.trim().toUpperCase(),
    terms,
    name: termsOf(text).join(' '),
    joined: terms.length > 1 ? terms.join('') : undefined,
  };
}
