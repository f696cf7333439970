/**
 * All problems that this API returns. Each code has one HTTP status and one title; `detail` says what to do in the
 * particular situation. Responses have the form of RFC 9457 (`application/problem+json`), see problem-envelope.ts.
 */
export const problems = {
  invalid_request: { status: 400, title: 'Validation failed' },
  malformed_body: { status: 400, title: 'Malformed body' },
  invalid_cursor: { status: 400, title: 'Invalid cursor' },
  bad_request: { status: 400, title: 'Bad request' },
  unauthenticated: { status: 401, title: 'Authentication required' },
  invalid_token: { status: 401, title: 'Invalid access token' },
  invalid_credentials: { status: 401, title: 'Wrong e-mail address or password' },
  refresh_invalid: { status: 401, title: 'Invalid refresh token' },
  mfa_required: { status: 401, title: 'A code of the second factor is required' },
  invalid_challenge: { status: 401, title: 'Invalid sign-in challenge' },
  invalid_code: { status: 401, title: 'Wrong or used code' },
  provider_rejected: { status: 401, title: 'The sign-in at the provider failed' },
  invalid_passkey: { status: 401, title: 'The passkey was not accepted' },
  invalid_key: { status: 401, title: 'Invalid personal key' },
  invalid_ticket: { status: 401, title: 'Invalid ticket' },
  refresh_reused: { status: 401, title: 'Refresh token reused' },
  forbidden: { status: 403, title: 'Forbidden' },
  mfa_enrollment_required: { status: 403, title: 'The account must set up a second factor' },
  insufficient_scope: { status: 403, title: 'The personal key or app lacks a scope' },
  cross_site_request: { status: 403, title: 'Cross-site request rejected' },
  registration_closed: { status: 403, title: 'Registration is closed' },
  password_sign_in_closed: { status: 403, title: 'Sign-in with a password is closed' },
  account_not_admitted: { status: 403, title: 'The account is not admitted' },
  reauthentication_required: { status: 403, title: 'Confirm that it is you' },
  not_found: { status: 404, title: 'Not found' },
  method_not_allowed: { status: 405, title: 'The method is not allowed here' },
  not_acceptable: { status: 406, title: 'Not acceptable' },
  request_timeout: { status: 408, title: 'Request timeout' },
  conflict: { status: 409, title: 'Conflict with the current state' },
  email_taken: { status: 409, title: 'The e-mail address already has an account' },
  last_operator: { status: 409, title: 'The last operator cannot be removed' },
  quota_reached: { status: 409, title: 'Quota reached' },
  request_in_progress: { status: 409, title: 'A request with this Idempotency-Key is still running' },
  precondition_failed: { status: 412, title: 'Precondition failed' },
  payload_too_large: { status: 413, title: 'Request body too large' },
  uri_too_long: { status: 414, title: 'URI too long' },
  unsupported_media_type: { status: 415, title: 'Unsupported media type' },
  unprocessable: { status: 422, title: 'Unprocessable request' },
  idempotency_key_reused: { status: 422, title: 'The Idempotency-Key was used for another request' },
  rate_limited: { status: 429, title: 'Too many requests' },
  too_many_attempts: { status: 429, title: 'Too many attempts' },
  too_many_concurrent: { status: 429, title: 'Too many concurrent requests' },
  budget_spent: { status: 429, title: 'The budget of the account is used up' },
  too_many_streams: { status: 429, title: 'Too many open streams' },
  headers_too_large: { status: 431, title: 'Request headers too large' },
  internal_error: { status: 500, title: 'Internal server error' },
  unavailable: { status: 503, title: 'Service unavailable' },
  read_only: { status: 503, title: 'The service is in read-only mode' },
  overloaded: { status: 503, title: 'The service is overloaded' },
  deadline_exceeded: { status: 503, title: 'Deadline exceeded' },
} as const satisfies Record<string, { status: number; title: string }>;

export type ProblemCode = keyof typeof problems;

/**
 * A problem with one field: `pointer` is a JSON Pointer into the body (`/email`), or `query/limit`, `path/id`,
 * `header/If-Match`. Never contains the submitted value.
 */
export interface FieldProblem {
  pointer: string;
  detail: string;
  /** Position of a syntax error in a text with a grammar. */
  position?: { offset: number; line: number; column: number };
}

/** Maximum number of field problems in one response. */
export const MAX_FIELD_PROBLEMS = 50;

export const MAX_POINTER_LENGTH = 500;

/**
 * Returns one segment of a JSON Pointer (RFC 6901). A name from a caller is cut, because it only needs to be
 * recognizable.
 */
export function escapePointer(name: string): string {
  return name.slice(0, 100).replaceAll('~', '~0').replaceAll('/', '~1');
}

export interface ProblemOptions {
  /** One sentence for people: the fault of this request and the remedy. */
  detail?: string;
  /** Problems with fields, at most `MAX_FIELD_PROBLEMS`. */
  errors?: FieldProblem[];
  headers?: Record<string, string>;
  /** With `mfa_required`: the challenge to send to `POST /auth/mfa/verify`. */
  challenge?: string;
  cause?: unknown;
}

/** An error that the problem envelope converts to a response. */
export class Problem extends Error {
  readonly status: number;
  readonly title: string;
  readonly detail?: string;
  readonly errors?: FieldProblem[];
  readonly headers: Record<string, string>;
  readonly challenge?: string;

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
    this.challenge = options.challenge;
  }
}

/**
 * Returns the problem for a query parameter whose value is invalid in combination with others, or at this time.
 * @param pointer such as `query/from`
 */
export const wrongParameter = (pointer: FieldProblem['pointer'], detail: string): Problem =>
  new Problem('invalid_request', {
    detail: 'Some query parameters are not valid; see errors.',
    errors: [{ pointer, detail }],
  });
