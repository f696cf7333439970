/**
 * The closed set of errors this API answers with. Each has one HTTP status and one title; `detail` tells what to do about this occurrence.
 * The wire form is RFC 9457 (`application/problem+json`), see problem-envelope.ts.
 */
export const problems = {
  invalid_request: { status: 400, title: 'The request is not valid' },
  malformed_body: { status: 400, title: 'The body cannot be read' },
  invalid_cursor: { status: 400, title: 'The cursor is not valid' },
  bad_request: { status: 400, title: 'The request cannot be understood' },
  unauthenticated: { status: 401, title: 'An access token is needed' },
  invalid_token: { status: 401, title: 'The access token is not valid' },
  invalid_credentials: { status: 401, title: 'The e-mail address or the password is wrong' },
  refresh_invalid: { status: 401, title: 'The refresh cookie is missing or no longer valid' },
  refresh_reused: { status: 401, title: 'The refresh token was used before' },
  forbidden: { status: 403, title: 'The account may not do this' },
  cross_site_request: { status: 403, title: 'The request came from another site' },
  registration_closed: { status: 403, title: 'Registration is closed' },
  not_found: { status: 404, title: 'There is no such thing' },
  method_not_allowed: { status: 405, title: 'The method is not allowed here' },
  not_acceptable: { status: 406, title: 'None of the accepted media types can be produced' },
  request_timeout: { status: 408, title: 'The request took too long to arrive' },
  conflict: { status: 409, title: 'It conflicts with the present state' },
  email_taken: { status: 409, title: 'The e-mail address already has an account' },
  last_operator: { status: 409, title: 'The last operator cannot be removed' },
  quota_reached: { status: 409, title: 'The account has as many as it may' },
  request_in_progress: { status: 409, title: 'A request with this Idempotency-Key is still running' },
  precondition_failed: { status: 412, title: 'The resource has changed since it was read' },
  payload_too_large: { status: 413, title: 'The body is too large' },
  uri_too_long: { status: 414, title: 'The address is too long' },
  unsupported_media_type: { status: 415, title: 'The media type of the body is not supported' },
  unprocessable: { status: 422, title: 'The request is well formed but cannot be carried out' },
  idempotency_key_reused: { status: 422, title: 'The Idempotency-Key belongs to another request' },
  rate_limited: { status: 429, title: 'Too many requests' },
  too_many_attempts: { status: 429, title: 'Too many attempts' },
  too_many_concurrent: { status: 429, title: 'Too many requests at the same time' },
  too_many_streams: { status: 429, title: 'Too many streams are open' },
  headers_too_large: { status: 431, title: 'The request headers are too large' },
  internal_error: { status: 500, title: 'Something went wrong here' },
  unavailable: { status: 503, title: 'The service cannot answer right now' },
  overloaded: { status: 503, title: 'The service has too much to do' },
  deadline_exceeded: { status: 503, title: 'The answer took too long' },
} as const satisfies Record<string, { status: number; title: string }>;

export type ProblemCode = keyof typeof problems;

/** One wrong place: a JSON Pointer into the body (`/email`), or `query/limit`, `path/id`, `header/If-Match`. Never holds the value sent. */
export interface FieldProblem {
  pointer: string;
  detail: string;
}

/** The most wrong places one answer names. */
export const MAX_FIELD_PROBLEMS = 50;

export const MAX_POINTER_LENGTH = 500;

/** One part of a JSON Pointer (RFC 6901). A name from outside is cut: it is only there to be recognised. */
export function escapePointer(name: string): string {
  return name.slice(0, 100).replaceAll('~', '~0').replaceAll('/', '~1');
}

export interface ProblemOptions {
  /** One sentence for a person: what is wrong with this request and what to do. */
  detail?: string;
  /** Of more than `MAX_FIELD_PROBLEMS` the first are named. */
  errors?: FieldProblem[];
  headers?: Record<string, string>;
  cause?: unknown;
}

/** Thrown anywhere below the problem envelope; the envelope renders it. */
export class Problem extends Error {
  readonly status: number;
  readonly title: string;
  readonly detail?: string;
  readonly errors?: FieldProblem[];
  readonly headers: Record<string, string>;

  constructor(
    readonly code: ProblemCode,
    options: ProblemOptions = {},
  ) {
    super(options.detail ?? problems[code].title, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'Problem';
    this.status = problems[code].status;
    this.title = problems[code].title;
    this.detail = options.detail;
    this.errors = options.errors?.slice(0, MAX_FIELD_PROBLEMS);
    this.headers = options.headers ?? {};
  }
}

/** Of a query parameter with a value that is right by itself and wrong beside others, or now. @param pointer as in `query/from` */
export const wrongParameter = (pointer: FieldProblem['pointer'], detail: string): Problem =>
  new Problem('invalid_request', { detail: 'Some query parameters are not valid; see errors.', errors: [{ pointer, detail }] });
