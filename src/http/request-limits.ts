import type { Middleware } from 'koa';
import { Problem } from './problem.js';

const MAX_URL_BYTES = 8 * 1024;
const MAX_QUERY_PARAMETERS = 100;

/** Refuses addresses no honest client sends, before anything parses them. */
export function requestLimits(): Middleware {
  return (ctx, next) => {
    const { url } = ctx.req;
    if (url !== undefined && url.length > MAX_URL_BYTES) throw new Problem('uri_too_long', { detail: `Keep the address under ${MAX_URL_BYTES} bytes.` });
    const query = ctx.querystring;
    if (query !== '' && query.split('&', MAX_QUERY_PARAMETERS + 2).length > MAX_QUERY_PARAMETERS) {
      throw new Problem('invalid_request', { detail: `Send at most ${MAX_QUERY_PARAMETERS} query parameters.` });
    }
    return next();
  };
}
