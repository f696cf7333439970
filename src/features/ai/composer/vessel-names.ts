import type { Token } from '../../../language/token.js';
import { distance } from './language/vocabulary.js';
import { unknownRuns, vocabulary } from './question-spans.js';
import type { AnySpan, Named } from './spans/span.js';

/** Finds live vessels by their names; they are not among the user's own objects. */
export interface NameSearch {
  /**
   * Returns live vessels whose name contains all words of the phrase, best first; for seven digits, the vessel with
   * this IMO number.
   */
  vessels(phrase: string): Promise<readonly Named[]>;
}

/** Maximum number of names per question that are searched for. */
const MAX_SEARCHED = 3;
/** Maximum number of searches per question: foreign words could be names in many combinations. */
const MAX_SEARCHES = 12;
const MAX_CANDIDATES = 50;
const MIN_SEARCHED = 4;
const MAX_NAME_WORDS = 3;
const LONG_WORD = 7;

/** Finds vessels by words that no other span explains; adjacent words that belong to the name are included. */
export async function vesselsIn(
  tokens: readonly Token[],
  candidates: readonly AnySpan[],
  allNames: NameSearch,
): Promise<AnySpan[]> {
  let left = MAX_SEARCHES;
  const names: NameSearch = {
    vessels: async (phrase) => {
      left -= 1;
      return left >= 0 ? allNames.vessels(phrase) : [];
    },
  };
  const found: AnySpan[] = [];
  for (const { type, from, to, value } of candidates.slice(0, MAX_CANDIDATES)) {
    const [vessel] = type === 'imo' ? await names.vessels(value) : [];
    if (vessel !== undefined) found.push({ type: 'vessel', from, to, value: vessel, isExact: true });
  }
  for (const run of unknownRuns(tokens, candidates).slice(0, MAX_SEARCHED)) {
    const match =
      (await wholeName(tokens, run, names)) ??
      (await longestName(tokens, run, names)) ??
      (await misspelledName(tokens, run, names));
    if (match === undefined) continue;
    const { from, to, vessels } = match;
    const vessel = vessels[0] as Named;
    const parts = wordsOfName(vessel.name);
    const belongs = (at: number) =>
      (!vocabulary().has(tokens[at]?.word ?? '') && parts.some((part) => isLike(tokens[at]?.word ?? '', part))) ||
      parts.includes((tokens[at]?.text ?? '').toLowerCase().replace(/['’]s$/, ''));
    let [start, end] = [from, to];
    while (start > 0 && belongs(start - 1)) start -= 1;
    while (end < tokens.length && belongs(end)) end += 1;
    const others = vessels.slice(1).filter(({ name }) => name.toLowerCase() === vessel.name.toLowerCase());
    const several = others.length > 0 ? { others } : {};
    found.push({ type: 'vessel', from: start, to: end, value: vessel, isExact: true, ...several });
  }
  return found;
}

/** Maximum number of words beside a run that may belong to the name. */
const MAX_BESIDE = 2;

/**
 * Finds a name of which other words beside the run were read as something else, such as a small town: `position of
 * PACIFIC BRIDGE`. All words of the name must be there.
 */
async function wholeName(
  tokens: readonly Token[],
  run: { from: number; to: number },
  names: NameSearch,
): Promise<Match | undefined> {
  const isOther = (at: number) =>
    at >= 0 && /^\p{L}{3}/u.test(tokens[at]?.word ?? '') && !vocabulary().has(tokens[at]?.word ?? '');
  let [from, to] = [run.from, run.to];
  while (from > run.from - MAX_BESIDE && isOther(from - 1)) from -= 1;
  while (to < run.to + MAX_BESIDE && isOther(to)) to += 1;
  const words = tokens.slice(from, to).map(({ word }) => word);
  if (words.length === run.to - run.from || words.length > MAX_NAME_WORDS) return undefined;
  const vessels = (await names.vessels(words.join(' '))).filter(
    ({ name }) => wordsOfName(name).join(' ') === words.join(' '),
  );
  return vessels.length === 0 ? undefined : { from, to, vessels };
}

interface Match {
  from: number;
  to: number;
  vessels: readonly Named[];
}

const wordsOfName = (name: string): string[] => name.toLowerCase().split(/[^\p{L}\p{N}]+/u);

/** Whether a word equals a word of a name except for at most one typing error, or two in a long word. */
function isLike(word: string, part: string): boolean {
  const limit = part.length >= LONG_WORD ? 2 : part.length >= MIN_SEARCHED ? 1 : 0;
  return distance(word, part, limit) <= limit;
}

/** Finds the longest part of a run of words that occurs in names of vessels; the other words may be typing errors. */
async function longestName(
  tokens: readonly Token[],
  run: { from: number; to: number },
  names: NameSearch,
): Promise<Match | undefined> {
  const words = tokens.slice(run.from, run.to).map(({ word }) => word);
  for (let length = Math.min(words.length, MAX_NAME_WORDS); length > 0; length -= 1) {
    for (let start = 0; start + length <= words.length; start += 1) {
      const part = words.slice(start, start + length);
      if (length === 1 && words.length > 1 && (part[0] as string).length < MIN_SEARCHED) continue;
      const vessels = await names.vessels(part.join(' '));
      const [from, to] = [run.from + start, run.from + start + length];
      const [first] = vessels;
      // In `Orion Star` the vessel `Ocean Star` is not meant.
      if (first !== undefined && (isWholeRun(tokens, run, from, to, first) || isNamedIn(tokens, run, first)))
        return { from, to, vessels };
    }
  }
  return undefined;
}

/** Whether the words beside a match in the run, except short ones, all occur in the name of the vessel. */
function isWholeRun(
  tokens: readonly Token[],
  run: { from: number; to: number },
  from: number,
  to: number,
  { name }: Named,
): boolean {
  const parts = wordsOfName(name);
  const isForeign = (at: number) => {
    const token = at >= run.from && at < run.to ? tokens[at] : undefined;
    return token !== undefined && !parts.some((part) => isLike(token.word, part)) && token.word.length >= MIN_SEARCHED;
  };
  return !isForeign(from - 1) && !isForeign(to);
}

/** Whether a run contains all words of a name. */
const isNamedIn = (tokens: readonly Token[], run: { from: number; to: number }, { name }: Named): boolean =>
  wordsOfName(name).every((part) => tokens.slice(run.from, run.to).some(({ word }) => isLike(word, part)));

/** Finds a name of two or more words, one of which has a typing error: `gulf tradr`. */
async function misspelledName(
  tokens: readonly Token[],
  run: { from: number; to: number },
  names: NameSearch,
): Promise<Match | undefined> {
  const [first, last] = [Math.max(0, run.from - 1), Math.min(tokens.length, run.to + 1)];
  const searched = tokens
    .slice(first, last)
    .map(({ word }) => word)
    .filter((word) => /^\p{L}{4}/u.test(word) && word.length >= MIN_SEARCHED)
    .slice(0, MAX_SEARCHED);
  for (const word of searched) {
    const vessels = await names.vessels(word);
    for (const vessel of vessels) {
      const at = misspelledAt(tokens, first, last, vessel);
      if (at === undefined) continue;
      const same = vessels.filter(({ name }) => name === vessel.name);
      return { ...at, vessels: same };
    }
  }
  return undefined;
}

/**
 * Returns the position at which all words of a name occur, each with at most one typing error, or two in a long word;
 * undefined if they do not.
 */
function misspelledAt(
  tokens: readonly Token[],
  first: number,
  last: number,
  { name }: Named,
): { from: number; to: number } | undefined {
  const parts = wordsOfName(name);
  if (parts.length < 2) return undefined;
  for (let from = Math.max(0, first); from + parts.length <= Math.min(tokens.length, last); from += 1)
    if (parts.every((part, index) => isLike(tokens[from + index]?.word ?? '', part)))
      return { from, to: from + parts.length };
  return undefined;
}
