import { schemaReference } from '../api/components.js';
import { eventStream } from '../api/endpoint.js';
import type { Reference, Response } from '../api/open-api-document.js';
import { ProblemDto } from '../api/problem.dto.js';
import { Problem, type ProblemCode, problems } from '../api/problem.js';
import type { ProblemForm } from '../api/problem-form.js';
import { isRefusedWhenReadOnly } from '../api/scopes.js';
import { mediaTypesOf, takesTicket } from '../http/format.js';
import type { Route } from '../http/route/routes.js';
import { commonHeaders, type HeaderName, headerReferences } from './headers.js';

const always: ProblemCode[] = [
  'invalid_request',
  'bad_request',
  'internal_error',
  'unavailable',
  'overloaded',
  'deadline_exceeded',
];
/** Problems that are sent before the account is known, without rate-limit headers. */
const beforeRouting: ProblemCode[] = ['uri_too_long', 'headers_too_large'];
const withToken: ProblemCode[] = [
  'unauthenticated',
  'invalid_token',
  'forbidden',
  'mfa_enrollment_required',
  'insufficient_scope',
  'rate_limited',
  'too_many_concurrent',
];
const withCookie: ProblemCode[] = ['refresh_invalid', 'cross_site_request', 'too_many_attempts'];
const withBody: ProblemCode[] = ['malformed_body', 'request_timeout', 'payload_too_large', 'unsupported_media_type'];
const withKey: ProblemCode[] = ['request_in_progress', 'idempotency_key_reused'];
/** Codes that follow from the shape of an operation. Other codes become part of the name of a shared response. */
const general = new Set<ProblemCode>([
  ...always,
  ...beforeRouting,
  ...withToken,
  ...withBody,
  ...withKey,
  ...([
    'invalid_ticket',
    'too_many_streams',
    'invalid_cursor',
    'not_found',
    'not_acceptable',
    'precondition_failed',
  ] as const),
]);

/**
 * Returns the problems that an operation can return, in the order of the catalog: problems that follow from its shape,
 * and problems that it declares.
 */
export function problemsOf(
  { access, endpoint, method, variables, query, tag }: Route,
  hasCursor: boolean,
): ProblemCode[] {
  const codes = new Set<ProblemCode>([
    ...always,
    ...beforeRouting,
    ...(access === 'authorized' ? withToken : []),
    ...(access === 'refreshCookie' ? withCookie : []),
    // Operations without a body are included, because a body that is sent is read and rejected.
    ...(method === 'get' ? [] : withBody),
    ...(access === 'authorized' && method === 'get' && takesTicket(endpoint, mediaTypesOf(endpoint, true))
      ? (['invalid_ticket'] as const)
      : []),
    ...(access === 'authorized' && (endpoint.alternatives?.[eventStream] || endpoint.opensSocket)
      ? (['too_many_streams'] as const)
      : []),
    ...(query && hasCursor ? (['invalid_cursor'] as const) : []),
    ...(variables.length > 0 ? (['not_found'] as const) : []),
    ...(endpoint.returns || endpoint.alternatives ? (['not_acceptable'] as const) : []),
    ...(endpoint.idempotent && access === 'authorized' ? withKey : []),
    ...(isRefusedWhenReadOnly(endpoint, tag, method) ? (['read_only'] as const) : []),
    ...(endpoint.ifMatch ? (['precondition_failed'] as const) : []),
    ...(endpoint.errors ?? []),
  ]);
  return (Object.keys(problems) as ProblemCode[]).filter((code) => codes.has(code));
}

const pascal = (code: string) => code.replace(/(?:^|_)(\w)/g, (_match, letter: string) => letter.toUpperCase());

function example(code: ProblemCode): { summary: string; value: unknown } {
  const { status, title } = problems[code];
  const errors =
    code === 'invalid_request'
      ? { errors: [{ in: 'body', pointer: '/name', detail: 'must be text of 1 to 200 characters' }] }
      : {};
  const value = {
    type: `/problems/${code}`,
    title,
    status,
    code,
    requestId: '01980a6e-5f3c-7c1a-9b52-3a8f64d2e901',
    ...errors,
  };
  return { summary: title, value };
}

