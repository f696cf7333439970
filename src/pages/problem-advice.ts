import type { ProblemCode } from '../api/problem.js';

export interface ProblemAdvice {
  /** Meaning of the problem in one sentence for programmers of clients. */
  meaning: string;
  /** Remedy for the caller. */
  remedy: string;
}

/** Advice that is shown at `/problems/<code>`. A problem code without advice does not compile. */
export const problemAdvice: Record<ProblemCode, ProblemAdvice> = {
  invalid_request: {
    meaning: 'A parameter or a field of the body is missing, unknown, or outside what the description allows.',
    remedy:
      'Read `errors`: each entry names one place (a JSON Pointer into the body, or `query/limit`, `path/id`) ' +
      'and says what it must be. Correct them and send again.',
  },
  malformed_body: {
    meaning: 'The body could not be parsed as the media type it claims to be, for instance JSON with a missing brace.',
    remedy: 'Check what is really sent, its encoding (UTF-8) and its Content-Type, then send again.',
  },
  invalid_cursor: {
    meaning: 'The cursor was not issued by this list, was altered, or was issued for other filters.',
    remedy: 'Use `nextCursor` exactly as it was received and with the same filters, or start again without a cursor.',
  },
  bad_request: {
    meaning: 'The request breaks a rule of HTTP or of this API that belongs to no single field.',
    remedy:
      'Read `detail`, which names the rule, and change the request; sending the same one again gives the same answer.',
  },
  unauthenticated: {
    meaning: 'The operation is not public and the request carries no credentials it accepts.',
    remedy: 'Sign in with `POST /api/v1/auth/login` and send the access token as `Authorization: Bearer <token>`.',
  },
  invalid_token: {
    meaning:
      'The access token has expired, was altered, or belongs to a session or a personal key that has ended or ' +
      'may not be used from this address.',
    remedy:
      'Get a new access token with `POST /api/v1/auth/refresh` or, with a personal key, `POST ' +
      '/api/v1/auth/token`; if that fails too, sign in again.',
  },
  invalid_credentials: {
    meaning:
      'There is no account with this e-mail address and password; the response does not say which of the two is wrong.',
    remedy: 'Check both and try again. Repeated failures are slowed down.',
  },
  mfa_required: {
    meaning: 'The password is right, and the account has a second factor.',
    remedy:
      'Send `challenge` and a code of the authenticator app, or a recovery code, to `POST ' +
      '/api/v1/auth/mfa/verify` within five minutes.',
  },
  invalid_challenge: {
    meaning:
      'The challenge of a sign-in has expired, was used, had five wrong codes, or the password was changed since.',
    remedy: 'Sign in again with `POST /api/v1/auth/login`.',
  },
  invalid_code: {
    meaning: 'The code is wrong, too old, or was used before: each code works once.',
    remedy: 'Wait for the next code and check the clock of the device, or use a recovery code.',
  },
  provider_rejected: {
    meaning: 'The provider refused the sign-in, or its answer did not pass the checks. No session was opened.',
    remedy: 'Start the sign-in again. If it keeps failing, the log of the service names the check that failed.',
  },
  invalid_passkey: {
    meaning: 'The passkey is unknown or was removed, or its answer did not pass the checks. No session was opened.',
    remedy: 'Try again, or sign in in another way and look at the passkeys on the account page.',
  },
  invalid_key: {
    meaning:
      'The personal key is mistyped, was revoked, has expired, may not be used from this address, or its ' +
      'account is disabled.',
    remedy: 'Compare it with `GET /api/v1/auth/keys`, and create a new key if it is gone.',
  },
  invalid_ticket: {
    meaning: 'The ticket has expired, was altered, is for another path, or its session or personal key has ended.',
    remedy: 'Get a new ticket for this path with `POST /api/v1/auth/tickets`.',
  },
  refresh_invalid: {
    meaning: 'The `svc_refresh` cookie was not sent, has expired, or its session has ended.',
    remedy: 'Send requests to the refresh operation with cookies included; if the session is over, sign in again.',
  },
  refresh_reused: {
    meaning:
      'A refresh token works once. This one was used before, which may mean that it was stolen, so every token ' +
      'of its session has been revoked.',
    remedy: 'Sign in again. A client with several tabs or processes must let only one of them refresh at a time.',
  },
  forbidden: {
    meaning:
      'The caller is known but may not do this: the role of the account does not include it, or the operation ' +
      'is not open to personal keys.',
    remedy: 'Read `detail`. Use an account with the needed role, or sign in instead of using a key.',
  },
  mfa_enrollment_required: {
    meaning: 'The operator of the service requires a second factor of this account, and it has not set one up.',
    remedy: 'Set up an authenticator app: `POST /api/v1/auth/mfa/totp`, then `POST /api/v1/auth/mfa/totp/confirm`.',
  },
  insufficient_scope: {
    meaning:
      'The access token is of a personal key or an app without the scope that this operation needs. Nothing was ' +
      'changed.',
    remedy:
      'Add the scope that `detail` names to the key with `PATCH /api/v1/auth/keys/{id}`, or use a key that has it. ' +
      'An app asks for consent again.',
  },
  cross_site_request: {
    meaning: 'A browser sent the request, with its cookies, from a page of another site.',
    remedy: 'Call from a page of the same site, or ask the operator to add the origin to `SVC_CORS_ORIGINS`.',
  },
  registration_closed: {
    meaning: 'This server does not let people create accounts for themselves.',
    remedy: 'Ask an operator for an account.',
  },
  password_sign_in_closed: {
    meaning: 'The operator of the service has closed sign-in with passwords, for all accounts or for yours.',
    remedy: 'Sign in with a provider that `GET /api/v1/auth/oidc` lists, or with a passkey.',
  },
  account_not_admitted: {
    meaning: 'The provider identified you, but no account here belongs to that identity, or its rules do not admit it.',
    remedy:
      'Sign in in another way and link the provider on the account page, or ask an operator to admit you. `detail` ' +
      'says which.',
  },
  reauthentication_required: {
    meaning: 'A change of how the account signs in needs a sign-in within the last ten minutes, or the password.',
    remedy: 'Send the password with the request, or sign in again and repeat it.',
  },
  not_found: {
    meaning: 'Nothing is at this address, or nothing that this account may see.',
    remedy: 'Check the path and the id. Things of other accounts answer exactly as if they did not exist.',
  },
  method_not_allowed: {
    meaning: 'The address exists, but not with this method.',
    remedy: 'Use one of the methods in the `Allow` header of the answer.',
  },
  not_acceptable: {
    meaning: 'The `Accept` header admits none of the media types in which this resource can be produced.',
    remedy: 'Ask for one of the media types that the description lists, or leave `Accept` out.',
  },
  request_timeout: {
    meaning: 'The request did not arrive completely within the time allowed.',
    remedy: 'Send it again, over a better connection or in smaller parts.',
  },
  conflict: {
    meaning: 'The request is valid, but the present state of the resource does not allow it.',
    remedy: 'Read the resource again, decide with what it says now, and send a request that fits.',
  },
  email_taken: {
    meaning: 'Another account already uses this e-mail address.',
    remedy: 'Sign in to that account, or use another address.',
  },
  last_operator: {
    meaning: 'The change would leave the installation without any operator.',
    remedy: 'Make another account an operator first.',
  },
  quota_reached: {
    meaning: 'The account already has as many of these as this installation lets one account have.',
    remedy: 'Delete one that is no longer needed, or ask the operator for a higher limit.',
  },
  request_in_progress: {
    meaning: 'The first request with this `Idempotency-Key` has not been answered yet.',
    remedy: 'Wait a moment and send the same request with the same key again; it gets the answer of the first.',
  },
  precondition_failed: {
    meaning: 'The version in `If-Match` is no longer the current one: somebody changed the resource in between.',
    remedy: 'Read the resource again, apply the change to what it is now, and send it with the new `ETag`.',
  },
  payload_too_large: {
    meaning: 'The body is larger than this operation takes.',
    remedy: 'Send less at once; `detail` names the limit.',
  },
  uri_too_long: {
    meaning: 'The path and the query together are longer than the service reads.',
    remedy: 'Shorten the query, for instance by asking for fewer symbols at once.',
  },
  unsupported_media_type: {
    meaning: 'The `Content-Type` or `Content-Encoding` of the body is not one this operation reads.',
    remedy: 'Send one of the media types that the description lists for the body, usually `application/json`.',
  },
  unprocessable: {
    meaning: 'Each value is valid by itself, but together, or with what is stored, they cannot be carried out.',
    remedy: 'Read `detail` and change what it names; the same request will fail again.',
  },
  idempotency_key_reused: {
    meaning: 'The `Idempotency-Key` was already used, with another body, path or method.',
    remedy: 'Make a new key for each new request, and keep a key only for repeating the very same one.',
  },
  rate_limited: {
    meaning: 'The account has used all requests of the current window.',
    remedy: 'Wait the seconds that `Retry-After` names. `X-RateLimit-Remaining` says how many are left.',
  },
  too_many_attempts: {
    meaning: 'There were too many failed attempts from this address or for this account.',
    remedy: 'Wait the seconds that `Retry-After` names before the next attempt; trying sooner does not help.',
  },
  too_many_concurrent: {
    meaning: 'The account already has the maximum number of requests in progress.',
    remedy: 'Wait until a request ends, then send the next.',
  },
  budget_spent: {
    meaning:
      'The account has used its whole budget of a costly resource for the current period, such as the model ' +
      'tokens of a day.',
    remedy:
      'Wait the seconds that `Retry-After` names, or ask the operator for a larger budget. Other operations ' +
      'are not affected.',
  },
  too_many_streams: {
    meaning: 'The account already has the maximum number of open streams, over all its devices and sessions.',
    remedy: 'Close a stream, then open the next. A stream that lost its client is closed within a minute.',
  },
  headers_too_large: {
    meaning: 'The headers of the request together are larger than the service reads.',
    remedy: 'Send fewer or shorter headers; old cookies are the usual cause.',
  },
  internal_error: {
    meaning: 'An unexpected error occurred. It is logged under the `requestId` of the response.',
    remedy:
      'Try again later; a request that changes something, only with its `Idempotency-Key`. If the error ' +
      'persists, give the `requestId` to the operator.',
  },
  unavailable: {
    meaning: 'Something the service depends on does not answer, or the service is starting, stopping or overloaded.',
    remedy: 'Try again after the seconds that `Retry-After` names, with growing pauses.',
  },
  read_only: {
    meaning: 'An operator has made the service read-only, for instance during maintenance. Nothing was changed.',
    remedy:
      'Read as usual. Send changes again later, after `Retry-After` at the earliest, with the same Idempotency-Key.',
  },
  overloaded: {
    meaning: 'The process is so busy that every answer would come late, so new requests are turned away.',
    remedy:
      'Wait as long as Retry-After says and try again. Operators: add a process or find what keeps this one busy.',
  },
  deadline_exceeded: {
    meaning: 'The work was stopped because it took longer than a request may take.',
    remedy: 'Ask for less at once (a shorter period, a smaller area, a lower limit), or try again later.',
  },
};
