import { type FieldProblem, Problem, problems } from '../api/problem.js';
import { isStoreUnavailable } from '../cache/store-unavailable.js';
import { isDatabaseUnavailable } from '../database/database-errors.js';

/**
 * Returns the problem for a thrown error. Unexpected errors become `internal_error`; the response does not show their
 * cause.
 */
export function toProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  if (isOutage(error)) {
    return new Problem('unavailable', {
      detail: 'A store this request needs does not answer. Try again in a moment.',
      headers: { 'Retry-After': '2' },
      cause: error,
    });
  }
  return new Problem('internal_error', { detail: 'It was logged under this requestId.', cause: error });
}

/** Returns true if a store or the database does not answer. */
export const isOutage = (error: unknown): boolean => isStoreUnavailable(error) || isDatabaseUnavailable(error);

/** Returns the body of RFC 9457 as JSON, with a fixed order of members. */
export function problemBody(problem: Problem, path: string, requestId: string): string {
  const { status, title } = problems[problem.code];
  return JSON.stringify({
    type: `/problems/${problem.code}`,
    title,
    status,
    detail: problem.detail,
    instance: path,
    code: problem.code,
    requestId,
    errors: problem.errors?.map(located),
    challenge: problem.challenge,
  });
}

/**
 * Adds the part of the request (`in`) and, outside of the body, the name of the parameter, header or cookie:
 * `query/type/1` is in the parameter `type`.
 */
function located({ pointer, detail, position }: FieldProblem) {
  if (pointer === '' || pointer.startsWith('/')) return { in: 'body', pointer, detail, ...position };
  const [part, name] = pointer.split('/');
  return { in: part, pointer, name, detail, ...position };
}
