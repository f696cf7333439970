import { Service } from 'typedi';
import type { AttemptKind } from '../../api/endpoint.js';
import { Problem } from '../../api/problem.js';
import { nowActingFor } from '../../async/account-context.js';
import { ServiceConfig } from '../../config/service-config.js';
import { type AcceptedCredentials, Authenticator, type Caller } from '../caller.js';
import { takesTicket } from '../format.js';
import { delegationStep, GrantedAccess, grantStep, namedGrantStep } from '../granted-access.js';
import { Idempotency } from '../idempotency/idempotency.js';
import { ownCallerOf } from '../in-process-api.js';
import { ProcessLimit } from '../load/process-limit.js';
import { AccountRateLimit } from '../rate-limit/account-rate-limit.js';
import { AddressAttempts } from '../rate-limit/address-attempts.js';
import type { RouteStep } from './radix-driver.js';
import type { Route } from './route.js';

/**
 * Returns the steps before a controller, in order: authentication, rate limit of the account, second factor, scope,
 * read-only mode, limit of the process, role, grant, idempotency.
 */
@Service()
export class RouteSteps {
  constructor(
    private readonly authenticator: Authenticator,
    private readonly rateLimit: AccountRateLimit,
    private readonly processLimit: ProcessLimit,
    private readonly attempts: AddressAttempts,
    private readonly idempotency: Idempotency,
    private readonly config: ServiceConfig,
    private readonly granted: GrantedAccess,
  ) {}

  readonly of = (route: Route): RouteStep[] => [
    ...(route.endpoint.attempts ? [this.countAttempt(route.endpoint.attempts)] : []),
    ...(route.access === 'authorized' ? [this.authenticate(credentialsOf(route)), this.countRequest] : []),
    ...(route.access === 'authorized' && !route.endpoint.withoutSecondFactor ? [requireSecondFactor] : []),
    ...(route.access === 'authorized' && route.scope !== 'any' ? [requireScope(route.scope)] : []),
    ...(route.isRefusedWhenReadOnly ? [this.refuseWhenReadOnly] : []),
    route.endpoint.isProbe ? markProbe : this.processLimit.stepOf(route),
    ...(route.roles.length > 0 ? [requireRole(route.roles)] : []),
    ...(route.access === 'authorized' && route.endpoint.granted ? [grantStep(this.granted, route)] : []),
    ...(route.access === 'authorized' && route.endpoint.grantedParameters ? [namedGrantStep(this.granted, route)] : []),
    ...(route.access === 'authorized' && route.endpoint.delegable ? [delegationStep(this.granted, route)] : []),
    // Stored keys belong to accounts, so operations without authentication handle keys themselves.
    ...(route.endpoint.idempotent && !route.endpoint.keepsKeys && route.access === 'authorized'
      ? [this.idempotency.step]
      : []),
  ];

  private readonly refuseWhenReadOnly: RouteStep = (_ctx, next) => {
    if (this.config.readOnly)
      throw new Problem('read_only', {
        detail: 'Data can be read, but not changed, until an operator ends the read-only mode.',
        headers: { 'Retry-After': '60' },
      });
    return next();
  };

  private countAttempt(kind: AttemptKind): RouteStep {
    return async (ctx, next) => {
      await this.attempts.count(kind, ctx.ip);
      return next();
    };
  }

  /** Counts a request. A request made inside the process is part of one that was already counted. */
  private readonly countRequest: RouteStep = (ctx, next) =>
    ownCallerOf(ctx.req) === undefined ? this.rateLimit.countRequest(ctx, next) : next();

  private authenticate(accepts: AcceptedCredentials): RouteStep {
    const continueRequest = (caller: Caller, ...[ctx, next]: Parameters<RouteStep>) => {
      ctx.state.caller = caller;
      nowActingFor(caller.accountId);
      return next();
    };
    return (ctx, next) => {
      const own = ownCallerOf(ctx.req);
      const caller = own === undefined ? this.authenticator.authenticate(ctx, accepts) : this.stillLive(own);
      // Most callers are known synchronously.
      return caller instanceof Promise
        ? caller.then((known) => continueRequest(known, ctx, next))
        : continueRequest(caller, ctx, next);
    };
  }

  /**
   * Checks the credentials of a caller again.
   * @throws Problem `invalid_token` if the credentials of the caller have been revoked since they were checked
   */
  private async stillLive(caller: Caller): Promise<Caller> {
    if (await this.authenticator.isLive(caller)) return caller;
    throw new Problem('invalid_token', {
      detail: 'The session or personal key has ended.',
      headers: { 'WWW-Authenticate': 'Bearer error="invalid_token"' },
    });
  }
}

const credentialsOf = ({ method, produces, endpoint }: Route): AcceptedCredentials => ({
  ticket: method === 'GET' && takesTicket(endpoint, produces),
  key: endpoint.acceptsKeys === true,
});

const markProbe: RouteStep = (ctx, next) => {
  ctx.state.isProbe = true;
  return next();
};

const requireSecondFactor: RouteStep = (ctx, next) => {
  if (ctx.state.caller?.lacksSecondFactor)
    throw new Problem('mfa_enrollment_required', {
      detail: 'This account needs a second factor: begin with POST /api/v1/auth/mfa/totp.',
    });
  return next();
};

/**
 * Returns a step that requires a scope of personal keys.
 * @param needed a scope, or `session` where personal keys are not accepted
 */
function requireScope(needed: string): RouteStep {
  return (ctx, next) => {
    const key = ctx.state.caller?.key;
    if (key === undefined || key.scopes.includes(needed)) return next();
    if (needed === 'session')
      throw new Problem('forbidden', {
        detail: 'Personal keys and apps may not do this. Sign in with e-mail address and password.',
      });
    throw new Problem('insufficient_scope', {
      detail: `The personal key or app needs the scope \`${needed}\`.`,
      // The header follows RFC 6750, section 3.1.
      headers: { 'WWW-Authenticate': `Bearer error="insufficient_scope", scope="${needed}"` },
    });
  };
}

function requireRole(roles: readonly string[]): RouteStep {
  return (ctx, next) => {
    if (!roles.includes(ctx.state.caller?.role ?? ''))
      throw new Problem('forbidden', { detail: `Only the role ${roles.join(' or ')} may do this.` });
    return next();
  };
}
