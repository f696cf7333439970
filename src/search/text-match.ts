import { wordsOf } from '../text/words.js';
import type { SearchQuery, TextClause } from './search-query.js';
import { errorsIn } from './typing-errors.js';

/** Tolerance of a comparison: only exact words, or also words with typing errors. */
export type Tolerance = 'exact' | 'similar';

/** Returns true if a document with these words matches the texts of a query. Fields and negations are ignored. */
export function matchesTexts(query: SearchQuery, words: readonly string[], tolerance: Tolerance): boolean {
  if (query.kind === 'text') return containsText(words, query, tolerance);
  if (query.kind === 'field' || query.kind === 'not') return true;
  if (query.kind === 'all') return query.of.every((part) => matchesTexts(part, words, tolerance));
  return query.of.some((part) => matchesTexts(part, words, tolerance));
}

/** Returns true if a document contains the words of a text consecutively. */
export function containsText(
  words: readonly string[],
  { text, isPrefix, isQuoted, isLenient }: TextClause,
  tolerance: Tolerance,
): boolean {
  const wanted = foldedWordsOf(text);
  const last = wanted.length - 1;
  const isTolerant = tolerance === 'similar' && !isQuoted;
  return words.some((_, at) =>
    wanted.every((word, index) => isWord(words[at + index], word, isPrefix && index === last, isTolerant, isLenient)),
  );
}

function isWord(
  word: string | undefined,
  wanted: string,
  isPrefix: boolean,
  isTolerant: boolean,
  isLenient: boolean | undefined,
): boolean {
  if (word === undefined) return false;
  if (word === wanted || (isPrefix && word.startsWith(wanted))) return true;
  return isTolerant && errorsIn(word, wanted, isPrefix, isLenient) !== undefined;
}

/** Normalized words of texts in queries, cached because they are compared with many documents. */
const foldedWords = new Map<string, readonly string[]>();
const MAX_KEPT = 1_000;

export function foldedWordsOf(text: string): readonly string[] {
  let words = foldedWords.get(text);
  if (words === undefined) {
    if (foldedWords.size >= MAX_KEPT) foldedWords.clear();
    words = wordsOf(text).map((word) => word.folded);
    foldedWords.set(text, words);
  }
  return words;
}
