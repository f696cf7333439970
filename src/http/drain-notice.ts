import type { Middleware } from 'koa';
import type { Lifecycle } from '../lifecycle.js';

/** While the process is stopping: tells keep-alive clients to go elsewhere with their next request. */
export function drainNotice(lifecycle: Lifecycle): Middleware {
  return (ctx, next) => {
    if (lifecycle.draining) ctx.res.setHeader('Connection', 'close');
    return next();
  };
}
