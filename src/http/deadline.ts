import type { Context, Middleware } from 'koa';
import { Problem } from '../api/problem.js';

declare module 'koa' {
  interface DefaultState {
    /** Deadline of the request, by `performance.now()` (ms). */
    deadlineTick?: number;
  }
}

/** A request with a deadline. */
interface Pending {
  endTick: number;
  expire(): void;
}

/**
 * Pending requests in the order of their deadlines, with one timer for the first of them: a timer for each would cost
 * as much as a middleware.
 */
class Deadlines {
  private readonly pending = new Set<Pending>();
  private timer: NodeJS.Timeout | undefined;

  add(pending: Pending): void {
    this.pending.add(pending);
    if (this.timer === undefined) this.wait(pending.endTick);
  }

  remove(pending: Pending): void {
    this.pending.delete(pending);
  }

  private wait(untilTick: number): void {
    // Timers may fire up to a millisecond early.
    this.timer = setTimeout(this.expire, Math.max(1, untilTick - performance.now() + 1)).unref();
  }

  private readonly expire = (): void => {
    this.timer = undefined;
    const now = performance.now();
    for (const pending of this.pending) {
      if (pending.endTick > now) {
        this.wait(pending.endTick);
        return;
      }
      this.pending.delete(pending);
      pending.expire();
    }
  };
}

/**
 * Returns middleware that answers 503 when a request takes longer than `ms`. Its work may continue, but its late
 * response is discarded.
 */
export function deadline(ms: number): Middleware {
  const deadlines = new Deadlines();
  // One promise is created; `Promise.race` would create five.
  return (ctx, next) =>
    new Promise<void>((resolve, reject) => {
      const endTick = ctx.state.receivedTick + ms;
      ctx.state.deadlineTick = endTick;
      const pending: Pending = {
        endTick,
        expire() {
          const late = exceeded();
          reject(late);
          // Stops work for the request on the thread pool.
          ctx.state.abort?.abort(late);
        },
      };
      deadlines.add(pending);
      next().then(
        () => {
          deadlines.remove(pending);
          // The timer is late when the event loop is busy, so the deadline is checked again here.
          if (isOver(ctx) && !ctx.res.headersSent) reject(exceeded());
          else resolve();
        },
        (error) => {
          deadlines.remove(pending);
          reject(error);
        },
      );
    });
}

/** Returns true when the deadline of the request has passed, so that its work need not begin. */
export const isOver = ({ state }: Context): boolean =>
  state.deadlineTick !== undefined && performance.now() > state.deadlineTick;

export const exceeded = (): Problem =>
  new Problem('deadline_exceeded', {
    detail: 'The answer took longer than the service allows. Ask for less, or try again.',
    headers: { 'Retry-After': '5' },
  });
