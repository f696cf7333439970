import { isComplete, type Reading } from '../question-types/parse-question.js';
import type { AnySpan, SpanType } from '../spans/span.js';
import { type Feature, isOwn } from './question-features.js';

const NUMBERS: ReadonlySet<SpanType> = new Set([
  'amount',
  'count',
  'percent',
  'distance',
  'speed',
  'duration',
  'limit',
]);
const TIMES: ReadonlySet<SpanType> = new Set(['period', 'moment', 'clock', 'recurrence']);
const THINGS: ReadonlySet<SpanType> = new Set(['symbol', 'vessel', 'place', 'country', 'exchange', 'flag', 'callsign']);

const MAX_CUES = 4;
const MAX_WORDS = 4;
const MAX_BEHIND = 6;

/** Returns the class of a value, for features of values that a reading leaves out. */
function classOf(type: SpanType): string {
  if (NUMBERS.has(type)) return 'number';
  if (TIMES.has(type)) return 'time';
  if (type === 'excluded') return 'exclusion';
  return THINGS.has(type) ? 'thing' : 'own';
}

/**
 * Returns the values of a question that a reading leaves out. An exact name of the user's own object counts as used
 * only if the reading uses it as such.
 */
export const unusedBy = ({ spans }: Reading, values: readonly AnySpan[]): AnySpan[] =>
  values.filter(
    (value) =>
      !spans.some(
        ({ type, from, to }) =>
          value.from < to && from < value.to && (!isOwn(value.type) || !value.isExact || isOwn(type)),
      ),
  );

/**
 * Returns features of a reading; their weights are the same for all kinds.
 * @param best score of the best reading by cues
 * @param values values of the question
 */
export function featuresOfReading(reading: Reading, best: number, values: readonly AnySpan[]): Feature[] {
  const { kind, cueScore, indication, missing, unexplained, input, spans, score } = reading;
  const found: Feature[] = [];
  const add = (name: string, value = 1) => {
    if (value !== 0) found.push({ name: `reading ${name}`, value });
  };
  add('cues', Math.min(cueScore, MAX_CUES) / MAX_CUES);
  if (indication >= (kind.min ?? 1)) add('indicated');
  // A text to search for explains every word, even words with a meaning, so it is a separate feature.
  if (isComplete(reading)) add(kind.text === undefined || input.text === '' ? 'complete' : 'complete by its text');
  add('behind', Math.min(best - score, MAX_BEHIND) / MAX_BEHIND);
  add('unexplained', Math.min(unexplained.length, MAX_WORDS) / MAX_WORDS);
  if (missing.length > 0) add('lacks a value');
  if (missing.length > 1) add('lacks several values');
  if (missing.length === 0 && kind.holds?.(input) === false) add('does not hold');
  if (kind.accepts?.(input) === false) add('other words');
  if (kind.text !== undefined) add(input.text === '' ? 'without text' : 'with text');
  add('values', Math.min(spans.filter(({ from, to }) => to > from).length, MAX_WORDS) / MAX_WORDS);
  const unused = new Map<string, number>();
  for (const { type } of unusedBy(reading, values)) unused.set(classOf(type), (unused.get(classOf(type)) ?? 0) + 1);
  for (const [name, count] of unused) add(`leaves out ${name}`, Math.min(count, 2) / 2);
  return found;
}