const extraHeaders: Record<number, HeaderName[]> = {
  401: ['WWW-Authenticate'],
  415: ['Accept'],
  429: ['Retry-After'],
  503: ['Retry-After'],
};
/**
 * Returns additional headers of problems: `refresh_reused` clears the cookie, a missing scope is named, and a request
 * in progress has a `Retry-After`.
 */
const headersOfCodes = (codes: readonly ProblemCode[]): HeaderName[] => [
  ...(codes.includes('refresh_reused') ? (['Set-Cookie'] as const) : []),
  ...(codes.includes('insufficient_scope') ? (['WWW-Authenticate'] as const) : []),
  ...(codes.includes('request_in_progress') ? (['Retry-After'] as const) : []),
];

/** Statuses that the server also sends before it knows the path of a request, so always as problem documents. */
const beforePaths = [400, 503];

function exampleIn({ body }: ProblemForm, code: ProblemCode): { summary: string; value: unknown } {
  return { summary: problems[code].title, value: body(new Problem(code), '01980a6e-5f3c-7c1a-9b52-3a8f64d2e901') };
}

/**
 * Returns the response of one status, with an example for each code.
 * @param form form of the errors. Default: RFC 9457
 */
export function problemResponse(
  status: number,
  codes: readonly ProblemCode[],
  limited: boolean,
  form?: ProblemForm,
): Response {
  const inForm = form && {
    [form.mediaType]: {
      schema: schemaReference(form.dto),
      examples: Object.fromEntries(codes.map((code) => [code, exampleIn(form, code)])),
    },
  };
  const asProblem = {
    'application/problem+json': {
      schema: schemaReference(ProblemDto),
      examples: Object.fromEntries(codes.map((code) => [code, example(code)])),
    },
  };
  return {
    description: `${codes.map((code) => `\`${code}\`: ${problems[code].title}`).join('; ')}.`,
    headers: headerReferences([...commonHeaders(limited), ...(extraHeaders[status] ?? []), ...headersOfCodes(codes)]),
    content: { ...inForm, ...(form === undefined || beforePaths.includes(status) ? asProblem : {}) },
  };
}

/**
 * Error responses that operations share, with names such as `Error404`, or `Error409QuotaReached` after the first code
 * that only some operations return. Names for operations without an access token start with `Public`; these responses
 * have no rate-limit headers.
 */
export class ProblemResponses {
  private readonly shared = new Map<
    string,
    { status: number; limited: boolean; codes: Set<ProblemCode>; form?: ProblemForm }
  >();

  /**
   * Returns references, by status, to responses that list at least the given codes. `limited` responses have rate-limit
   * headers.
   */
  references(codes: readonly ProblemCode[], limited: boolean, form?: ProblemForm): Record<string, Reference> {
    const byStatus = Map.groupBy(codes, (code) => problems[code].status);
    return Object.fromEntries(
      [...byStatus].map(([status, same]) => [String(status), this.reference(status, same, limited, form)]),
    );
  }

  private reference(
    status: number,
    codes: readonly ProblemCode[],
    limited: boolean,
    declared?: ProblemForm,
  ): Reference {
    const isEarly = codes.every((code) => beforeRouting.includes(code));
    const special = codes.find((code) => !general.has(code));
    const form = isEarly ? undefined : declared;
    const name = `${form?.name ?? ''}${limited || isEarly ? '' : 'Public'}Error${status}${special ? pascal(special) : ''}`;
    const entry = this.shared.get(name) ?? { status, limited: limited && !isEarly, codes: new Set(), form };
    for (const code of codes) entry.codes.add(code);
    this.shared.set(name, entry);
    return { $ref: `#/components/responses/${name}` };
  }

  /** Returns the responses by name. Call it after `references` was called for all operations. */
  byName(): Record<string, Response> {
    const inOrder = Object.keys(problems) as ProblemCode[];
    return Object.fromEntries(
      [...this.shared].map(([name, { status, limited, codes, form }]) => [
        name,
        problemResponse(
          status,
          inOrder.filter((code) => codes.has(code)),
          limited,
          form,
        ),
      ]),
    );
  }
}
