import type { Log } from '../logging/log.js';
import type { AfterRequestHook } from './after-request.js';

/**
 * Matches a route whose path contains the secret token of a public address. The token alone gives access, so the route
 * is logged in place of the path.
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
