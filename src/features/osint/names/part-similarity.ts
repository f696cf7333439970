import { distance } from 'fastest-levenshtein';

/** Why two parts are similar. */
export const partRelations = ['same', 'spelling', 'sound', 'initial'] as const;
export type PartRelation = (typeof partRelations)[number];

export interface PartSimilarity {
  /** Above 0, at most 1. */
  similarity: number;
  relation: PartRelation;
}

const SAME: PartSimilarity = { similarity: 1, relation: 'same' };

const VOWEL = /[aeiou]/;

/**
 * Edits that a part may have, by its length. Without vowels, as scripts that write none are transliterated, each letter
 * says more.
 */
export function editBudget(part: string): number {
  const { length } = part;
  if (length <= 3) return 0;
  const budget = length <= 6 ? 1 : length <= 10 ? 2 : 3;
  return VOWEL.test(part) ? budget : budget - 1;
}

/**
 * The consonants of a part, with those that transliterations exchange written the same way: `nuristani` and
 * `nooristani` have the same ones.
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

/**
 * The letters of a part that a script without vowels keeps of it, with those that it does not tell apart written the
 * same way: `richard` and `rytshrd`, `george` and `jwrj` have the same ones.
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

/** A part in which a letter is replaced by another one that is not easily taken for it: another name, mostly. */
function isReplaced(a: string, b: string): boolean {
  if (a.length !== b.length) return false;
  const at = [...a].findIndex((letter, index) => letter !== b[index]);
  return a.slice(at + 1) === b.slice(at + 1) && !CONFUSABLE.has([a[at], b[at]].sort().join(''));
}

/** Letters that transliterations and listeners exchange. */
const CONFUSABLE = new Set('iy ks ck cs sz ou ei gj vw bv ae uw'.split(' '));

/** Returns the number of edits between two parts; two adjacent letters that are exchanged are one edit. */
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
  /** Single letters abbreviate names: persons only. */
  initials: boolean;
  /**
   * Names that sound alike match: persons only. Names of organizations and vessels are chosen, and differ by a letter
   * on purpose.
   */
  sounds: boolean;
  /** Another vowel makes another name: companies only. The name of a vessel is more often typed without one. */
  isCompany: boolean;
  /** One of them is transliterated: vowels, and `l` and `r`, say little. */
  isTransliterated: boolean;
  /** Each part is a syllable of a Korean name, of which another letter makes another name. */
  isExact: boolean;
}

/** Chosen names of at most this length differ by a letter on purpose. */
const MAX_CHOSEN = 8;
/** The similarity of parts of which a letter makes another name. */
const OTHER_LETTER = 0.6;
const OTHER_GENDER = 0.3;

/** `maria` and `mario`. */
const isOtherGender = (a: string, b: string): boolean =>
  a.length === b.length && a.slice(0, -1) === b.slice(0, -1) && /^(?:ao|oa)$/.test(`${a.at(-1)}${b.at(-1)}`);

/** @returns undefined when they are different */
export function compareParts(a: string, b: string, rules: PartRules): PartSimilarity | undefined {
  if (a === b) return SAME;
  if (rules.isExact) return undefined;
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  if (short.length === 1)
    return rules.initials && long.startsWith(short) ? { similarity: 0.8, relation: 'initial' } : undefined;
  const sound = rules.isTransliterated && rules.sounds ? compareSkeletons(a, b) : undefined;
  // Names of four letters are mostly different with one of them changed, but for those of people.
  const budget = short.length === 4 && !rules.sounds ? 0 : editBudget(short);
  if (long.length - short.length > budget + 2) return sound;
  const apart = edits(a, b);
  if (apart <= budget) {
    const similarity = 1 - (apart * 0.6) / Math.max(short.length, 5);
    const isOther = rules.sounds
      ? isOtherGender(a, b)
      : short.length <= MAX_CHOSEN && (apart > 1 || isReplaced(a, b) || (rules.isCompany && hasVowelMore(short, long)));
    return {
      similarity: isOther ? Math.min(similarity, rules.sounds ? OTHER_GENDER : OTHER_LETTER) : similarity,
      relation: 'spelling',
    };
  }
  if (sound !== undefined) return sound;
  return rules.sounds && short.length >= 4 ? compareSounds(a, b, apart <= budget + 1, rules) : undefined;
}

/** Compares a part of a script without vowels with a part of the Latin one. */
function compareSkeletons(a: string, b: string): PartSimilarity | undefined {
  const [first, second] = [skeleton(a), skeleton(b)];
  if (first.length < 2 || first !== second) return undefined;
  return { similarity: first.length > 2 ? 0.85 : 0.78, relation: 'sound' };
}

/** True when the longer part has one vowel more that is not a doubled one: `altona` and `altonia`. */
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
