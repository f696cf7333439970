import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import type { Middleware } from 'koa';
import { actingForAddress } from '../async/account-context.js';

const acceptable = /^[A-Za-z0-9._-]{8,64}$/;

/** Returns the caller's own `X-Request-Id` if it is well-formed, else a new id. */
export function requestIdOf({ headers }: IncomingMessage): string {
  const offered = headers['x-request-id'];
  return typeof offered === 'string' && acceptable.test(offered) ? offered : randomUUID();
}

/** Gives every request an id and the time of its arrival. */
export function requestContext(): Middleware {
  return (ctx, next) => {
    ctx.state.requestId = requestIdOf(ctx.req);
    // A forwarded value that is not an IP address is ignored, because the address is a key of limits and of the audit
    // log.
    if (ctx.app.proxy && isIP(ctx.ip) === 0) ctx.request.ip = ctx.req.socket.remoteAddress ?? '';
    ctx.state.receivedTick = performance.now();
    ctx.res.setHeader('X-Request-Id', ctx.state.requestId);
    // Work is charged to the address until the caller is authenticated.
    return actingForAddress(ctx.ip, next);
  };
}
