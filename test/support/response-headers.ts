import type { Answer } from './response-checker.js';

/**
 * Headers that the HTTP layer and the rules for browsers may set on any response. The OpenAPI description only names
 * the headers of an operation.
 */
const everywhere = new Set([
  ...[
    'date',
    'connection',
    'keep-alive',
    'transfer-encoding',
    'content-length',
    'content-type',
    'content-encoding',
    'vary',
    'cache-control',
  ],
  ...['x-content-type-options', 'content-security-policy', 'referrer-policy', 'strict-transport-security'],
  ...['access-control-allow-origin', 'access-control-allow-credentials', 'access-control-expose-headers'],
  'x-accel-buffering',
]);

/** Returns whether a described header may be absent from a response with this status. */
const absentOn = (name: string, status: number): boolean => {
  if (
    name === 'Link' ||
    name === 'Content-Disposition' ||
    name === 'Idempotency-Replayed' ||
    name === 'Deprecation' ||
    name === 'Sunset' ||
    // A page without objects has no first and last one.
    name.startsWith('X-TAXII-')
  )
    return true;
  // A 409 has `Retry-After` only while another request with the same Idempotency-Key runs.
  if (name === 'Retry-After') return status === 409;
  // Requests are counted after the caller is known. So these headers are absent when the address or the token is
  // rejected, or when a store or the process fails.
  if (/^(X-)?RateLimit/.test(name)) return status === 400 || status === 401 || status === 413 || status >= 500;
  // Among the responses with 403, only those for a missing scope have it.
  if (name === 'WWW-Authenticate') return status === 403;
  return name === 'Set-Cookie' && status >= 400;
};

/** Returns headers that are missing or not described. @param described headers of the response in the description */
export function headerSetFaults(described: readonly string[], { status, headers }: Answer): string[] {
  const isStream = headers.get('content-type')?.startsWith('text/event-stream') === true;
  // A stream cannot be cached, so only the JSON form of the resource has an ETag.
  if (isStream && headers.has('etag')) return ['a stream has an ETag'];
  const known = new Set(described.map((name) => name.toLowerCase()));
  const missing = described
    .filter((name) => !headers.has(name) && !absentOn(name, status) && !(isStream && name === 'ETag'))
    .map((name) => `the header ${name} is missing`);
  const unknown = [...headers.keys()]
    .filter((name) => !known.has(name) && !everywhere.has(name))
    .map((name) => `the header ${name} is not described`);
  return [...missing, ...unknown, ...alwaysFaults({ headers })];
}

/** Returns the faults of the headers of every response, described or not. */
export function alwaysFaults({ headers }: Pick<Answer, 'headers'>): string[] {
  const faults = ['x-powered-by', 'server']
    .filter((name) => headers.has(name))
    .map((name) => `the header ${name} tells too much`);
  for (const name of ['x-request-id', 'content-security-policy', 'referrer-policy'])
    if (!headers.has(name)) faults.push(`the header ${name} is missing`);
  if (headers.get('x-content-type-options') !== 'nosniff') faults.push('X-Content-Type-Options is not nosniff');
  return faults;
}
