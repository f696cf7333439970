import type { Context } from 'koa';
import { createParamDecorator } from 'routing-controllers';

/** The authenticated caller. */
export interface Caller {
  accountId: string;
  role: string;
  /** Id of the session or of the personal key that let the caller in. Streams end with it. */
  credentialId: string;
  /** The personal key, as it was; undefined for a session, which may do everything. */
  key?: { readonly scopes: readonly string[]; readonly version: number };
  /**
   * True: the account acts by something it has scheduled, without a session or key. Only requests made inside the
   * process can be such.
   */
  isScheduled?: boolean;
  /** The account's own requests per window; null means the configured ceiling. */
  rateCeiling: number | null;
  /**
   * True: a second factor is required of the account and not set up. Only operations with `withoutSecondFactor` are
   * open.
   */
  lacksSecondFactor?: boolean;
  /** When the access token ends (ms since epoch): streams end with it. */
  tokenExpiresAt: number;
}

/** The credentials that an operation accepts besides an access token. */
export interface AcceptedCredentials {
  /** A ticket in the query. */
  readonly ticket: boolean;
  /** A personal key as bearer token. */
  readonly key: boolean;
}

/** Lets a request in by its access token, or by a ticket or a personal key where the operation accepts one. */
export abstract class Authenticator {
  /** @throws Problem `unauthenticated` without credentials, `invalid_token` or `invalid_ticket` with invalid ones. */
  abstract authenticate(ctx: Context, accepts: AcceptedCredentials): Caller | Promise<Caller>;

  /**
   * Whom a token let in when it was last used, without asking whether it would still; undefined when it has ended or
   * was not used lately.
   */
  abstract recall(authorization: string): Caller | undefined;

  /**
   * True while the account and the session or unchanged personal key of a caller are valid, ignoring token expiry.
   * Performs a lookup, so call it rarely.
   */
  abstract isLive(caller: Caller): Promise<boolean>;
}

/** The origin of a request, known before anything of it is read. */
export interface RequestOrigin {
  requestId: string;
  address: string;
  userAgent: string | null;
  /** When the request reached this process, by `performance.now()` (ms). */
  receivedTick: number;
}

declare module 'koa' {
  interface DefaultState {
    requestId: string;
    receivedTick: number;
    /** Whether it is a liveness or readiness probe, which is logged at `debug`. */
    isProbe?: boolean;
    caller?: Caller;
    /** The parsed body, once it was read. */
    body?: { value: unknown };
    /** The route's template, `/api/v1/users/:id`, for logs and metrics. */
    route?: string;
  }
}

export function originOf(ctx: Context): RequestOrigin {
  const userAgent = ctx.get('user-agent').slice(0, 300).toWellFormed().replaceAll('\0', '');
  return {
    requestId: ctx.state.requestId,
    receivedTick: ctx.state.receivedTick,
    address: ctx.ip,
    userAgent: userAgent || null,
  };
}

/** Parameter: the `Caller`. Only on operations with `@Authorized`. */
export function CurrentCaller(): ParameterDecorator {
  return createParamDecorator({ required: true, value: (action) => action.context.state.caller }) as ParameterDecorator;
}

/** Parameter: the `RequestOrigin`. */
export function Origin(): ParameterDecorator {
  return createParamDecorator({ value: (action) => originOf(action.context) }) as ParameterDecorator;
}
