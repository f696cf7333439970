import type { ExecutionContext } from 'ava';
import type { CheckedAnswer } from './test-client.js';

/**
 * Asserts that a request was rejected with a problem.
 * @param code code of the problem
 * @param fields fields that the problem names, as JSON pointers or parameters, in any order; not compared if omitted
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

/** Returns the status and the code of a response as text, such as `404 not_found`. */
export const problemOf = ({ status, json }: Pick<CheckedAnswer, 'status' | 'json'>): string =>
  `${status} ${json?.code}`;
