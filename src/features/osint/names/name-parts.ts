import { countryOfWord } from '../../../gazetteer/country-words.js';
import { foldText, isHan, isTransliterated } from './fold-text.js';
import {
  descriptions,
  fillers,
  koreanFamilyNames,
  legalForms,
  MAX_FORM_WORDS,
  type NameKind,
  numberWords,
  particles,
  phrases,
  synonyms,
  titles,
} from './name-words.js';

/** A name, split for comparisons. */
export interface NameParts {
  /** The identifying parts in their order. */
  parts: readonly string[];
  /** Particles such as `bin` and `al`; for organizations, words such as `the` and `of`. They do not identify. */
  particles: readonly string[];
  /** Numbers, sorted; they must be equal, since `2024` and `2025` are different names. */
  numbers: readonly string[];
  /** Symbol of the legal form; undefined without one. */
  legalForm?: string;
  /** The identifying parts joined without spaces: `polpot`. */
  joined: string;
  /** The complete name, if it is in Chinese characters. */
  han?: string;
  /** True if the name is written in a script other than Latin. */
  isTransliterated: boolean;
  /** True if each part is a syllable of a Korean name. */
  isKorean: boolean;
  /** True if numbers are written as words, which may be ordinary parts of other names. */
  hasNumberWords: boolean;
  /**
   * Weight of each part of an organization: 1, or less for a country and a description, which short forms of the name
   * omit.
   */
  weights: readonly number[];
  /** For each part of an organization, the country that it means (ISO 3166-1 alpha-2); undefined for other parts. */
  countries: ReadonlyArray<string | undefined>;
  /** Possible abbreviations of an organization by the initials of its words. */
  acronyms: readonly string[];
}

/**
 * Maximum length of a name, and maximum number of parts; longer names are cut, because the cost of a comparison grows
 * with the parts.
 */
const MAX_NAME_LENGTH = 400;
const MAX_PARTS = 24;
const formWords = new Set([...legalForms.keys()].flatMap((form) => form.split(' ')));
const ROMAN = /^(?:x{0,3}(?:ix|iv|v?i{0,3}))$/;

/** Splits a name into its parts. `PUTIN, Vladimir` and `Vladimir Putin` have the same parts. */
export function readName(text: string, kind: NameKind): NameParts {
  const cut = text.slice(0, MAX_NAME_LENGTH);
  const all = withPhrases(foldText(cut)).split(' ');
  const { words: named, legalForm } = withoutLegalForm(all);
  const words = kind === 'person' ? named : withNumbers(named);
  const read = { parts: [] as string[], particles: [] as string[], numbers: [] as string[] };
  for (const word of words) sort(word, kind, read);
  // A name that consists only of titles and particles, such as the vessel Lady, is compared by these words.
  if (read.parts.length === 0 && read.numbers.length === 0) read.parts.push(...words.filter((word) => word !== ''));
  let parts = read.parts.slice(0, MAX_PARTS);
  const isKorean = kind === 'person' && isKoreanName(parts);
  if (isKorean) parts = parts.map((part) => part.replace(/eo/g, 'o').replace(/eu/g, 'u'));
  const isOrganization = kind === 'organization';
  const countries = isOrganization ? parts.map(countryOfWord) : NOTHING;
  return {
    isKorean,
    hasNumberWords: words !== named && words.some((word, index) => word !== named[index]),
    countries,
    weights: isOrganization
      ? parts.map((part, index) =>
          countries[index] ? COUNTRY_WEIGHT : descriptions.has(part) ? DESCRIPTION_WEIGHT : 1,
        )
      : NOTHING,
    acronyms: isOrganization && all.length >= MIN_ACRONYM ? acronymsOf(all, named) : NOTHING,
    parts,
    particles: read.particles,
    numbers: read.numbers.sort(),
    legalForm,
    joined: parts.join('') || read.numbers.join('-'),
    han: isHan(cut) ? cut.normalize('NFKC').replace(/[\s·・]/g, '') : undefined,
    isTransliterated: isTransliterated(cut),
  };
}

const NOTHING: readonly never[] = [];
const COUNTRY_WEIGHT = 0.1;
const DESCRIPTION_WEIGHT = 0.25;
/** Minimum and maximum length of an abbreviation. */
export const MIN_ACRONYM = 3;
/** Minimum length of an abbreviation beside the country of the full name. */
export const MIN_INITIALS = 2;
const MAX_ACRONYM = 7;
const joining = new Set('of the and for de du des la le y'.split(' '));

