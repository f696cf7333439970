import type { Context } from 'koa';
import { createParamDecorator } from 'routing-controllers';
import { uuidPattern } from '../api/rules.js';
import { nowCreatingBy, nowReadingRecordsOf } from '../async/account-context.js';
import type { Caller, HeldGrant } from './caller.js';
import type { RouteStep } from './route/radix-driver.js';
import type { Route } from './route/route.js';

const API_PATH = '/api/v1';

/** A request for a resource that may belong to another account. */
export interface GrantedUse {
  /** Template of the operation, such as `/api/v1/osint/cases/:id`. */
  template: string;
  method: string;
  path: string;
  /** The access that the operation needs. */
  access: 'read' | 'write';
  /** True: the response contains no amounts of money. */
  isFreeOfAmounts: boolean;
  requestId: string;
}

/** Decides whether an account may use a resource of another account. All granted resources are reached through it. */
export abstract class GrantedAccess {
  /**
   * Returns the grant that allows a use, after it was recorded in the activity of the owner; undefined without a grant,
   * also if the resource belongs to the caller.
   * @throws Problem `forbidden` if the only grant hides amounts, which the response would contain
   */
  abstract enter(caller: Caller, use: GrantedUse): Promise<HeldGrant | undefined>;

  /**
   * Returns the grant by which an account may create records for another one, after the use was recorded in the
   * activity of that account.
   * @throws Problem `not_found` without such a grant
   */
  abstract actFor(
    caller: Caller,
    ownerId: string,
    use: Pick<GrantedUse, 'template' | 'method' | 'requestId'>,
  ): Promise<HeldGrant>;

  /**
   * Returns the account that owns a resource which an account may read by a grant, for features that read without a
   * request; undefined without a grant.
   * @param kind name of the kind of resource, such as `fleet`
   * @param use text for the activity of the owner; undefined: the use continues one that was recorded
   */
  abstract ownerOf(accountId: string, kind: string, id: string, use?: string): Promise<string | undefined>;

  /** Returns true while a grant still gives its holder the right to read. */
  abstract isLive(grant: HeldGrant): Promise<boolean>;
}

/**
 * Returns the step that looks for a grant on the resource of the path. With one, the operation runs for the owner of
 * the resource; otherwise for the caller, to whom a resource of another account does not exist. Accounts without any
 * grant cost nothing.
 */
export const grantStep = (granted: GrantedAccess, { template, method, endpoint }: Route): RouteStep => {
  const { granted: access = 'read', isFreeOfAmounts = false } = endpoint;
  return (ctx, next) => {
    const { caller, requestId } = ctx.state;
    if (caller?.holdsGrants !== true) return next();
    const use = { template, method, path: ctx.path, access, isFreeOfAmounts, requestId };
    return granted.enter(caller, use).then((grant) => {
      if (grant !== undefined) {
        ctx.state.owner = { ...caller, accountId: grant.ownerId, role: 'user', grant };
        if (grant.includesPrivateRecords) nowReadingRecordsOf(grant.ownerId);
      }
      return next();
    });
  };
};

/**
 * Returns the step that looks for grants on resources that the query names. The operation runs for the caller, and
 * `NamedOwner` injects whose resource it is. Streams end with the grant.
 */
export const namedGrantStep = (granted: GrantedAccess, { template, method, endpoint }: Route): RouteStep => {
  const parameters = Object.entries(endpoint.grantedParameters ?? {});
  return async (ctx, next) => {
    const { caller, requestId } = ctx.state;
    for (const [name, path] of caller?.holdsGrants === true ? parameters : []) {
      const id = ctx.query[name];
      if (caller === undefined || typeof id !== 'string') continue;
      const use = { template, method, path: `${API_PATH}${path}/${id}`, access: 'read', requestId } as const;
      ctx.state.namedGrant = await granted.enter(caller, { ...use, isFreeOfAmounts: true });
    }
    return next();
  };
};

/**
 * Returns the step for operations that create. With `onBehalfOf` the operation runs for the account that it names; the
 * record belongs to that account, and is granted to the caller as the grant on the account says. An invalid id is left
 * to the validation of the query.
 */
export const delegationStep =
  (granted: GrantedAccess, { template, method }: Route): RouteStep =>
  async (ctx, next) => {
    const { caller, requestId } = ctx.state;
    const ownerId = ctx.query.onBehalfOf;
    if (caller === undefined || typeof ownerId !== 'string' || !uuidPattern.test(ownerId)) return next();
    if (ownerId === caller.accountId) return next();
    const grant = await granted.actFor(caller, ownerId, { template, method, requestId });
    ctx.state.owner = { ...caller, accountId: grant.ownerId, role: 'user', grant };
    nowCreatingBy(grant.id);
    return next();
  };

/** Parameter decorator: injects the account that owns the resource that the query names: the caller without a grant. */
export function NamedOwner(): ParameterDecorator {
  return createParamDecorator({
    value: ({ context }) => {
      const { namedGrant, caller } = (context as Context).state;
      return namedGrant?.ownerId ?? caller?.accountId;
    },
  }) as ParameterDecorator;
}
