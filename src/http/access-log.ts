import type { Middleware } from 'koa';
import type { Log } from '../log.js';

/** A share of a public address lets anyone in who knows it, so that such a path is logged as its route. */
const secretPart = /\/:share(?:\/|$)/;

/** One line a request. */
export function accessLog(log: Log): Middleware {
  return async (ctx, next) => {
    try {
      await next();
    } finally {
      const { requestId, route, receivedTick, caller, isProbe = false } = ctx.state;
      const ms = Math.round((performance.now() - receivedTick) * 10) / 10;
      const { req, res, request } = ctx;
      log.request({
        requestId,
        method: req.method ?? '',
        path: route !== undefined && secretPart.test(route) ? route : request.path,
        route,
        status: res.statusCode,
        ms,
        accountId: caller?.accountId,
        address: request.ip,
        isProbe,
      });
    }
  };
}