/**
 * Returns possible abbreviations: the initials of all words, with legal forms of up to two letters in full; the
 * initials without joining words; the initials without joining words and the legal form; and the last ones also without
 * a country at the end.
 */
function acronymsOf(all: readonly string[], named: readonly string[]): string[] {
  const initials = (words: readonly string[]) => words.map((word) => word[0] ?? '').join('');
  const meaning = all.filter((word) => !joining.has(word));
  const bare = named.filter((word) => !joining.has(word));
  const withForm = all.map((word) => (legalForms.has(word) && word.length <= 2 ? word : (word[0] ?? ''))).join('');
  const isInCountry = countryOfWord(bare.at(-1) ?? '') !== undefined;
  const found = [withForm, initials(meaning), initials(bare), ...(isInCountry ? [initials(bare.slice(0, -1))] : [])];
  return [...new Set(found)].filter(({ length }) => length >= MIN_ACRONYM && length <= MAX_ACRONYM);
}

const SYLLABLE =
  /^(?:[bcdghjklmnprstwy]h?|ry|ky|py|hy|my|ny|kw|hw|ch|ss|kk)?(?:[aeiou]|ae|eo|eu|oe|ui|wa|wo|ya|yo|yu|ye|oo|ee|ou|yeo|yae|woo|wee|weo)(?:ng|n|m|k|l|p|t|r|h|b|g)?$/;

/** True for two to four Korean syllables with a Korean family name at the start or end. */
const isKoreanName = (parts: readonly string[]): boolean =>
  parts.length >= 2 &&
  parts.length <= 4 &&
  parts.every((part) => part.length <= 6 && SYLLABLE.test(part)) &&
  (koreanFamilyNames.has(parts[0] as string) || koreanFamilyNames.has(parts.at(-1) as string));

/** Replaces numbers in words by digits: `twenty one` by `21`, `1st` by `1`. */
function withNumbers(words: readonly string[]): readonly string[] {
  if (!words.some((word) => numberWords.has(word) || ORDINAL.test(word))) return words;
  const written: string[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const value = numberWords.get(words[at] as string);
    const next = numberWords.get(words[at + 1] ?? '');
    if (value === undefined) written.push((words[at] as string).replace(ORDINAL, '$1'));
    else if (value >= 20 && next !== undefined && next > 0 && next < 10) {
      written.push(String(value + next));
      at += 1;
    } else written.push(String(value));
  }
  return written;
}

const ORDINAL = /^(\d+)(?:st|nd|rd|th)$/;

function withPhrases(folded: string): string {
  let text = ` ${folded} `;
  for (const [phrase, word] of phrases)
    if (text.includes(` ${phrase} `)) text = text.replaceAll(` ${phrase} `, ` ${word} `);
  return text.trim();
}

/** Removes legal forms from both ends, the longest first; at least one word remains. */
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

/**
 * False for short legal forms such as `as` and `co`, which also begin names with another meaning and therefore count
 * only at the end.
 */
const isLeading = (form: string): boolean => form.length > 2 || form === 'ao';

function sort(word: string, kind: NameKind, read: Record<'parts' | 'particles' | 'numbers', string[]>): void {
  const known = synonyms.get(word) ?? word;
  if (known === '') return;
  if (/\d/.test(known)) read.numbers.push(known.replace(/^0+(?=\d)/, ''));
  else if (kind !== 'person' && ROMAN.test(known)) read.numbers.push(String(romanValue(known)));
  else if (kind === 'person' && titles.has(known)) return;
  else if (kind === 'person' && particles.has(known)) read.particles.push(particles.get(known) as string);
  else if (kind === 'organization' && (fillers.has(known) || (known.length > 2 && legalForms.has(known))))
    read.particles.push(known);
  else if (kind === 'vessel' && known === 'the') return;
  else read.parts.push(known);
}

function romanValue(text: string): number {
  const values: Record<string, number> = { i: 1, v: 5, x: 10 };
  const digits = [...text].map((digit) => values[digit] as number);
  return digits.reduce((sum, value, index) => sum + (value < (digits[index + 1] ?? 0) ? -value : value), 0);
}
