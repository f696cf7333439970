import type { Context } from 'koa';
import { createParamDecorator } from 'routing-controllers';

/** The authenticated caller. */
export interface Caller {
  accountId: string;
  role: string;
  /** Id of the session or of the personal key with which the caller authenticated. Streams end together with it. */
  credentialId: string;
  /**
   * The personal key as it was at authentication, or the scopes of an app, whose session `credentialId` names;
   * undefined for a session of a person, which may do everything.
   */
  key?: { readonly scopes: readonly string[]; readonly version: number; readonly isApp?: true };
  /**
   * True: the account runs something that it scheduled, without a session or key. Only requests made inside the process
   * can have this flag.
   */
  isScheduled?: boolean;
  /** The account's own limit of requests per window; null means the configured limit. */
  rateCeiling: number | null;
  /** The account's own limit of open streams; undefined means the configured limit. */
  streamLimit?: number;
  /**
   * True: the account must use a second factor but has not set one up. Only operations with `withoutSecondFactor` are
   * open.
   */
  lacksSecondFactor?: boolean;
  /** True: resources may have been granted to the account, so that operations look for a grant. */
  holdsGrants?: boolean;
  /** The grant by which an operation runs for another account. */
  grant?: HeldGrant;
  /** End of the access token (ms since epoch); streams end at this time. */
  tokenExpiresAt: number;
}

/** The right of an account to use one resource of another account. */
export interface HeldGrant {
  id: string;
  /** The account that owns the resource. */
  ownerId: string;
  /** The account that uses it. */
  holderId: string;
  resourceId: string;
  /** False: amounts of money are hidden. */
  showAmounts: boolean;
  /** True: private records of the owner that the resource uses are read with it. */
  includesPrivateRecords: boolean;
}

/** The credentials that an operation accepts besides an access token. */
export interface AcceptedCredentials {
  /** Accepts a ticket in the query. */
  readonly ticket: boolean;
  /** Accepts a personal key as bearer token. */
  readonly key: boolean;
}

/** Authenticates requests by access token, and by ticket or personal key where the operation accepts one. */
export abstract class Authenticator {
  /**
   * Returns the caller of a request.
   * @throws Problem `unauthenticated` without credentials; `invalid_token` or `invalid_ticket` for invalid ones
   */
  abstract authenticate(ctx: Context, accepts: AcceptedCredentials): Caller | Promise<Caller>;

  /**
   * Returns the caller that a token authenticated when it was last used, without checking whether its session is still
   * valid; undefined when the token has expired or was not used recently.
   */
  abstract recall(authorization: string): Caller | undefined;

  /**
   * Returns true while the account and the session or unchanged personal key of a caller are valid; the expiry of the
   * token is ignored. Queries a store, so call it rarely.
   */
  abstract isLive(caller: Caller): Promise<boolean>;
}

/** The origin of a request, known before its headers and body are interpreted. */
export interface RequestOrigin {
  requestId: string;
  address: string;
  userAgent: string | null;
  /** Time at which the request reached this process, by `performance.now()` (ms). */
  receivedTick: number;
}

declare module 'koa' {
  interface DefaultState {
    requestId: string;
    receivedTick: number;
    /** True: a liveness or readiness probe, which is logged at `debug`. */
    isProbe?: boolean;
    caller?: Caller;
    /** Owner of a granted resource, for whom the operation runs; `grant` is set. `caller` is the account that calls. */
    owner?: Caller;
    /** The grant on a resource of another account that the query names. */
    namedGrant?: HeldGrant;
    /** The parsed body, once it was read. */
    body?: { value: unknown };
    /** Template of the route, such as `/api/v1/users/:id`, for logs and metrics. */
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

/** Returns the account whose data an operation reads and changes: the caller, or the owner of a granted resource. */
export const ownerOf = (ctx: Context): Caller | undefined => ctx.state.owner ?? ctx.state.caller;

/**
 * Parameter decorator: injects the `Caller`; for a granted resource its owner, with the `grant`. Only for operations
 * with `@Authorized`.
 */
export function CurrentCaller(): ParameterDecorator {
  return createParamDecorator({ required: true, value: (action) => ownerOf(action.context) }) as ParameterDecorator;
}

/** Parameter decorator: injects the `RequestOrigin`. */
export function Origin(): ParameterDecorator {
  return createParamDecorator({ value: (action) => originOf(action.context) }) as ParameterDecorator;
}
