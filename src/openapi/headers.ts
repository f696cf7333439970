import type { Header, Parameter, Reference } from '../api/open-api-document.js';
import { MAX_CONDITION_LENGTH } from '../http/entity-tag.js';

const count = (maximum = 2_147_483_647) => ({ type: 'integer', format: 'int32', minimum: 0, maximum });
const token = (maxLength: number) => ({ type: 'string', maxLength, pattern: '^[\\u0020-\\u007e]*$' });

/** Response headers that several operations send. */
const headers = {
  'X-Request-Id': {
    description: 'Id of this request, also in the logs.',
    schema: { ...token(64), minLength: 1 },
    example: '01980a6e-5f3c-7c1a-9b52-3a8f64d2e901',
  },
  'X-RateLimit-Limit': {
    description: 'Requests the account may make in a window. Absent when no account was recognized.',
    schema: count(),
    example: 600,
  },
  'X-RateLimit-Remaining': { description: 'Requests left in the current window.', schema: count(), example: 599 },
  'X-RateLimit-Reset': {
    description: 'End of the window, in Unix seconds.',
    schema: { type: 'integer', format: 'int64', minimum: 0, maximum: 253402300799 },
    example: 1795216560,
  },
  RateLimit: {
    description: 'Remaining requests and seconds of the window, as in the IETF draft.',
    schema: token(200),
    example: '"default";r=599;t=60',
  },
  'RateLimit-Policy': {
    description: 'Request limit and window in seconds, as in the IETF draft.',
    schema: token(200),
    example: '"default";q=600;w=60',
  },
  'Retry-After': { description: 'Seconds to wait before retrying.', schema: count(86_400), example: 12 },
  'WWW-Authenticate': {
    description: 'The authentication scheme, and the error of the token sent.',
    schema: token(500),
    example: 'Bearer',
  },
  ETag: {
    description: 'Version of the response, for `If-None-Match` and `If-Match`.',
    schema: token(200),
    example: '"3:019aa3c1-7e52-7c4b-9d0e-3f5a1b2c4d6e"',
  },
  Accept: {
    description: 'The media types this operation accepts (RFC 9110, section 15.5.16).',
    schema: token(200),
    example: 'application/json',
  },
  Location: {
    description: 'Path of the created resource.',
    schema: { ...token(2000), format: 'uri-reference' },
    example: '/api/v1/resources/1',
  },
  Link: {
    description: 'With CSV and STIX: the address of the next page (RFC 8288); absent on the last one.',
    schema: token(65_536),
    example: '</api/v1/timeline?format=csv&cursor=AAbb01>; rel="next"',
  },
  'Content-Disposition': {
    description: 'With CSV, GPX, KML and iCalendar: the name of the file.',
    schema: token(200),
    example: 'attachment; filename="timeline.csv"',
  },
  'Set-Cookie': {
    description: 'The refresh cookie `svc_refresh`, set or cleared: HttpOnly, SameSite.',
    schema: token(4096),
    example: 'svc_refresh=5Z9pQn; Path=/api/v1/auth; HttpOnly; SameSite=Strict',
  },
  'Idempotency-Replayed': {
    description: '`true` when this is the stored response to an earlier request with the same `Idempotency-Key`.',
    schema: { type: 'string', enum: ['true'] },
    example: 'true',
  },
  Deprecation: {
    description: 'Since when the operation is deprecated (RFC 9745).',
    schema: token(100),
    example: '@1795216560',
  },
  Sunset: {
    description: 'When the operation goes away (RFC 8594).',
    schema: token(100),
    example: 'Fri, 20 Nov 2026 23:15:00 GMT',
  },
} satisfies Record<string, Header>;

export type HeaderName = keyof typeof headers;

/**
 * Request headers that more than one operation reads, as `components.parameters`. All are optional, so their examples
 * are in the schema: the try-it form fills in a parameter's own `example`, and would send every request with a
 * condition or a filter that the user did not choose.
 */
export const requestHeaders = {
  'If-None-Match': {
    name: 'If-None-Match',
    in: 'header',
    required: false,
    schema: { ...token(MAX_CONDITION_LENGTH), examples: ['"3:019aa3c1-7e52-7c4b-9d0e-3f5a1b2c4d6e"'] },
    description: 'Entity tags of cached responses; 304 when one of them is current.',
  },
  'If-Match': {
    name: 'If-Match',
    in: 'header',
    required: false,
    schema: { ...token(500), examples: ['*'] },
    description:
      'The `ETag` of the version to change; 412 when the resource has changed since. `*` matches any version.',
  },
  'Idempotency-Key': {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    // The header has no example, because the same key with a different request is rejected.
    description:
      'A key of your choice, such as a new UUID. For 24 hours a repeated request with the same key and body ' +
      'gets the same response and creates nothing again.',
    schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[\\u0021-\\u007e]+$' },
  },
  'Last-Event-ID': {
    name: 'Last-Event-ID',
    in: 'header',
    required: false,
    schema: { ...token(200), examples: ['01980a6e-5f3c-7c1a-9b52-3a8f64d2e901'] },
    description: 'The `id` of the last event received; the stream resumes after it.',
  },
} satisfies Record<string, Parameter>;

export type RequestHeaderName = keyof typeof requestHeaders;

/**
 * Short names for components to which almost every response refers; long names would take a tenth of the OpenAPI
 * description.
 */
const shortNames: Partial<Record<HeaderName, string>> = {
  'X-Request-Id': 'RequestId',
  'X-RateLimit-Limit': 'Limit',
  'X-RateLimit-Remaining': 'Remaining',
  'X-RateLimit-Reset': 'Reset',
  'RateLimit-Policy': 'Policy',
};
const componentOf = (name: HeaderName) => shortNames[name] ?? name;

/** Shared response headers, as `components.headers`. */
export const headerComponents: Record<string, Header> = Object.fromEntries(
  Object.entries(headers).map(([name, header]) => [componentOf(name as HeaderName), header]),
);

/** Returns references to shared headers by name, in the given order. */
export function headerReferences(names: readonly HeaderName[]): Record<string, Reference> {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${componentOf(name)}` }]));
}

/** Returns the headers of every response of an operation. @param limited true: with rate-limit headers */
export function commonHeaders(limited: boolean): HeaderName[] {
  const limits: HeaderName[] = [
    'X-RateLimit-Limit',
    'X-RateLimit-Remaining',
    'X-RateLimit-Reset',
    'RateLimit',
    'RateLimit-Policy',
  ];
  return ['X-Request-Id', ...(limited ? limits : [])];
}
