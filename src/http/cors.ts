import type { Middleware } from 'koa';

const exposed =
  'X-Request-Id, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, RateLimit, RateLimit-Policy, ' +
  'Retry-After, ETag, Location, Link, Content-Disposition, Idempotency-Replayed';
const allowedHeaders =
  'Authorization, Content-Type, If-Match, If-None-Match, Idempotency-Key, Last-Event-ID, MCP-Protocol-Version, ' +
  'Mcp-Method, Mcp-Name, X-Request-Id';

/** Lets browsers of the listed origins read responses. Origins must match exactly; other origins get no CORS header. */
export function cors(origins: readonly string[]): Middleware {
  const listed = new Set(origins);
  return (ctx, next) => {
    if (listed.size === 0) return next();
    ctx.vary('Origin');
    const origin = ctx.get('Origin');
    if (!listed.has(origin)) return next();
    ctx.set({
      'Access-Control-Allow-Origin': origin,
      'Access-Control-Allow-Credentials': 'true',
      'Access-Control-Expose-Headers': exposed,
    });
    if (ctx.method !== 'OPTIONS' || ctx.get('Access-Control-Request-Method') === '') return next();
    ctx.set({
      'Access-Control-Allow-Methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
      'Access-Control-Allow-Headers': allowedHeaders,
      'Access-Control-Max-Age': '600',
    });
    ctx.status = 204;
    return Promise.resolve();
  };
}
