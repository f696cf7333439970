import { distance } from 'fastest-levenshtein';

/** Minimum length of a word that may have a typing error; shorter words are similar to too many others. */
const MIN_LENGTH = 5;
/** Minimum length of a word in which two letters may be wrong. */
const MIN_LENGTH_FOR_TWO = 9;

/** Minimum length of a word that may have an error if other words of the query limit the matches. */
const MIN_LENIENT_LENGTH = 3;

/**
 * Returns the number of letters of a word that may be wrong; 0 for short words and for words with a digit.
 * @param isLenient true if other words of the query limit the matches
 */
export function allowedErrors(word: string, isLenient = false): number {
  if (word.length < (isLenient ? MIN_LENIENT_LENGTH : MIN_LENGTH) || /\p{N}/u.test(word)) return 0;
  return word.length < MIN_LENGTH_FOR_TWO ? 1 : 2;
}

/**
 * Returns the number of letters of `wanted` that are wrong, missing, added or swapped with the next one in `word`;
 * undefined when there are more errors than allowed, or the first letter is wrong.
 * @param isPrefix true if the word may continue after `wanted`
 */
export function errorsIn(word: string, wanted: string, isPrefix: boolean, isLenient = false): number | undefined {
  const allowed = allowedErrors(wanted, isLenient);
  if (allowed === 0) return word === wanted || (isPrefix && word.startsWith(wanted)) ? 0 : undefined;
  if (word[0] !== wanted[0]) return undefined;
  if (word.length < wanted.length - allowed || (!isPrefix && word.length > wanted.length + allowed)) return undefined;
  let least = Number.POSITIVE_INFINITY;
  const lengths = isPrefix
    ? Array.from({ length: 2 * allowed + 1 }, (_, index) => wanted.length - allowed + index)
    : [word.length];
  for (const length of lengths)
    if (length <= word.length) least = Math.min(least, errorsBetween(word.slice(0, length), wanted));
  return least <= allowed ? least : undefined;
}

/** Returns the number of errors; two swapped adjacent letters are one error. */
function errorsBetween(word: string, wanted: string): number {
  const errors = distance(word, wanted);
  if (errors !== 2 || word.length !== wanted.length) return errors;
  let at = 0;
  while (word[at] === wanted[at]) at += 1;
  const isExchanged = word[at] === wanted[at + 1] && word[at + 1] === wanted[at];
  return isExchanged && word.slice(at + 2) === wanted.slice(at + 2) ? 1 : errors;
}
