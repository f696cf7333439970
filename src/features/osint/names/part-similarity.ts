import { distance } from 'fastest-levenshtein';
import { isFrequentWord } from '../../../text/frequent-words.js';
import { isSyllable } from './chinese-names.js';

/** Relations by which two parts are similar. */
export const partRelations = ['same', 'spelling', 'sound', 'initial'] as const;
export type PartRelation = (typeof partRelations)[number];

export interface PartSimilarity {
  /** Similarity, greater than 0 and at most 1. */
  similarity: number;
  relation: PartRelation;
}

const SAME: PartSimilarity = { similarity: 1, relation: 'same' };

const VOWEL = /[aeiou]/;

/**
 * Returns the number of edits by which a similar part may differ; it grows with the length. Parts without vowels, which
 * come from scripts that omit them, allow one edit less, since each letter counts more.
 */
export function editBudget(part: string): number {
  const { length } = part;
  if (length <= 3) return 0;
  const budget = length <= 6 ? 1 : length <= 10 ? 2 : 3;
  return VOWEL.test(part) ? budget : budget - 1;
}

/**
 * Returns the consonants of a part. Letters that transliterations exchange are written alike: `nuristani` and
 * `nooristani` have the same result.
 */
export function consonants(part: string): string {
  return part
    .replace(/ph/g, 'f')
    .replace(/ck|kh|ch|q|c(?=[^eiy]|$)/g, 'k')
    .replace(/sch|sh|ts|tz|z|c/g, 's')
    .replace(/dj|dzh|zh|g(?=[ei])/g, 'j')
    .replace(/[wv]/g, 'v')
    .replace(/(.)\1+/g, '$1')
    .replace(/[aeiouyh]/g, '');
}

/** Minimum length of parts that are compared by their sounds. */
const MIN_SOUNDED = 5;

/** Returns the sounds of a part: like its consonants, but with its vowels. */
const sounds = (part: string): string =>
  part
    .replace(/ph/g, 'f')
    .replace(/tsch|tch/g, 'c')
    .replace(/sch|sh|ts|tz|z/g, 's')
    .replace(/ck|kh|q/g, 'k')
    .replace(/w/g, 'v')
    .replace(/[jy]/g, 'i')
    .replace(/h/g, '')
    .replace(/(.)\1+/g, '$1');

/**
 * Returns the letters of a part that remain in a script without vowels. Letters that such a script does not distinguish
 * are written alike: `richard` and `rytshrd`, `george` and `jwrj` have the same result.
 */
export function skeleton(part: string): string {
  return part
    .replace(/tsch|sch|tch|tsh|sh|ch/g, 's')
    .replace(/ph/g, 'f')
    .replace(/th/g, 't')
    .replace(/x/g, 'ks')
    .replace(/ck|kh|qu|q|c(?=[^eiy]|$)/g, 'k')
    .replace(/dzh|dj|zh|gh|j/g, 'g')
    .replace(/ng(?=[^aeiouy]|$)/g, 'n')
    .replace(/[cz]/g, 's')
    .replace(/p/g, 'b')
    .replace(/v/g, 'f')
    .replace(/[aeiouywh]/g, '')
    .replace(/(.)\1+/g, '$1');
}

/**
 * Returns the letters, in alphabetical order, by which parts of equal length differ in one place; undefined for other
 * parts.
 */
function replacedIn(a: string, b: string): string | undefined {
  if (a.length !== b.length) return undefined;
  const at = [...a].findIndex((letter, index) => letter !== b[index]);
  return a.slice(at + 1) === b.slice(at + 1) ? [a[at], b[at]].sort().join('') : undefined;
}

/**
 * True for parts that differ in one letter by letters that are rarely confused; they are usually different names. The
 * names of companies also differ intentionally in a vowel (`Marlin` and `Merlin`).
 */
function isReplaced(a: string, b: string, { isCompany, isTransliterated }: PartRules): boolean {
  const letters = replacedIn(a, b);
  if (letters === undefined) return false;
  const isVowel = isCompany && !isTransliterated && VOWELS.has(letters);
  return isVowel || !CONFUSABLE.has(letters);
}

/** Pairs of letters that transliterations and listeners confuse, in alphabetical order. */
const CONFUSABLE = new Set('iy ks ck cs sz ou ei gj vw bv ae uw'.split(' '));
const VOWELS = new Set('ae ei ou'.split(' '));
const KEYS = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm'];

/** True for letters whose keys adjoin in a row of the keyboard. */
const adjoinOnKeyboard = ([one = '', other = '']: string): boolean =>
  KEYS.some((row) => row.includes(one) && row.includes(other) && Math.abs(row.indexOf(one) - row.indexOf(other)) === 1);

/** True for a frequent word and the same word with the key beside the right one: `ocean` and `oceam`. */
function isMistyped(a: string, b: string): boolean {
  const letters = replacedIn(a, b);
  return letters !== undefined && adjoinOnKeyboard(letters) && isFrequentWord(a) !== isFrequentWord(b);
}

