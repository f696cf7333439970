import { Service } from 'typedi';
import { nowActingFor } from '../../acting-account.js';
import { Authenticator } from '../caller.js';
import { takesTicket } from '../format.js';
import { Idempotency } from '../idempotency/idempotency.js';
import { ProcessLimit } from '../load/process-limit.js';
import { Problem } from '../problem.js';
import { AccountRateLimit } from '../rate-limit/account-rate-limit.js';
import { AddressAttempts, type AttemptKind } from '../rate-limit/address-attempts.js';
import type { RouteStep } from './radix-driver.js';
import type { Route } from './route.js';

/** The steps before a controller, in order: authentication, limit of the account, scope, limit of the process, role, idempotency. */
@Service()
export class RouteSteps {
  constructor(
    private readonly authenticator: Authenticator,
    private readonly rateLimit: AccountRateLimit,
    private readonly processLimit: ProcessLimit,
    private readonly attempts: AddressAttempts,
    private readonly idempotency: Idempotency,
  ) {}

  readonly of = (route: Route): RouteStep[] => [
    ...(route.endpoint.attempts ? [this.countAttempt(route.endpoint.attempts)] : []),
    ...(route.access === 'authorized' ? [this.authenticate(route.method === 'GET' && takesTicket(route.produces)), this.rateLimit.countRequest] : []),
    ...(route.access === 'authorized' && route.scope !== 'any' ? [requireScope(route.scope)] : []),
    route.endpoint.isProbe ? markProbe : this.processLimit.stepOf(route),
    ...(route.roles.length > 0 ? [requireRole(route.roles)] : []),
    // Keys belong to accounts: an operation without one looks after its keys itself.
    ...(route.endpoint.idempotent && route.access === 'authorized' ? [this.idempotency.step] : []),
  ];

  private countAttempt(kind: AttemptKind): RouteStep {
    return async (ctx, next) => {
      await this.attempts.count(kind, ctx.ip);
      return next();
    };
  }

  private authenticate(takesTicket: boolean): RouteStep {
    return async (ctx, next) => {
      const caller = this.authenticator.authenticate(ctx, takesTicket);
      const known = caller instanceof Promise ? await caller : caller;
      ctx.state.caller = known;
      nowActingFor(known.accountId);
      return next();
    };
  }
}

const markProbe: RouteStep = (ctx, next) => {
  ctx.state.isProbe = true;
  return next();
};

/** @param needed a scope, or `session` where no personal key is enough */
function requireScope(needed: string): RouteStep {
  return async (ctx, next) => {
    const key = ctx.state.caller?.key;
    if (key === undefined || key.scopes.includes(needed)) return next();
    if (needed === 'session') throw new Problem('forbidden', { detail: 'Personal keys may not do this. Sign in with e-mail address and password.' });
    throw new Problem('insufficient_scope', {
      detail: `The personal key needs the scope \`${needed}\`.`,
      // RFC 6750, section 3.1
      headers: { 'WWW-Authenticate': `Bearer error="insufficient_scope", scope="${needed}"` },
    });
  };
}

function requireRole(roles: readonly string[]): RouteStep {
  return async (ctx, next) => {
    if (!roles.includes(ctx.state.caller?.role ?? '')) throw new Problem('forbidden', { detail: `Only the role ${roles.join(' or ')} may do this.` });
    return next();
  };
}
