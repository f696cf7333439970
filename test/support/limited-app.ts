import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import Koa from 'koa';
import { Problem } from '../../src/api/problem.js';
import { type RateLimitOptions, rateLimit } from '../../src/http/rate-limit/rate-limit.js';

export interface LimitedApp {
  get(account?: string, headers?: Record<string, string>): Promise<Response>;
  /** Returns the number of requests that reached the handler. */
  handled(): number;
  close(): Promise<void>;
}

/** Starts a server with only rate limiters before a handler. A header names the account. */
export async function limitedApp(...limits: Omit<RateLimitOptions, 'id'>[]): Promise<LimitedApp> {
  let handled = 0;
  const app = new Koa();
  app.use(async (ctx, next) => {
    try {
      await next();
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      ctx.status = error.status;
      ctx.set(error.headers);
      ctx.body = { code: error.code, detail: error.detail };
    }
  });
  for (const limit of limits) app.use(rateLimit({ ...limit, id: (ctx) => ctx.get('account') || false }));
  app.use((ctx) => {
    handled += 1;
    ctx.body = 'done';
  });
  const server = app.listen(0, '127.0.0.1');
  // The server never closes idle connections: a busy client could reuse one at the moment when it is closed.
  server.keepAliveTimeout = 0;
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    get: (account, headers = {}) =>
      fetch(`http://127.0.0.1:${port}/`, { headers: { ...(account ? { account } : {}), ...headers } }),
    handled: () => handled,
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
