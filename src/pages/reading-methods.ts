import type Koa from 'koa';
import { Problem } from '../api/problem.js';

/**
 * Checks that a request only reads.
 * @throws Problem `method_not_allowed` for methods other than GET and HEAD
 */
export function assertReading({ method }: Koa.Context): void {
  if (method !== 'GET' && method !== 'HEAD')
    throw new Problem('method_not_allowed', { headers: { Allow: 'GET, HEAD' } });
}
