/** A word of a text: its letters in lower case and without accents, and where it is (UTF-16 code units, `end` exclusive). */
export interface Word {
  text: string;
  start: number;
  end: number;
}

/** Letters that Unicode does not decompose into a base letter and an accent. */
const FOLDED: Readonly<Record<string, string>> = { ß: 'ss', ø: 'o', æ: 'ae', œ: 'oe', đ: 'd', ð: 'd', ł: 'l', þ: 'th', ı: 'i' };

/** A text in lower case and without accents. */
export function fold(text: string): string {
  const lower = text.toLowerCase();
  // Most texts are plain, and Unicode normalization takes ten times as long.
  if (/^[\x20-\x7e]*$/.test(lower)) return lower;
  return lower
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[ßøæœđðłþı]/g, (letter) => FOLDED[letter] as string);
}

/** The words of a text in order: runs of letters and digits of any script. */
export function wordsOf(text: string): Word[] {
  const found: Word[] = [];
  for (const match of text.matchAll(/[\p{L}\p{N}\p{M}]+/gu)) found.push({ text: fold(match[0]), start: match.index, end: match.index + match[0].length });
  return found;
}
