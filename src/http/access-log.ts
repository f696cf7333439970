import type { Log } from '../logging/log.js';
import type { AfterRequestHook } from './after-request.js';

/** A share of a public address lets anyone in who knows it, so that such a path is logged as its route. */
const secretPart = /\/:token(?:\/|$)/;

/** One line a request. */
export function accessLog(log: Log): AfterRequestHook {
  return ({ req, res, request, state }) => {
    const { requestId, route, receivedTick, caller, isProbe = false } = state;
    log.request({
      requestId,
      method: req.method ?? '',
      path: route !== undefined && secretPart.test(route) ? route : request.path,
      route,
      status: res.statusCode,
      ms: Math.round((performance.now() - receivedTick) * 10) / 10,
      accountId: caller?.accountId,
      address: request.ip,
      isProbe,
    });
  };
}
