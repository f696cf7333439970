import anyAscii from 'any-ascii';

const HAN = /^[\p{Script=Han}\s·・]+$/u;
const LATIN = /\p{Script=Latin}/u;
const ASCII = /^[\x20-\x7e]*$/;

/**
 * Whether a name is written in Chinese characters alone: each is a syllable, and a different one is a different name.
 */
export const isHan = (text: string): boolean => HAN.test(text.normalize('NFKC').trim());

/** Whether a name is written in another script than the Latin one, so that its spelling here is a transliteration. */
export const isTransliterated = (text: string): boolean => !ASCII.test(text) && !LATIN.test(text);

/**
 * Folds a text for comparison: compatibility forms and accents removed, every script transliterated to Latin, lower
 * case, abbreviations without dots (`S.p.A.` is `spa`), words separated by single spaces. Unlike `fold` of
 * `src/text/words.ts`, which keeps other scripts and the positions of words:
 * a list has `Мурат` as `Murat`, while a search for one of them in a text must not find the other.
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
 * Middle dots separate the names of a person in Chinese and Japanese; joiners separate nothing. The article and the
 * ending that Arabic writes with its words are written as lists transliterate them.
 */
function separated(text: string): string {
  return text
    .replace(/[·・]/g, ' ')
    .replace(/[\u200c\u200d]/g, '')
    .replace(/(?<=^|\s)ال(?=\p{Script=Arabic}{3})/gu, 'al ')
    .replace(/ة/g, 'ه');
}
