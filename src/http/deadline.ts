import type { Context, Middleware } from 'koa';
import { Problem } from '../api/problem.js';

declare module 'koa' {
  interface DefaultState {
    /** When its time is over, by `performance.now()` (ms). */
    deadlineTick?: number;
  }
}

/** One request whose time is limited. */
interface Pending {
  endTick: number;
  expire(): void;
}

/**
 * Requests under way in the order in which their time ends, and one timer for the first of them: a timer for each would
 * cost as much as a middleware.
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
    // A millisecond more, since a timer may come that much early.
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

/** Answers 503 when a request takes longer than `ms`. Its work may continue, but its late response is discarded. */
export function deadline(ms: number): Middleware {
  const deadlines = new Deadlines();
  // One promise: Promise.race would make five.
  return (ctx, next) =>
    new Promise<void>((resolve, reject) => {
      const endTick = ctx.state.receivedTick + ms;
      ctx.state.deadlineTick = endTick;
      const pending: Pending = {
        endTick,
        expire() {
          const late = exceeded();
          reject(late);
          // Work for the request off the event loop may stop.
          ctx.state.abort?.abort(late);
        },
      };
      deadlines.add(pending);
      next().then(
        () => {
          deadlines.remove(pending);
          // A timer comes late when the event loop does.
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

/** Whether the request's time is over: then its work need not begin. */
export const isOver = ({ state }: Context): boolean =>
  state.deadlineTick !== undefined && performance.now() > state.deadlineTick;

export const exceeded = (): Problem =>
  new Problem('deadline_exceeded', {
    detail: 'The answer took longer than the service allows. Ask for less, or try again.',
    headers: { 'Retry-After': '5' },
  });
