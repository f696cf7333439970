import type { Context, Middleware } from 'koa';

/** A duty after a request was handled, however it ended, before its response is sent. */
export type AfterRequestHook = (ctx: Context) => void;

/** One middleware for all of them, in this order: each layer of its own would cost as much as most duties. */
export function afterRequest(...duties: AfterRequestHook[]): Middleware {
  return async (ctx, next) => {
    try {
      await next();
    } finally {
      for (const duty of duties) duty(ctx);
    }
  };
}
