import type { Middleware } from 'koa';
import type { Log } from '../log.js';

/** One line a request. */
export function accessLog(log: Log): Middleware {
  return async (ctx, next) => {
    try {
      await next();
    } finally {
      const { requestId, route, receivedTick, caller } = ctx.state;
      const ms = Math.round((performance.now() - receivedTick) * 10) / 10;
      log.request({ requestId, method: ctx.method, path: ctx.path, route, status: ctx.status, ms, accountId: caller?.accountId, address: ctx.ip });
    }
  };
}
