import { isPersonName } from '../../../text/frequent-words.js';
import { isChineseName } from './chinese-names.js';
import { MIN_ACRONYM, MIN_INITIALS, type NameParts } from './name-parts.js';
import { generic, type NameKind } from './name-words.js';
import { compareParts, consonants, type PartRelation, type PartRules, skeleton } from './part-similarity.js';

/** Minimum score at which two names count as the same. */
export const MATCH_SCORE = 0.7;

/** Maximum score of Korean names that differ in a syllable. */
const OTHER_SYLLABLE = 0.6;
/**
 * Minimum lengths of a part that identifies an organization without its country (`MIN_NAME`), and without its
 * description (`MIN_BRAND`).
 */
const MIN_NAME = 4;
const MIN_BRAND = 6;
/** Maximum number of parts of a name that consists of an abbreviation and a country. */
const MAX_ABBREVIATED = 3;
/** Minimum number of letters that names with different spaces must have in common. */
const MIN_SKELETON = 4;

/** The reasons that raise or lower a score. */
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

/** One reason of a score. */
export interface NameReason {
  code: (typeof nameReasons)[number];
  /** The parts concerned, of the first and of the second name; empty if a name has no such part. */
  parts: readonly [string, string];
}

export interface NameMatch {
  /** Similarity from 0 (different) to 1 (the same). */
  score: number;
  reasons: NameReason[];
}

interface Aligned {
  pairs: Array<{ a: number; b: number; similarity: number; relation: PartRelation }>;
  /** Indices of the parts without a counterpart. */
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
  isCompany: kind === 'organization',
  isTransliterated: a.isTransliterated !== b.isTransliterated,
  isExact: a.isKorean && b.isKorean,
  isChinese: kind === 'person' && (isChineseName(a.parts) || isChineseName(b.parts)),
});

/**
 * Pairs the parts of two names, the most similar first; of equally similar pairs, the nearest positions first. The time
 * grows with the product of the numbers of parts.
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
 * Compares two names of a kind. Parts are paired by spelling (the allowed number of edits grows with their length) and,
 * for people, by sound. A person's name may lack parts of the other name; the names of organizations and vessels may
 * lack only countries and descriptions. Different numbers make different names.
 */
