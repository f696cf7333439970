import type Koa from 'koa';
import { Problem } from '../api/problem.js';

/** @throws Problem `method_not_allowed` for a method that no page has */
export function assertReading({ method }: Koa.Context): void {
  if (method !== 'GET' && method !== 'HEAD')
    throw new Problem('method_not_allowed', { headers: { Allow: 'GET, HEAD' } });
}
