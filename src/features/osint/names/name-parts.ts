import { foldText, isHan, isTransliterated } from './fold-text.js';
import {
  fillers,
  legalForms,
  MAX_FORM_WORDS,
  type NameKind,
  particles,
  phrases,
  synonyms,
  titles,
} from './name-words.js';

/** A name as it is compared. */
export interface NameParts {
  /** The parts that identify, in their order. */
  parts: readonly string[];
  /** Particles such as `bin` and `al`; `the` and `of` of organizations. They count for little. */
  particles: readonly string[];
  /** Numbers, exact, sorted: `2024` and `2025` are different names. */
  numbers: readonly string[];
  /** The symbol of the legal form; undefined when it has none. */
  legalForm?: string;
  /** The identifying parts without spaces: `polpot`. */
  joined: string;
  /** The whole name in Chinese characters; otherwise undefined. */
  han?: string;
  /** Written in another script than the Latin one. */
  isTransliterated: boolean;
}

/** Longer names are cut, because the cost of a comparison grows with the parts. */
const MAX_NAME_LENGTH = 400;
const MAX_PARTS = 24;
const formWords = new Set([...legalForms.keys()].flatMap((form) => form.split(' ')));
const ROMAN = /^(?:x{0,3}(?:ix|iv|v?i{0,3}))$/;

/** Reads the parts of a name. `PUTIN, Vladimir` and `Vladimir Putin` have the same ones. */
export function readName(text: string, kind: NameKind): NameParts {
  const cut = text.slice(0, MAX_NAME_LENGTH);
  const { words, legalForm } = withoutLegalForm(withPhrases(foldText(cut)).split(' '));
  const read = { parts: [] as string[], particles: [] as string[], numbers: [] as string[] };
  for (const word of words) sort(word, kind, read);
  // A name that consists of titles and particles only, such as that of the vessel Lady, is compared by them.
  if (read.parts.length === 0 && read.numbers.length === 0) read.parts.push(...words.filter((word) => word !== ''));
  const parts = read.parts.slice(0, MAX_PARTS);
  return {
    parts,
    particles: read.particles,
    numbers: read.numbers.sort(),
    legalForm,
    joined: parts.join('') || read.numbers.join('-'),
    han: isHan(cut) ? cut.normalize('NFKC').replace(/[\s·・]/g, '') : undefined,
    isTransliterated: isTransliterated(cut),
  };
}

function withPhrases(folded: string): string {
  let text = ` ${folded} `;
  for (const [phrase, word] of phrases)
    if (text.includes(` ${phrase} `)) text = text.replaceAll(` ${phrase} `, ` ${word} `);
  return text.trim();
}

/** Takes legal forms from both ends, longest first, as long as a word remains. */
function withoutLegalForm(all: readonly string[]): { words: readonly string[]; legalForm?: string } {
  if (!all.some((word) => formWords.has(word))) return { words: all };
  let words = all;
  let legalForm: string | undefined;
  for (let found = true; found; ) {
    found = false;
    for (let length = Math.min(MAX_FORM_WORDS, words.length - 1); length > 0 && !found; length -= 1) {
      const [first, last] = [words.slice(0, length).join(' '), words.slice(-length).join(' ')];
      const symbol =
        legalForms.get(last) ?? (legalForms.get(first) && isLeading(first) ? legalForms.get(first) : undefined);
      if (symbol === undefined) continue;
      words = legalForms.has(last) ? words.slice(0, -length) : words.slice(length);
      legalForm = legalForm === undefined || symbol !== 'incorporated' ? symbol : legalForm;
      found = true;
    }
  }
  return { words, legalForm };
}

/** Words that begin names of other meaning as well (`as`, `co`) are legal forms only at the end. */
const isLeading = (form: string): boolean => form.length > 2 || form === 'ao';

function sort(word: string, kind: NameKind, read: Record<'parts' | 'particles' | 'numbers', string[]>): void {
  const known = synonyms.get(word) ?? word;
  if (known === '') return;
  if (/\d/.test(known)) read.numbers.push(known.replace(/^0+(?=\d)/, ''));
  else if (kind !== 'person' && ROMAN.test(known)) read.numbers.push(String(romanValue(known)));
  else if (kind === 'person' && titles.has(known)) return;
  else if (kind === 'person' && particles.has(known)) read.particles.push(particles.get(known) as string);
  else if (kind === 'organization' && fillers.has(known)) read.particles.push(known);
  else if (kind === 'vessel' && known === 'the') return;
  else read.parts.push(known);
}

function romanValue(text: string): number {
  const values: Record<string, number> = { i: 1, v: 5, x: 10 };
  const digits = [...text].map((digit) => values[digit] as number);
  return digits.reduce((sum, value, index) => sum + (value < (digits[index + 1] ?? 0) ? -value : value), 0);
}
