import type { Citation } from '../../tools/tool-records.js';
import type { Reading } from '../question-types/parse-question.js';
import type { Period, Severities } from '../spans/span.js';
import { type AnswerText, count, day, joined, nothing, type Piece, say, time, words } from './answer-text.js';

/** The fields of a record of an answer. */
export type Fields = Readonly<Record<string, unknown>>;

/** The data from which a template writes an answer. */
export interface Answered {
  reading: Reading;
  /** Result of the tool. */
  value: Fields;
  arguments: Fields;
  citations: readonly Citation[];
  text: AnswerText;
}

/** Writes the answer of one kind of question. */
export type Template = (answered: Answered) => void;

export const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};
export const listOf = (value: unknown): Fields[] => (Array.isArray(value) ? value.map(fieldsOf) : []);
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
export const numberOf = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) ? value : undefined;

/** Returns the value of a record at a path such as `vessel.name` or `items.0.figures`. */
export const valueAt = (record: Fields, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>(
      (value, name) => (Array.isArray(value) ? value[Number(name)] : fieldsOf(value)[name]),
      record as unknown,
    );

/** Returns the citation of a record by its id, or the only citation if there is just one; otherwise null. */
export const citationOf = ({ citations }: Answered, id: unknown): Citation | null =>
  citations.find(({ recordId }) => recordId === id) ?? (citations.length === 1 ? (citations[0] as Citation) : null);

/** Returns the number of items; `at least N` if the list is incomplete. */
export const amount = ({ value }: Answered, items: readonly Fields[]): Piece =>
  textOf(value.nextCursor) === '' && value.omitted === undefined
    ? count(items.length)
    : say`at least ${count(items.length)}`;

/** Returns the text of a period: ` between A and B`, ` since A`; empty without a period. */
export function during(period: Period | undefined): Piece {
  if (period?.from !== undefined && period.to !== undefined)
    return say` from ${time(period.from, null)} to ${time(period.to, null)}`;
  if (period?.from !== undefined) return say` since ${time(period.from, null)}`;
  return period?.to === undefined ? nothing : say` until ${time(period.to, null)}`;
}

/**
 * Returns the time of a figure, and its provider if it is the simulator or the figure is stale: ` (as of …,
 * simulated)`.
 */
export function provenance(source: unknown, instant: unknown, citation: Citation | null): Piece {
  const { provider, stale, asOf } = fieldsOf(source);
  const at = textOf(instant) || textOf(asOf);
  const parts = [
    ...(at === '' ? [] : [at.includes('T') ? say`as of ${time(at, citation)}` : say`as of ${day(at, citation)}`]),
    ...(provider === 'simulator' ? [words('simulated')] : []),
    ...(stale === true ? [words('stale')] : []),
  ];
  return parts.length === 0 ? nothing : say` (${joined(parts)})`;
}

/** Returns the limits of a severity in words: ` of severity 4 or higher`; empty without limits. */
export function ofSeverity({ min, max }: Severities = {}): Piece {
  if (min === undefined) return max === undefined ? nothing : say` of severity ${count(max)} or lower`;
  if (max === undefined) return say` of severity ${count(min)} or higher`;
  return min === max ? say` of severity ${count(min)}` : say` of severity ${count(min)} to ${count(max)}`;
}

export const plural = (amount: number, one: string, many = `${one}s`): Piece => words(amount === 1 ? one : many);
