import type { Middleware } from 'koa';
import type { Log } from '../log.js';

/** One line a request. The path without its query: queries can hold what nobody should read later. */
export function accessLog(log: Log): Middleware {
  return async (ctx, next) => {
    try {
      await next();
    } finally {
      log.info(
        {
          requestId: ctx.state.requestId,
          method: ctx.method,
          path: ctx.path,
          route: ctx.state.route,
          status: ctx.status,
          ms: Math.round((performance.now() - ctx.state.receivedTick) * 10) / 10,
          accountId: ctx.state.caller?.accountId,
          address: ctx.ip,
        },
        'request',
      );
    }
  };
}