export function matchNames(a: NameParts, b: NameParts, kind: NameKind): NameMatch {
  if (a.han !== undefined && b.han !== undefined) return matchHan(a.han, b.han);
  if (a.joined === b.joined && a.joined !== '') return withNumbers(a, b, sameParts(a, b));
  const shortened = kind === 'organization' ? (matchAcronym(a, b) ?? matchAcronym(b, a)) : undefined;
  if (shortened !== undefined) return withNumbers(a, b, shortened);
  if (a.isTransliterated !== b.isTransliterated && kind === 'person' && haveOneSkeleton(a, b))
    return { score: 0.8, reasons: [{ code: 'similar_sound', parts: [a.parts.join(' '), b.parts.join(' ')] }] };
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
    score:
      kind === 'person'
        ? scorePerson(aligned, a.isKorean && b.isKorean) * (areAllOtherwise(a, b, aligned) ? ALL_OTHERWISE : 1)
        : scoreChosenName(a, b, aligned),
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

/**
 * Scores two names of people. The shorter name should be contained in the longer one; if each name has a part without a
 * counterpart, they are probably different people.
 */
function scorePerson({ pairs, onlyA, onlyB }: Aligned, isKorean: boolean): number {
  const similarity = pairs.reduce((sum, pair) => sum + pair.similarity, 0);
  const fewer = pairs.length + Math.min(onlyA.length, onlyB.length);
  const coverage = fewer === 0 ? 0 : similarity / fewer;
  const isDifferent = onlyA.length > 0 && onlyB.length > 0;
  // A single common part is weaker evidence than several ones.
  const missing = Math.abs(onlyA.length - onlyB.length);
  const lacks = Math.min(missing * (pairs.length === 1 ? 0.1 : 0.04), 0.25);
  // An additional syllable makes another name, just as a different one does.
  if (isKorean && onlyA.length + onlyB.length > 0) return Math.min(coverage ** 2, OTHER_SYLLABLE);
  // Parts that differ on both sides are strong evidence for different people, so the coverage is squared.
  return Math.max(0, (isDifferent ? coverage ** 2 : coverage) - lacks);
}

/** Factor for names of people of which no part is the same, because a name rarely contains two errors. */
const ALL_OTHERWISE = 0.75;

/** `Qadhafi` and `Gaddafi` begin with one sound. */
const consonantsOf = ({ parts }: NameParts, index: number): string =>
  consonants(parts[index] as string).replace(/k/g, 'g');

/** True if all parts are spelled in another way, and one of them with other consonants. */
const areAllOtherwise = (a: NameParts, b: NameParts, { pairs }: Aligned): boolean =>
  pairs.length > 1 &&
  pairs.every(({ relation }) => relation === 'spelling') &&
  pairs.some((pair) => consonantsOf(a, pair.a) !== consonantsOf(b, pair.b));

function scoreChosenName(a: NameParts, b: NameParts, { pairs, onlyA, onlyB }: Aligned): number {
  const similarity = pairs.reduce((sum, pair) => sum + pair.similarity, 0);
  const [fewer, more, extra] = onlyA.length === 0 ? [a, b, onlyB] : [b, a, onlyA];
  const isShort =
    (onlyA.length === 0 || onlyB.length === 0) &&
    extra.every((index) => (more.weights[index] ?? 1) < 1) &&
    isShortForm(fewer, more, extra);
  const missing = isShort
    ? extra.reduce((sum, index) => sum + (more.weights[index] ?? 1), 0)
    : onlyA.length + onlyB.length;
  const all = 2 * pairs.length + missing;
  return all === 0 ? 0 : ((2 * similarity) / all) ** 2;
}

/**
 * True if the shorter name identifies the organization without the country and the descriptions that only the longer
 * one has.
 */
function isShortForm(fewer: NameParts, more: NameParts, extra: readonly number[]): boolean {
  const own = fewer.parts.filter(
    (part, index) =>
      fewer.weights[index] === 1 && !generic.has(part) && !(fewer.parts.length === 1 && isPersonName(part)),
  );
  const isDescribed = extra.some((index) => more.countries[index] === undefined);
  if (extra.some((index) => more.countries[index] !== undefined) && fewer.countries.some((code) => code !== undefined))
    return false;
  return own.some(({ length }) => length >= (isDescribed ? MIN_BRAND : MIN_NAME));
}

/** Score of an abbreviation with the country, or another own word, of the full name. */
const ABBREVIATED_WITH = 0.88;

/**
 * Compares an abbreviation with a full name, such as `NIOC Iran` with the National Iranian Oil Company, and `UN Peru`
 * with United Nations Peru. An abbreviation of two letters needs the country of the full name.
 * @returns undefined when `short` does not abbreviate `long`
 */
function matchAcronym(short: NameParts, long: NameParts): NameMatch | undefined {
  if (short.parts.length > MAX_ABBREVIATED || long.parts.length < MIN_INITIALS) return undefined;
  return matchWithRest(short, long) ?? matchInitials(short, long);
}

function matchInitials(short: NameParts, long: NameParts): NameMatch | undefined {
  const named = short.parts.filter((_, index) => short.countries[index] === undefined);
  const [letters] = named;
  if (named.length !== 1 || letters === undefined || !long.acronyms.includes(letters)) return undefined;
  const countries = short.countries.filter((code) => code !== undefined);
  const others = long.countries.filter((code) => code !== undefined);
  if (countries.length > 0 && others.length > 0 && !countries.some((code) => others.includes(code))) return undefined;
  const isConfirmed = countries.length > 0;
  const score = isConfirmed
    ? others.length > 0
      ? ABBREVIATED_WITH
      : 0.8
    : letters.length > MIN_ACRONYM
      ? 0.8
      : letters.length === MIN_ACRONYM
        ? 0.6
        : 0;
  return score === 0 ? undefined : abbreviated(letters, long, score);
}

const abbreviated = (letters: string, long: NameParts, score: number): NameMatch => ({
  score,
  reasons: [{ code: 'initial', parts: [letters, long.parts.join(' ')] }],
});

/**
 * Compares an abbreviation and a word behind it with a name whose first words it abbreviates and that has this word.
 */
function matchWithRest({ parts, countries }: NameParts, long: NameParts): NameMatch | undefined {
  const [letters = '', rest] = parts;
  if (parts.length !== 2 || rest === undefined || long.parts.at(-1) !== rest) return undefined;
  const initials = long.parts
    .slice(0, -1)
    .map(([letter]) => letter)
    .join('');
  if (letters !== initials || letters.length < MIN_INITIALS) return undefined;
  const isOfCountry = countries[1] !== undefined;
  if (!isOfCountry && (letters.length < MIN_ACRONYM || generic.has(rest))) return undefined;
  return abbreviated(letters, long, ABBREVIATED_WITH);
}

/** True for names that differ only in spaces and vowels, as after transliteration from a script without vowels. */
function haveOneSkeleton(a: NameParts, b: NameParts): boolean {
  if (a.parts.length === b.parts.length || a.parts.length < 2 || b.parts.length < 2) return false;
  const [first, second] = [skeleton(a.joined), skeleton(b.joined)];
  return first.length >= MIN_SKELETON && first === second;
}

/** Adjusts a score for differences in numbers and legal forms, which all kinds of names have in common. */
function withNumbers(a: NameParts, b: NameParts, { score, reasons }: NameMatch): NameMatch {
  let result = score;
  const [first, second] = [a.numbers.join(' '), b.numbers.join(' ')];
  if (first !== second) {
    const isMissing = first === '' || second === '';
    result *= isMissing ? (a.hasNumberWords || b.hasNumberWords ? 0.65 : 0.8) : 0.6;
    reasons.push({ code: isMissing ? 'number_missing' : 'different_number', parts: [first, second] });
  }
  if (a.legalForm !== b.legalForm && a.legalForm !== undefined && b.legalForm !== undefined) {
    result -= 0.03;
    reasons.push({ code: 'different_legal_form', parts: [a.legalForm, b.legalForm] });
  }
  return { score: Math.round(Math.max(0, Math.min(1, result)) * 1000) / 1000, reasons };
}
