import anyAscii from 'any-ascii';

/** One word of a text. */
export interface Word {
  /** As it is written. */
  text: string;
  /** In lower case, without accents, Latin letters in ASCII. */
  folded: string;
  /** Position of the first UTF-16 unit in the text, and of the one after the last. */
  start: number;
  end: number;
}

const WORD = /[\p{L}\p{N}]+(?:\p{M}+[\p{L}\p{N}]*)*/gu;
const NOT_ASCII = /[^\p{ASCII}]/u;
/** Accents; vowel signs of other scripts are letters to their readers. */
const ACCENTS = /[\u0300-\u036f]+/g;
const LATIN = /\p{Script=Latin}/u;

/**
 * Returns the text in lower case without accents; Latin letters become ASCII (`Łódź` → `lodz`), other scripts stay.
 * Words of texts are compared as their readers write them; names, which lists transliterate, are compared by `foldText`
 * of OSINT.
 */
export function fold(text: string): string {
  if (!NOT_ASCII.test(text)) return text.toLowerCase();
  const plain = text.normalize('NFKD').replace(ACCENTS, '').normalize('NFC').toLowerCase();
  return NOT_ASCII.test(plain)
    ? Array.from(plain, (letter) => (LATIN.test(letter) && NOT_ASCII.test(letter) ? anyAscii(letter) : letter)).join('')
    : plain;
}

/**
 * Returns the words of a text in order: runs of letters and digits. Punctuation, also inside of `U.S.` and
 * `Bab el-Mandeb`, separates them.
 */
export function wordsOf(text: string): Word[] {
  const words: Word[] = [];
  for (const match of text.matchAll(WORD))
    words.push({ text: match[0], folded: fold(match[0]), start: match.index, end: match.index + match[0].length });
  return words;
}

/** Returns the words of a text in one string, folded and separated by single spaces: for comparing names and titles. */
export const foldedWords = (text: string): string => (fold(text).match(WORD) ?? []).join(' ');

const isUpper = (text: string): boolean => text !== text.toLowerCase() && text === text.toUpperCase();
const startsUpper = (text: string): boolean => isUpper(String.fromCodePoint(text.codePointAt(0) as number));
/** True for a word in a script without capitals, or a number. */
const isCaseless = (text: string): boolean => text.toLowerCase() === text.toUpperCase();

/** True when the word begins with a capital, or with a letter or digit without capitals. */
export const isCapitalized = ({ text }: Word): boolean => startsUpper(text) || isCaseless(text);

/**
 * True when a word may be the written one: a capital at its start needs a capital, and a word in capitals, such as
 * `US`, needs capitals.
 * @param written a word of a name as its list writes it
 */
export function fitsCase({ text }: Word, written: string): boolean {
  if (isUpper(written)) return isUpper(text);
  return !startsUpper(written) || startsUpper(text);
}

/** Share of capitalized words from which the capitals of a text, a headline in title case, say nothing about names. */
const TITLE_CASE_SHARE = 0.6;

/** True when capitals in these words mark names: the text is in sentence case. */
export function marksNames(words: readonly Word[]): boolean {
  const cased = words.filter(({ text }) => text.length > 3 && !isCaseless(text));
  return cased.filter(isCapitalized).length < cased.length * TITLE_CASE_SHARE;
}
