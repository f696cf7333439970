import { Service } from 'typedi';
import { Authenticator } from '../caller.js';
import { Idempotency } from '../idempotency/idempotency.js';
import { Problem } from '../problem.js';
import { AccountRateLimit } from '../rate-limit/account-rate-limit.js';
import type { RouteStep } from './radix-driver.js';
import type { Route } from './route.js';

/** The duties before a controller, in order: who is it, is it too much, may they, was it done already. */
@Service()
export class RouteSteps {
  constructor(
    private readonly authenticator: Authenticator,
    private readonly rateLimit: AccountRateLimit,
    private readonly idempotency: Idempotency,
  ) {}

  readonly of = (route: Route): RouteStep[] => [
    ...(route.access === 'authorized' ? [this.authenticate, this.rateLimit.countRequest, this.rateLimit.holdPlace] : []),
    ...(route.roles.length > 0 ? [requireRole(route.roles)] : []),
    ...(route.endpoint.idempotent ? [this.idempotency.step] : []),
  ];

  private readonly authenticate: RouteStep = async (ctx, next) => {
    const caller = this.authenticator.authenticate(ctx);
    ctx.state.caller = caller instanceof Promise ? await caller : caller;
    return next();
  };
}

function requireRole(roles: readonly string[]): RouteStep {
  return async (ctx, next) => {
    if (!roles.includes(ctx.state.caller?.role ?? '')) throw new Problem('forbidden', { detail: `Only the role ${roles.join(' or ')} may do this.` });
    return next();
  };
}
