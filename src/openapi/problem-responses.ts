import { type ProblemCode, problems } from '../http/problem.js';
import { eventStream } from './endpoint.js';
import { commonHeaders, type HeaderName, headerReferences } from './headers.js';
import type { Reference, Response } from './open-api-document.js';
import type { Route } from './routes.js';

const always: ProblemCode[] = ['invalid_request', 'bad_request', 'internal_error', 'unavailable', 'overloaded', 'deadline_exceeded'];
/** Judged before anything knows of an account: these answers carry no rate limit. */
const beforeRouting: ProblemCode[] = ['uri_too_long', 'headers_too_large'];
const withToken: ProblemCode[] = ['unauthenticated', 'invalid_token', 'forbidden', 'rate_limited', 'too_many_concurrent'];
const withCookie: ProblemCode[] = ['refresh_invalid', 'cross_site_request', 'too_many_attempts'];
const withBody: ProblemCode[] = ['malformed_body', 'request_timeout', 'payload_too_large', 'unsupported_media_type'];
const withKey: ProblemCode[] = ['request_in_progress', 'idempotency_key_reused'];

/** Every problem an operation can answer, in the catalogue's order: what follows from its shape and what it declares. */
export function problemsOf({ access, endpoint, method, variables, query }: Route, hasCursor: boolean): ProblemCode[] {
  const codes = new Set<ProblemCode>([
    ...always,
    ...beforeRouting,
    ...(access === 'authorized' ? withToken : []),
    ...(access === 'refreshCookie' ? withCookie : []),
    // Also where no body is taken: one that is sent is read, to be refused by name.
    ...(method === 'get' ? [] : withBody),
    ...(access === 'authorized' && endpoint.alternatives?.[eventStream] ? (['too_many_streams'] as const) : []),
    ...(query && hasCursor ? (['invalid_cursor'] as const) : []),
    ...(variables.length > 0 ? (['not_found'] as const) : []),
    ...(endpoint.returns || endpoint.alternatives ? (['not_acceptable'] as const) : []),
    ...(endpoint.idempotent && access === 'authorized' ? withKey : []),
    ...(endpoint.ifMatch ? (['precondition_failed'] as const) : []),
    ...(endpoint.errors ?? []),
  ]);
  return (Object.keys(problems) as ProblemCode[]).filter((code) => codes.has(code));
}

const pascal = (code: string) => code.replace(/(?:^|_)(\w)/g, (_match, letter: string) => letter.toUpperCase());

function example(code: ProblemCode): { summary: string; value: unknown } {
  const { status, title } = problems[code];
  const errors = code === 'invalid_request' ? { errors: [{ in: 'body', pointer: '/name', detail: 'must be text of 1 to 200 characters' }] } : {};
  const value = { type: `/problems/${code}`, title, status, code, requestId: '01980a6e-5f3c-7c1a-9b52-3a8f64d2e901', ...errors };
  return { summary: title, value };
}

const extraHeaders: Record<number, HeaderName[]> = { 401: ['WWW-Authenticate'], 415: ['Accept'], 429: ['Retry-After'], 503: ['Retry-After'] };
/** What some codes bring along: a refresh cookie that is no longer good is taken away, a running request ends soon. */
const headersOfCodes = (codes: readonly ProblemCode[]): HeaderName[] => [
  ...(codes.includes('refresh_reused') ? (['Set-Cookie'] as const) : []),
  ...(codes.includes('request_in_progress') ? (['Retry-After'] as const) : []),
];

/** The answer of one status with an example for each code. */
export function problemResponse(status: number, codes: readonly ProblemCode[], limited: boolean): Response {
  return {
    description: `${codes.map((code) => problems[code].title).join('; or: ')}.`,
    headers: headerReferences([...commonHeaders(limited), ...(extraHeaders[status] ?? []), ...headersOfCodes(codes)]),
    content: {
      'application/problem+json': {
        schema: { $ref: '#/components/schemas/Problem' },
        examples: Object.fromEntries(codes.map((code) => [code, example(code)])),
      },
    },
  };
}

/** The shared error answers, `components.responses`: one for each set of codes that occurs. */
export class ProblemResponses {
  readonly byName: Record<string, Response> = {};

  /** References by status. `limited` answers carry the account's rate limit. */
  references(codes: readonly ProblemCode[], limited: boolean): Record<string, Reference> {
    const byStatus = Map.groupBy(codes, (code) => problems[code].status);
    return Object.fromEntries(
      [...byStatus].map(([status, same]) => {
        const isEarly = same.every((code) => beforeRouting.includes(code));
        const name = `${limited || isEarly ? '' : 'Public'}${same.map(pascal).join('Or')}`;
        this.byName[name] ??= problemResponse(status, same, limited && !isEarly);
        return [String(status), { $ref: `#/components/responses/${name}` }];
      }),
    );
  }
}
