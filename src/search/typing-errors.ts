import { distance } from 'fastest-levenshtein';

/** Shorter words are similar to too many others. */
const MIN_LENGTH = 5;
/** From this length on, two letters may be wrong. */
const MIN_LENGTH_FOR_TWO = 9;

/** Returns the number of letters of a word that may be wrong; 0 for short words and for everything with a digit. */
export function allowedErrors(word: string): number {
  if (word.length < MIN_LENGTH || /\p{N}/u.test(word)) return 0;
  return word.length < MIN_LENGTH_FOR_TWO ? 1 : 2;
}

/**
 * Returns the number of letters of `wanted` that are wrong, missing or added in `word`; undefined when there are more
 * than allowed, or the first one is wrong.
 * @param isPrefix the word may continue
 */
export function errorsIn(word: string, wanted: string, isPrefix: boolean): number | undefined {
  const allowed = allowedErrors(wanted);
  if (allowed === 0) return word === wanted || (isPrefix && word.startsWith(wanted)) ? 0 : undefined;
  if (word[0] !== wanted[0]) return undefined;
  if (word.length < wanted.length - allowed || (!isPrefix && word.length > wanted.length + allowed)) return undefined;
  let least = Number.POSITIVE_INFINITY;
  const lengths = isPrefix
    ? Array.from({ length: 2 * allowed + 1 }, (_, index) => wanted.length - allowed + index)
    : [word.length];
  for (const length of lengths)
    if (length <= word.length) least = Math.min(least, distance(word.slice(0, length), wanted));
  return least <= allowed ? least : undefined;
}
