import { conceptsOf } from '../analysis/concepts.js';
import { saysLittle, stemOf } from '../analysis/story-terms.js';
import { areOpposite } from './story-evidence.js';

/**
 * Minimum number of words that two titles share in the same order to count as one sentence, as a fraction of the longer
 * title.
 */
const SAME_SENTENCE = 0.55;

/** The words of two titles between the same two shared words. */
export interface Gap {
  one: string[];
  other: string[];
  /** Index of the first word of the gap in the first title. */
  at: number;
}

/** Two titles, aligned as one sentence with gaps. */
export interface Alignment {
  /** Number of words that both titles share in the same order, as a fraction of the longer title (0–1). */
  shared: number;
  /** Gaps in which both titles have words. */
  gaps: Gap[];
}

/**
 * Aligns the words of two titles (longest common subsequence). The time grows with the product of their lengths, which
 * are about 10 to 20 words.
 */
export function align(one: readonly string[], other: readonly string[]): Alignment {
  const width = other.length + 1;
  const lengths = new Uint16Array((one.length + 1) * width);
  for (let left = one.length - 1; left >= 0; left -= 1)
    for (let right = other.length - 1; right >= 0; right -= 1)
      lengths[left * width + right] =
        one[left] === other[right]
          ? (lengths[(left + 1) * width + right + 1] as number) + 1
          : Math.max(lengths[(left + 1) * width + right] as number, lengths[left * width + right + 1] as number);
  const gaps: Gap[] = [];
  let gap: Gap = { one: [], other: [], at: 0 };
  const close = (at: number) => {
    if (gap.one.length > 0 && gap.other.length > 0) gaps.push(gap);
    gap = { one: [], other: [], at };
  };
  let [left, right] = [0, 0];
  while (left < one.length || right < other.length) {
    const isSkippable = left < one.length && right < other.length;
    if (isSkippable && one[left] === other[right]) {
      left += 1;
      right += 1;
      close(left);
    } else if (
      right === other.length ||
      (left < one.length &&
        (lengths[(left + 1) * width + right] as number) >= (lengths[left * width + right + 1] as number))
    ) {
      gap.one.push(one[left] as string);
      left += 1;
    } else {
      gap.other.push(other[right] as string);
      right += 1;
    }
  }
  close(left);
  return { shared: (lengths[0] as number) / Math.max(1, one.length, other.length), gaps };
}

/** True for titles that are one sentence with different words in a gap: `Apple rises again` and `SAP rises again`. */
export const isSentenceWithGaps = ({ shared, gaps }: Alignment): boolean => shared >= SAME_SENTENCE && gaps.length > 0;

/** Maximum number of content words of a short title. Longer copies may differ in a word after the verb. */
const FEW_WORDS = 7;
/** Words from this index on usually follow the verb. */
const LATE = 4;
/** Matches the endings of verbs in headlines. */
const VERB = /(?:[^s]s|ed)$/;

/**
 * Returns true if titles of nearly the same words are about different things: if the first words are replaced (`Corn
 * falls to a low` and `Wheat falls to a low`), a word by its opposite, or, in a short title, a word after the verb. A
 * word replaced by a synonym does not count, since copies may differ in it.
 */
export function isOtherSubject(one: readonly string[], other: readonly string[]): boolean {
  const alignment = align(one, other);
  if (!isSentenceWithGaps(alignment)) return false;
  const isShort = Math.min(...[one, other].map((words) => contentOf(words).length)) <= FEW_WORDS;
  return alignment.gaps.some((gap) => {
    const [left, right] = [contentOf(gap.one), contentOf(gap.other)];
    const stems = [left, right].map((words) => new Set(words.map(stemOf))) as [Set<string>, Set<string>];
    const only = [left, right].map((words, at) => words.filter((word) => !stems[1 - at]?.has(stemOf(word))));
    if (only.some(({ length }) => length === 0)) return false;
    const meanings = only.map((words) => new Set(words.flatMap(meaningsOf))) as [Set<string>, Set<string>];
    if (areOpposite(...meanings)) return true;
    if ([...meanings[0]].some((meaning) => meanings[1].has(meaning))) return false;
    if (contentOf(one.slice(0, gap.at)).length === 0) return true;
    const isBehindVerb = one
      .slice(0, gap.at)
      .some((word, at) => at > 0 && (VERB.test(word) || meaningsOf(word).some(isOfVerb)));
    return isShort && (isBehindVerb || gap.at >= LATE);
  });
}

const meaningsOf = (word: string): string[] => [...conceptsOf(word)].map(({ kind, name }) => `${kind}:${name}`);
/** Meanings of verbs say what happened, or in which direction. */
const isOfVerb = (meaning: string): boolean => !meaning.startsWith('thing:');
const contentOf = (words: readonly string[]): string[] => words.filter((word) => !saysLittle(word));
