import anyAscii from 'any-ascii';

export interface Word {
  /** Word as written. */
  text: string;
  /** Normalized word: lower case, without accents, Latin letters in ASCII. */
  folded: string;
  /** UTF-16 position of the word in the text; `end` is exclusive. */
  start: number;
  end: number;
}

const WORD = /[\p{L}\p{N}]+(?:\p{M}+[\p{L}\p{N}]*)*/gu;
const NOT_ASCII = /[^\p{ASCII}]/u;
/** Combining accents. Vowel signs of other scripts are not among them, because readers treat them as letters. */
const ACCENTS = /[\u0300-\u036f]+/g;
const LATIN = /\p{Script=Latin}/u;

/**
 * Normalizes a text: lower case, without accents; Latin letters become ASCII (`Łódź` → `lodz`), other scripts stay. For
 * words of texts; names, which lists transliterate, are compared by `foldText` of OSINT.
 */
export function fold(text: string): string {
  if (!NOT_ASCII.test(text)) return text.toLowerCase();
  const plain = text.normalize('NFKD').replace(ACCENTS, '').normalize('NFC').toLowerCase();
  return NOT_ASCII.test(plain)
    ? Array.from(plain, (letter) => (LATIN.test(letter) && NOT_ASCII.test(letter) ? anyAscii(letter) : letter)).join('')
    : plain;
}

/**
 * Returns the words of a text in order: runs of letters and digits. Punctuation separates words, also inside `U.S.` and
 * `Bab el-Mandeb`.
 */
export function wordsOf(text: string): Word[] {
  const words: Word[] = [];
  for (const match of text.matchAll(WORD))
    words.push({ text: match[0], folded: fold(match[0]), start: match.index, end: match.index + match[0].length });
  return words;
}

/** Returns the normalized words of a text, separated by single spaces, for comparing names and titles. */
export const foldedWords = (text: string): string => (fold(text).match(WORD) ?? []).join(' ');

const isUpper = (text: string): boolean => text !== text.toLowerCase() && text === text.toUpperCase();
const startsUpper = (text: string): boolean => isUpper(String.fromCodePoint(text.codePointAt(0) as number));
/** Returns true for a word in a script without capitals, or a number. */
const isCaseless = (text: string): boolean => text.toLowerCase() === text.toUpperCase();

/** Returns true when the word begins with a capital, or with a character that has no capital form. */
export const isCapitalized = ({ text }: Word): boolean => startsUpper(text) || isCaseless(text);

/**
 * Returns true when the capitals of a word agree with a name: a name that begins with a capital needs one, and a name
 * in capitals, such as `US`, needs capitals.
 * @param written word of a name as in its list
 */
export function fitsCase({ text }: Word, written: string): boolean {
  if (isUpper(written)) return isUpper(text);
  return !startsUpper(written) || startsUpper(text);
}

/** Fraction of capitalized words above which capitals do not mark names, as in a headline in title case. */
const TITLE_CASE_SHARE = 0.6;

/** Fraction up to which a short sentence with many names is distinguished from a headline in title case. */
const SENTENCE_SHARE = 0.85;
/** Number of words without a capital that titles would capitalize, with which a text is in sentence case. */
const MIN_SMALL_WORDS = 2;
/** Words that titles do not capitalize. */
const SMALL = new Set(
  (
    'the and for but nor yet its his her our off out per via from with over into than upon amid after near onto under ' +
    'until past des der die das und von les des del los las una'
  ).split(' '),
);

/** Returns true when capitals in these words mark names, because the text is in sentence case. */
export function marksNames(words: readonly Word[]): boolean {
  const cased = words.filter(({ text }) => text.length > 3 && !isCaseless(text));
  const capitals = cased.filter(isCapitalized).length;
  if (capitals < cased.length * TITLE_CASE_SHARE) return true;
  if (capitals > cased.length * SENTENCE_SHARE) return false;
  const isSmall = (word: Word) => word.text.length > 2 && !isCapitalized(word) && !SMALL.has(word.folded);
  return words.filter(isSmall).length >= MIN_SMALL_WORDS;
}