/** Returns the number of edits between two parts; exchanging two adjacent letters counts as one edit. */
function edits(a: string, b: string): number {
  const plain = distance(a, b);
  return plain === 2 && a.length === b.length && isTransposed(a, b) ? 1 : plain;
}

function isTransposed(a: string, b: string): boolean {
  let at = 0;
  while (a[at] === b[at]) at += 1;
  return a[at] === b[at + 1] && a[at + 1] === b[at] && a.slice(at + 2) === b.slice(at + 2);
}

export interface PartRules {
  /** True if single letters abbreviate names, which applies to people. */
  initials: boolean;
  /**
   * True if names match that sound alike, which applies to people. Names of organizations and vessels are chosen, and
   * intentionally differ by a letter.
   */
  sounds: boolean;
  /**
   * True if an additional vowel makes another name, which applies to organizations. A missing vowel in the name of a
   * vessel is more often a typing error.
   */
  isCompany: boolean;
  /** True if one of the names is transliterated, so that vowels, and the difference of `l` and `r`, mean little. */
  isTransliterated: boolean;
  /** True if all parts are syllables of Korean names, where another letter makes another name. */
  isExact: boolean;
  /** True if one of the names is Chinese, where another syllable makes another name. */
  isChinese: boolean;
}

/** Maximum length of a chosen name whose difference in a letter is assumed to be intentional. */
const MAX_CHOSEN = 8;
/** Maximum similarity of parts where another letter makes another name. */
const OTHER_LETTER = 0.6;
const OTHER_GENDER = 0.3;

/** True for names that differ in the ending of the gender, such as `maria` and `mario`. */
const isOtherGender = (a: string, b: string): boolean =>
  a.length === b.length && a.slice(0, -1) === b.slice(0, -1) && /^(?:ao|oa)$/.test(`${a.at(-1)}${b.at(-1)}`);

/** Compares two parts. @returns undefined when they are different */
export function compareParts(a: string, b: string, rules: PartRules): PartSimilarity | undefined {
  if (a === b) return SAME;
  if (rules.isExact || (rules.isChinese && isSyllable(a) && isSyllable(b))) return undefined;
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  if (short.length === 1)
    return rules.initials && long.startsWith(short) ? { similarity: 0.8, relation: 'initial' } : undefined;
  const sound = rules.isTransliterated && rules.sounds ? compareSkeletons(a, b) : undefined;
  // Except for people, names of four letters are usually different if one letter differs.
  const own = short.length < long.length ? editBudget(short) : Math.min(editBudget(short), editBudget(long));
  const budget = short.length === 4 && !rules.sounds ? 0 : own;
  if (long.length - short.length > budget + 2) return sound;
  const apart = edits(a, b);
  if (apart <= budget) {
    const similarity = 1 - (apart * 0.6) / Math.max(short.length, 5);
    const isOther = rules.sounds
      ? isOtherGender(a, b)
      : short.length <= MAX_CHOSEN &&
        (apart > 1 || isReplaced(a, b, rules) || (rules.isCompany && hasVowelMore(short, long))) &&
        (rules.isCompany || !isMistyped(a, b));
    return {
      similarity: isOther ? Math.min(similarity, rules.sounds ? OTHER_GENDER : OTHER_LETTER) : similarity,
      relation: 'spelling',
    };
  }
  if (sound !== undefined) return sound;
  if (!rules.sounds || short.length < 4) return undefined;
  // `Kuznetsov` and `Kusnezow` differ in more letters than an error, yet each letter has the same sound.
  if (short.length >= MIN_SOUNDED && sounds(a) === sounds(b)) return { similarity: 0.88, relation: 'sound' };
  return compareSounds(a, b, apart <= budget + 1, rules);
}

/** Compares a part from a script without vowels with one of the Latin script. */
function compareSkeletons(a: string, b: string): PartSimilarity | undefined {
  const [first, second] = [skeleton(a), skeleton(b)];
  if (first.length < 2 || first !== second) return undefined;
  return { similarity: first.length > 2 ? 0.85 : 0.78, relation: 'sound' };
}

/** True when the longer part has one additional vowel that does not double its neighbor: `altona` and `altonia`. */
function hasVowelMore(short: string, long: string): boolean {
  if (long.length !== short.length + 1) return false;
  const at = [...long].findIndex((letter, index) => letter !== short[index]);
  const letter = long[at] as string;
  return (
    VOWEL.test(letter) && letter !== long[at - 1] && letter !== long[at + 1] && long.slice(at + 1) === short.slice(at)
  );
}

function compareSounds(
  a: string,
  b: string,
  isNear: boolean,
  { isTransliterated }: PartRules,
): PartSimilarity | undefined {
  if (!isNear && !isTransliterated) return undefined;
  let [first, second] = [consonants(a), consonants(b)];
  if (isTransliterated) [first, second] = [first.replace(/l/g, 'r'), second.replace(/l/g, 'r')];
  return first.length >= 2 && first === second ? { similarity: isNear ? 0.88 : 0.8, relation: 'sound' } : undefined;
}
