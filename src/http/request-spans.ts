import type { Middleware } from 'koa';
import { currentSpan, withSpan } from '../logging/current-span.js';
import { parseTraceparent } from '../tracing/traceparent.js';
import type { Tracer } from '../tracing/tracer.js';

/**
 * The methods of RFC 9110 and RFC 5789. Clients can invent others, which would give spans an unlimited number of names.
 */
const knownMethods = new Set(['CONNECT', 'DELETE', 'GET', 'HEAD', 'OPTIONS', 'PATCH', 'POST', 'PUT', 'TRACE']);

/**
 * Records one span for each request, named `{method} {route}`. The span ends when the request was handled, so it does
 * not cover the rest of a stream.
 * @param hasProxy true: the peer is a trusted proxy, whose `traceparent` is accepted
 */
export function requestSpans(tracer: Tracer, hasProxy: boolean): Middleware {
  return async (ctx, next) => {
    const method = knownMethods.has(ctx.method) ? ctx.method : undefined;
    const attributes = {
      'http.request.method': method ?? '_OTHER',
      'url.scheme': ctx.protocol,
      'watchfloor.request_id': ctx.state.requestId,
    };
    const header = ctx.req.headers.traceparent;
    const remote = hasProxy && typeof header === 'string' ? parseTraceparent(header) : undefined;
    // An operation that another request runs inside the process belongs to the trace of that request.
    const span = tracer.start(method ?? 'HTTP', 'server', attributes, currentSpan() ?? remote);
    try {
      await withSpan(span, next);
    } finally {
      const { statusCode } = ctx.res;
      if (span.isSampled) {
        const { route } = ctx.state as { route?: string };
        if (route !== undefined) span.rename(`${method ?? 'HTTP'} ${route}`);
        span.set({ 'http.route': route, 'http.response.status_code': statusCode });
      }
      span.end(statusCode >= 500 ? String(statusCode) : undefined);
    }
  };
}
