import type { NameParts } from './name-parts.js';
import type { NameKind } from './name-words.js';
import { compareParts, type PartRelation, type PartRules } from './part-similarity.js';

/** Two names are taken for the same one from this score. */
export const MATCH_SCORE = 0.7;

/** The reasons that raise or lower the score. */
export const nameReasons = [
  'same_name',
  'same_part',
  'similar_spelling',
  'similar_sound',
  'initial',
  'joined',
  'extra_parts',
  'different_parts',
  'different_number',
  'number_missing',
  'different_legal_form',
] as const;

/** One reason for a score. */
export interface NameReason {
  code: (typeof nameReasons)[number];
  /** The parts concerned, of the first name and of the second; empty for those that one of them lacks. */
  parts: readonly [string, string];
}

export interface NameMatch {
  /** From 0 (different) to 1 (the same). */
  score: number;
  reasons: NameReason[];
}

interface Aligned {
  pairs: Array<{ a: number; b: number; similarity: number; relation: PartRelation }>;
  /** Parts without a counterpart. */
  onlyA: number[];
  onlyB: number[];
}

const relationReasons = {
  same: 'same_part',
  spelling: 'similar_spelling',
  sound: 'similar_sound',
  initial: 'initial',
} as const;

export const rulesFor = (kind: NameKind, a: NameParts, b: NameParts): PartRules => ({
  initials: kind === 'person',
  sounds: kind === 'person',
  isTransliterated: a.isTransliterated !== b.isTransliterated,
});

/**
 * Pairs the parts, most similar first; of equally similar ones those in like places. Cost: the product of the numbers
 * of parts.
 */
function align(a: NameParts, b: NameParts, rules: PartRules): Aligned {
  const possible: Aligned['pairs'] = [];
  a.parts.forEach((first, i) => {
    b.parts.forEach((second, j) => {
      const found = compareParts(first, second, rules);
      if (found) possible.push({ a: i, b: j, ...found });
    });
  });
  possible.sort((x, y) => y.similarity - x.similarity || Math.abs(x.a - x.b) - Math.abs(y.a - y.b));
  const [usedA, usedB] = [new Set<number>(), new Set<number>()];
  const pairs = possible.filter((pair) => {
    if (usedA.has(pair.a) || usedB.has(pair.b)) return false;
    usedA.add(pair.a);
    usedB.add(pair.b);
    return true;
  });
  const without = (parts: readonly string[], used: ReadonlySet<number>) =>
    parts.flatMap((_, index) => (used.has(index) ? [] : [index]));
  return { pairs, onlyA: without(a.parts, usedA), onlyB: without(b.parts, usedB) };
}

/**
 * Compares two names of a kind. Parts are paired by spelling (with a number of edits that grows with their length) and,
 * for people, by sound. Names of people may lack parts of the other; those of organizations and vessels may not.
 * Different numbers make different names.
 */
export function matchNames(a: NameParts, b: NameParts, kind: NameKind): NameMatch {
  if (a.han !== undefined && b.han !== undefined) return matchHan(a.han, b.han);
  if (a.joined === b.joined && a.joined !== '') return withNumbers(a, b, sameParts(a, b));
  const aligned = align(a, b, rulesFor(kind, a, b));
  const reasons: NameReason[] = aligned.pairs.map(({ a: i, b: j, relation }) => ({
    code: relationReasons[relation],
    parts: [a.parts[i] as string, b.parts[j] as string],
  }));
  const extra: [string, string] = [
    aligned.onlyA.map((index) => a.parts[index]).join(' '),
    aligned.onlyB.map((index) => b.parts[index]).join(' '),
  ];
  if (extra[0] !== '' && extra[1] !== '') reasons.push({ code: 'different_parts', parts: extra });
  else if (extra[0] !== '' || extra[1] !== '') reasons.push({ code: 'extra_parts', parts: extra });
  return withNumbers(a, b, {
    score: kind === 'person' ? scorePerson(aligned) : scoreChosenName(a, b, aligned),
    reasons,
  });
}

const sameParts = (a: NameParts, b: NameParts): NameMatch => {
  const isTogether = a.parts.length !== b.parts.length;
  return {
    score: isTogether ? 0.95 : 1,
    reasons: [{ code: isTogether ? 'joined' : 'same_name', parts: [a.parts.join(' '), b.parts.join(' ')] }],
  };
};

function matchHan(a: string, b: string): NameMatch {
  return a === b
    ? { score: 1, reasons: [{ code: 'same_name', parts: [a, b] }] }
    : { score: 0, reasons: [{ code: 'different_parts', parts: [a, b] }] };
}

/** The shorter name must be part of the longer one: a part that both have and that differs is another person. */
function scorePerson({ pairs, onlyA, onlyB }: Aligned): number {
  const similarity = pairs.reduce((sum, pair) => sum + pair.similarity, 0);
  const fewer = pairs.length + Math.min(onlyA.length, onlyB.length);
  const coverage = fewer === 0 ? 0 : similarity / fewer;
  const isDifferent = onlyA.length > 0 && onlyB.length > 0;
  // One common name of two is a weaker sign than two of three.
  const missing = Math.abs(onlyA.length - onlyB.length);
  const lacks = Math.min(missing * (pairs.length === 1 ? 0.1 : 0.04), 0.25);
  // Several uncertain parts together are another name.
  return Math.max(0, (isDifferent ? coverage ** 2 : coverage) - lacks);
}

function scoreChosenName(a: NameParts, b: NameParts, { pairs }: Aligned): number {
  const similarity = pairs.reduce((sum, pair) => sum + pair.similarity, 0);
  const all = a.parts.length + b.parts.length;
  return all === 0 ? 0 : ((2 * similarity) / all) ** 2;
}

/** Applies what is the same for every kind: numbers and the legal form. */
function withNumbers(a: NameParts, b: NameParts, { score, reasons }: NameMatch): NameMatch {
  let result = score;
  const [first, second] = [a.numbers.join(' '), b.numbers.join(' ')];
  if (first !== second) {
    const isMissing = first === '' || second === '';
    result *= isMissing ? 0.8 : 0.6;
    reasons.push({ code: isMissing ? 'number_missing' : 'different_number', parts: [first, second] });
  }
  if (a.legalForm !== b.legalForm && a.legalForm !== undefined && b.legalForm !== undefined) {
    result -= 0.03;
    reasons.push({ code: 'different_legal_form', parts: [a.legalForm, b.legalForm] });
  }
  return { score: Math.round(Math.max(0, Math.min(1, result)) * 1000) / 1000, reasons };
}
