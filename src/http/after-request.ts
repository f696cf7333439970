import type { Context, Middleware } from 'koa';

/** A step that runs after a request was handled, successfully or not, and before its response is sent. */
export type AfterRequestHook = (ctx: Context) => void;

/** Returns one middleware that runs all steps in this order. A middleware for each would cost as much as most steps. */
export function afterRequest(...duties: AfterRequestHook[]): Middleware {
  return async (ctx, next) => {
    try {
      await next();
    } finally {
      for (const duty of duties) duty(ctx);
    }
  };
}
