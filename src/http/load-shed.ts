import type { Middleware } from 'koa';
import type { EventLoopWatch } from './event-loop-watch.js';
import { Problem } from './problem.js';

/** Refuses work at once while the event loop is too late to do it in time; `spared` paths are answered all the same. */
export function loadShed(watch: EventLoopWatch, spared: readonly string[]): Middleware {
  return (ctx, next) => {
    if (watch.overloaded && !spared.includes(ctx.path)) {
      throw new Problem('overloaded', { detail: 'The service has more to do than it can. Try again in a moment.', headers: { 'Retry-After': '2' } });
    }
    return next();
  };
}
