import type { Middleware } from 'koa';
import type { Lifecycle } from '../lifecycle.js';

/** While the process shuts down, makes keep-alive clients reconnect elsewhere. */
export function drainNotice(lifecycle: Lifecycle): Middleware {
  return async (ctx, next) => {
    await next();
    // Asked on the way out: what was under way when the stop began must not keep its connection either.
    if (lifecycle.draining && !ctx.res.headersSent) ctx.res.setHeader('Connection', 'close');
  };
}
