import type { Token } from '../../../../language/token.js';
import { numberOf, numberWordsAt } from './quantities.js';
import type { AnySpan, Severities } from './span.js';

type Side = 'min' | 'max';
interface Comparison {
  side: Side;
  /** True: the number itself is not meant, as in `above 3`. */
  isOpen: boolean;
}

const phrases = (side: Side, isOpen: boolean, texts: string) =>
  texts.split('|').map((text): [string, Comparison] => [text, { side, isOpen }]);
/** Comparisons before a number. */
const BEFORE = new Map([
  ...phrases('min', true, 'above|over|exceeding|more than|greater than|higher than|beyond|>|more severe than'),
  ...phrases('min', false, 'at least|no less than|not less than|not below|not under|minimum|from|starting at|>=|≥'),
  ...phrases('max', true, 'below|under|less than|lower than|<|less severe than'),
  ...phrases('max', false, 'at most|no more than|not more than|up to|not above|not over|maximum|<=|≤'),
]);
/** Comparisons behind a number. */
const BEHIND = new Map([
  ...phrases('min', false, 'or more|or higher|or above|or over|or greater|or up|and more|and higher|and above|and up'),
  ...phrases('min', false, '+|plus|upwards|or worse|and worse|or more severe'),
  ...phrases('max', false, 'or less|or lower|or below|or under|and less|and lower|and below|or less severe'),
]);
const MAX_WORDS = 3;
const FILLERS = new Set('a an the of with at level rating is are'.split(' '));
const MAX_FILLERS = 3;

/**
 * Finds limits of a severity: `above severity 3`, `severity at least 4`, `severity 2 to 4`, `more severe than 3`.
 * Severities are whole numbers, so that `above 3` is from 4.
 */
export function severitiesIn(tokens: readonly Token[]): AnySpan[] {
  return tokens.flatMap(({ word }, at) => {
    if (word === 'severity' || word === 'severities') return atWord(tokens, at);
    // `more severe than 3` and `less severe than 3`
    const compared = BEFORE.get(phrase(tokens, at, MAX_WORDS));
    return compared === undefined || wordAt(tokens, at + 1) !== 'severe' ? [] : spans(tokens, at, at + 3, compared);
  });
}

const wordAt = (tokens: readonly Token[], at: number): string => tokens[at]?.word ?? '';
const phrase = (tokens: readonly Token[], at: number, length: number): string =>
  tokens
    .slice(Math.max(0, at), Math.max(0, at) + length)
    .map(({ word }) => word)
    .join(' ');

/** Finds the limit around the word `severity`. */
function atWord(tokens: readonly Token[], at: number): AnySpan[] {
  let next = at + 1;
  while (next <= at + MAX_FILLERS && FILLERS.has(wordAt(tokens, next)) && lead(tokens, next) === undefined) next += 1;
  const behind = lead(tokens, next);
  if (behind !== undefined) return spans(tokens, at, next + behind.length, behind.compared);
  let before = at;
  while (before > at - MAX_FILLERS && FILLERS.has(wordAt(tokens, before - 1))) before -= 1;
  for (let start = at; start >= before; start -= 1)
    for (let length = MAX_WORDS; length > 0; length -= 1) {
      const compared = start - length < 0 ? undefined : BEFORE.get(phrase(tokens, start - length, length));
      if (compared !== undefined) return spans(tokens, start - length, next, compared);
    }
  return spans(tokens, wordAt(tokens, at - 1) === 'between' ? at - 1 : at, next, undefined);
}

/** Returns the comparison that begins at a token, with its number of words. */
function lead(tokens: readonly Token[], at: number): { compared: Comparison | undefined; length: number } | undefined {
  if (wordAt(tokens, at) === 'between') return { compared: undefined, length: 1 };
  for (let length = MAX_WORDS; length > 0; length -= 1) {
    const compared = BEFORE.get(phrase(tokens, at, length));
    if (compared !== undefined) return { compared, length };
  }
  return undefined;
}

/** Returns the span whose number is at the token `at`; none without a number. */
function spans(tokens: readonly Token[], from: number, at: number, compared: Comparison | undefined): AnySpan[] {
  const [, low, high] = /^(\d)-(\d)$/.exec(wordAt(tokens, at)) ?? [];
  if (low !== undefined && compared === undefined) return spanOf(from, at + 1, { min: Number(low), max: Number(high) });
  const first = numberAt(tokens, at);
  if (first === undefined) return [];
  const last = ['to', 'and', '-'].includes(wordAt(tokens, first.to)) ? numberAt(tokens, first.to + 1) : undefined;
  // `from 2 to 4`, `between 2 and 4`
  if (last !== undefined && (compared === undefined || wordAt(tokens, at - 1) === 'from'))
    return spanOf(from, last.to, { min: Math.ceil(first.value), max: Math.floor(last.value) });
  if (compared !== undefined) return spanOf(from, first.to, bounded(first.value, compared));
  for (let length = MAX_WORDS; length > 0; length -= 1) {
    const behind = BEHIND.get(phrase(tokens, first.to, length));
    if (behind !== undefined) return spanOf(from, first.to + length, bounded(first.value, behind));
  }
  return spanOf(from, first.to, { min: Math.ceil(first.value), max: Math.floor(first.value) });
}

function numberAt(tokens: readonly Token[], at: number): { value: number; to: number } | undefined {
  const value = numberOf(wordAt(tokens, at));
  return value === undefined ? numberWordsAt(tokens, at) : { value, to: at + 1 };
}

const bounded = (value: number, { side, isOpen }: Comparison): Severities =>
  side === 'min'
    ? { min: isOpen ? Math.floor(value) + 1 : Math.ceil(value) }
    : { max: isOpen ? Math.ceil(value) - 1 : Math.floor(value) };

const spanOf = (from: number, to: number, value: Severities): AnySpan[] => [
  { type: 'severities', from, to, value, isExact: true },
];
