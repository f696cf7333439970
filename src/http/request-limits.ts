import type { Middleware } from 'koa';
import { Problem } from '../api/problem.js';

/** Maximum length of a URL (bytes). The longest parameter is a polygon of 8,000 characters, each escaped as three. */
const MAX_URL_BYTES = 32 * 1024;
/** Maximum number of query parameters. A list of 200 items may be sent as 200 parameters. */
const MAX_QUERY_PARAMETERS = 250;

/**
 * Matches one host, with or without a port (RFC 3986 §3.2.2, without sub-delims). Two `Host` headers arrive joined by a
 * comma and do not match.
 */
const host = /^(?:[A-Za-z0-9._~%-]*|\[[0-9A-Fa-f:.]+\])(?::\d*)?$/;

/** Rejects URLs that no correct client sends, before anything parses them. */
export function requestLimits(): Middleware {
  return (ctx, next) => {
    const { url, headers } = ctx.req;
    // A proxy in front may have used the other one of two `Host` headers (RFC 9112 §3.2).
    if (headers.host !== undefined && !host.test(headers.host))
      throw new Problem('bad_request', {
        detail: 'Send one Host header, with a host and optionally a port.',
        headers: { Connection: 'close' },
      });
    if (url !== undefined && url.length > MAX_URL_BYTES)
      throw new Problem('uri_too_long', { detail: `Keep the address under ${MAX_URL_BYTES} bytes.` });
    const query = ctx.request.querystring;
    if (query !== '' && query.split('&', MAX_QUERY_PARAMETERS + 2).length > MAX_QUERY_PARAMETERS) {
      throw new Problem('invalid_request', { detail: `Send at most ${MAX_QUERY_PARAMETERS} query parameters.` });
    }
    return next();
  };
}
