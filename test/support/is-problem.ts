import type { ExecutionContext } from 'ava';
import type { CheckedAnswer } from './test-client.js';

/**
 * Asserts that a request was rejected for the given reason.
 * @param code of the problem
 * @param fields the fields that the problem names, as JSON pointers or parameters, in any order; not compared without
 * any
 */
export function isProblem(
  t: ExecutionContext<unknown>,
  { status, json }: Pick<CheckedAnswer, 'status' | 'json'>,
  expected: number,
  code: string,
  ...fields: string[]
): void {
  t.deepEqual([status, json?.code], [expected, code]);
  const named = (json?.errors ?? []).map(({ pointer }: { pointer: string }) => pointer);
  if (fields.length > 0) t.deepEqual([...new Set(named)].sort(), fields.toSorted());
}

/** The status and the code of an answer as one text, such as `404 not_found`, for assertions with a message. */
export const problemOf = ({ status, json }: Pick<CheckedAnswer, 'status' | 'json'>): string =>
  `${status} ${json?.code}`;
