import { type ProblemCode, problems } from '../../src/api/problem.js';
import type { Answer } from './response-checker.js';

/**
 * Returns the contradictions between a problem and its response, the catalog, or the codes described for the operation.
 * @param codes described codes; undefined if no codes are described
 */
export function problemFaults(answer: Answer, pathname: string, codes?: readonly string[]): string[] {
  const body = JSON.parse(answer.text) as Record<string, unknown>;
  const known = problems[body.code as ProblemCode] as { status: number; title: string } | undefined;
  if (known === undefined) return [`the code ${body.code} is not in the catalogue`];
  const expected: Record<string, unknown> = {
    type: `/problems/${body.code}`,
    title: known.title,
    status: answer.status,
    instance: pathname.slice(0, 500),
  };
  const faults = Object.entries(expected)
    .filter(([name, value]) => body[name] !== value)
    .map(([name, value]) => `${name} is ${JSON.stringify(body[name])} and not ${JSON.stringify(value)}`);
  if (known.status !== answer.status) faults.push(`${body.code} came with ${answer.status}`);
  if (body.requestId !== answer.headers.get('x-request-id')) faults.push('requestId is not X-Request-Id');
  if (codes !== undefined && !codes.includes(body.code as string))
    faults.push(`the code ${body.code} is not described`);
  if (answer.status === 405 && !answer.headers.has('allow')) faults.push('405 has no Allow');
  if (answer.headers.get('cache-control') !== 'no-store') faults.push('a problem may be cached');
  return faults;
}
