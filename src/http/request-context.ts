import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import type { Middleware } from 'koa';
import { actingForAddress } from '../async/account-context.js';

const acceptable = /^[A-Za-z0-9._-]{8,64}$/;

/** The caller's own `X-Request-Id` when it is a plain word, or a new id. */
export function requestIdOf({ headers }: IncomingMessage): string {
  const offered = headers['x-request-id'];
  return typeof offered === 'string' && acceptable.test(offered) ? offered : randomUUID();
}

/** Gives every request an id and the moment it came in. */
export function requestContext(): Middleware {
  return (ctx, next) => {
    ctx.state.requestId = requestIdOf(ctx.req);
    // A proxy that forwards something else than an address is not believed: the address is a key of limits and of the
    // audit.
    if (ctx.app.proxy && isIP(ctx.ip) === 0) ctx.request.ip = ctx.req.socket.remoteAddress ?? '';
    ctx.state.receivedTick = performance.now();
    ctx.res.setHeader('X-Request-Id', ctx.state.requestId);
    // Until the caller is known, what a request needs is counted to its address.
    return actingForAddress(ctx.ip, next);
  };
}
