import type { Middleware } from 'koa';
import { Problem } from './problem.js';

/** Answers 503 when a request takes longer than `ms`. Its work may go on; its answer is not waited for. */
export function deadline(ms: number): Middleware {
  return (_ctx, next) => {
    const late = Promise.withResolvers<never>();
    const timer = setTimeout(
      () =>
        late.reject(
          new Problem('deadline_exceeded', {
            detail: `The answer took longer than ${ms / 1000} s. Ask for less, or try again.`,
            headers: { 'Retry-After': '5' },
          }),
        ),
      ms,
    );
    return Promise.race([next(), late.promise]).finally(() => clearTimeout(timer));
  };
}
