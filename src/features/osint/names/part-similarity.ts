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
    .replace(/[aeiouyh]/g, '')
    .replace(/(.)\1+/g, '$1');
}

/** Edits between two parts; two exchanged neighbours are one. */
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
  /** One of them is transliterated: vowels, and `l` and `r`, say little. */
  isTransliterated: boolean;
}

/** @returns undefined when they are different */
export function compareParts(a: string, b: string, rules: PartRules): PartSimilarity | undefined {
  if (a === b) return SAME;
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  if (short.length === 1)
    return rules.initials && long.startsWith(short) ? { similarity: 0.8, relation: 'initial' } : undefined;
  // Names of four letters are mostly different with one of them changed, but for those of people.
  const budget = short.length === 4 && !rules.sounds ? 0 : editBudget(short);
  if (long.length - short.length > budget + 2) return undefined;
  const apart = edits(a, b);
  if (apart <= budget) return { similarity: 1 - (apart * 0.6) / Math.max(short.length, 5), relation: 'spelling' };
  return rules.sounds && short.length >= 4 ? compareSounds(a, b, apart <= budget + 1, rules) : undefined;
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
