import type { Middleware } from 'koa';
import { Problem } from './problem.js';

/** Answers 503 when a request takes longer than `ms`. Its work may go on; its answer is not waited for. */
export function deadline(ms: number): Middleware {
  const exceeded = () =>
    new Problem('deadline_exceeded', {
      detail: `The answer took longer than ${ms / 1000} s. Ask for less, or try again.`,
      headers: { 'Retry-After': '5' },
    });
  // One promise: Promise.race would make five.
  return (_ctx, next) =>
    new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => reject(exceeded()), ms);
      const end = () => clearTimeout(timer);
      next().then(
        () => {
          end();
          resolve();
        },
        (error) => {
          end();
          reject(error);
        },
      );
    });
}
