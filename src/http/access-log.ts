import type { Log } from '../logging/log.js';
import type { AfterRequestHook } from './after-request.js';

/**
 * A path that ends in the secret token of a public address. Whoever knows the token has access, so such a path is
 * logged as its route.
 */
const secretPart = /\/:token(?:\/|$)/;

/** Logs one line for each request. */
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
