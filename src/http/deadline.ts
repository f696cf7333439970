import type { Context, Middleware } from 'koa';
import { Problem } from './problem.js';

declare module 'koa' {
  interface DefaultState {
    /** When its time is over, by `performance.now()` (ms). */
    deadlineTick?: number;
  }
}

/** Answers 503 when a request takes longer than `ms`. Its work may go on; its answer is not waited for, and not sent when it comes later. */
export function deadline(ms: number): Middleware {
  // One promise: Promise.race would make five.
  return (ctx, next) =>
    new Promise<void>((resolve, reject) => {
      ctx.state.deadlineTick = ctx.state.receivedTick + ms;
      const timer = setTimeout(() => {
        const late = exceeded();
        reject(late);
        // What works for it off the event loop may stop.
        ctx.state.abort?.abort(late);
      }, ms);
      next().then(
        () => {
          clearTimeout(timer);
          // A timer comes late when the event loop does.
          if (isOver(ctx) && !ctx.res.headersSent) reject(exceeded());
          else resolve();
        },
        (error) => {
          clearTimeout(timer);
          reject(error);
        },
      );
    });
}

/** Whether the request's time is over: then its work need not begin. */
export const isOver = ({ state }: Context): boolean => state.deadlineTick !== undefined && performance.now() > state.deadlineTick;

export const exceeded = (): Problem =>
  new Problem('deadline_exceeded', { detail: 'The answer took longer than the service allows. Ask for less, or try again.', headers: { 'Retry-After': '5' } });
