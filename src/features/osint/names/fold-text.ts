import anyAscii from 'any-ascii';

const HAN = /^[\p{Script=Han}\s·・]+$/u;
const LATIN = /\p{Script=Latin}/u;
const ASCII = /^[\x20-\x7e]*$/;

/**
 * True for a name written only in Chinese characters. Each character is a syllable, and another character makes another
 * name.
 */
export const isHan = (text: string): boolean => HAN.test(text.normalize('NFKC').trim());

/** True for a name in a script other than Latin, whose Latin spelling here is a transliteration. */
export const isTransliterated = (text: string): boolean => !ASCII.test(text) && !LATIN.test(text);

/**
 * Folds a text for comparisons: removes compatibility forms and accents, transliterates every script to Latin, converts
 * to lower case, removes the dots of abbreviations (`S.p.A.` becomes `spa`), and separates words by single spaces. In
 * contrast, `fold` of `src/text/words.ts` keeps other scripts and the positions of words: a list must match `Мурат`
 * with `Murat`, while a text search for one must not find the other.
 */
export function foldText(text: string): string {
  const ascii = ASCII.test(text) ? text : anyAscii(separated(text.normalize('NFKC')));
  return ascii
    .toLowerCase()
    .replace(/(?<=[a-z])['`]s\b/g, '')
    .replace(/['`]/g, '')
    .replace(/\b[a-z](?:[./][a-z]\b)+\.?/g, (initials) => initials.replace(/[./]/g, ''))
    .replace(/&/g, ' and ')
    .replace(/[^a-z0-9]+/g, ' ')
    .trim();
}

/**
 * Separates the names of a person at middle dots, which Chinese and Japanese use, and removes joiners. The Arabic
 * article and ending are written as lists transliterate them.
 */
function separated(text: string): string {
  return text
    .replace(/[·・]/g, ' ')
    .replace(/[\u200c\u200d]/g, '')
    .replace(/(?<=^|\s)ال(?=\p{Script=Arabic}{3})/gu, 'al ')
    .replace(/ة/g, 'ه');
}
