import type { CustomFetch } from 'openid-client';
import type { Outbound } from '../../../upstream/outbound.js';

/** Maximum size of a document of a provider: metadata, keys, tokens. */
const MAX_BYTES = 262_144;
const TIMEOUT_MS = 10_000;
const EMPTY = [101, 204, 205, 304];

/**
 * Returns a fetch function for openid-client that calls providers through `Outbound`, so that no document of a provider
 * can lead the service to a private address. Redirects are not followed.
 */
export function outboundFetch(outbound: Outbound): CustomFetch {
  return async (url, { method, headers, body }) => {
    const { status, ...answer } = await outbound.send({
      method: method as 'GET' | 'POST',
      url,
      headers,
      body: body === null || body === undefined ? undefined : String(body),
      timeoutMs: TIMEOUT_MS,
      maxBytes: MAX_BYTES,
      keepBytes: MAX_BYTES,
    });
    if (!answer.complete) throw new Error('The document of the provider is too large.');
    const content = EMPTY.includes(status) ? null : new Uint8Array(answer.body);
    return new Response(content, { status, headers: answer.headers });
  };
}
