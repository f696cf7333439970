import { Service } from 'typedi';
import { Problem } from '../api/problem.js';
import { uuidPattern } from '../api/rules.js';
import { actingAccount, creatingGrant } from '../async/account-context.js';
import { AuditLog } from '../audit/audit-log.js';
import type { Caller, HeldGrant } from '../http/caller.js';
import { GrantedAccess, type GrantedUse } from '../http/granted-access.js';
import { Clock } from '../time/clock.js';
import { type Grant, GrantRepository } from './grant.repository.js';
import { GrantCache } from './grant-cache.js';
import { GrantedItems } from './granted-items.service.js';
import { ShareableKinds } from './owned-records.js';
import type { ShareableKind } from './shareable-kind.js';
import { ACCOUNT } from './shareable-names.js';

/** Decides by the stored grants, and records each use in the activity of the owner before it happens. */
@Service()
export class GrantedResources extends GrantedAccess {
  constructor(
    private readonly grants: GrantRepository,
    private readonly cache: GrantCache,
    private readonly kinds: ShareableKinds,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
    items: GrantedItems,
  ) {
    super();
    kinds.page = (...request) => items.page(...request);
    kinds.beginWith((kind, accountId, resourceId) => this.beginOn(kind, accountId, resourceId));
    kinds.endWith((accountId, resourceId) => this.endOn(accountId, resourceId));
  }

  override async enter({ accountId }: Caller, use: GrantedUse): Promise<HeldGrant | undefined> {
    const kind = this.kinds.at(use.path);
    if (kind === undefined) throw new Error(`${use.template} is not below the path of a shareable kind`);
    const start = `/api/v1${kind.path}/`.length;
    const resourceId = use.path.slice(start, start + 36);
    if (!uuidPattern.test(resourceId)) return undefined;
    const known = this.on(accountId, resourceId);
    const held = known instanceof Promise ? await known : known;
    const fitting = held.filter((one) => one.kind === kind.name && (use.access === 'read' || one.access === 'write'));
    const grant = fitting.find(({ showAmounts }) => showAmounts || use.isFreeOfAmounts);
    if (grant === undefined && fitting.length > 0) throw hidden();
    if (grant === undefined) return undefined;
    const { id, accountId: ownerId, showAmounts } = grant;
    await this.audit.append({
      actorId: accountId,
      action: use.access === 'read' ? 'grant.read' : 'grant.written',
      subject: ownerId,
      detail: { grant: id, kind: kind.name, resourceId, operation: `${use.method} ${use.template}` },
      requestId: use.requestId,
    });
    return {
      id,
      ownerId,
      holderId: accountId,
      resourceId,
      showAmounts,
      includesPrivateRecords: kind.includesPrivateRecords === true,
    };
  }

  override async actFor(
    { accountId }: Caller,
    ownerId: string,
    { method, template, requestId }: Pick<GrantedUse, 'template' | 'method' | 'requestId'>,
  ): Promise<HeldGrant> {
    const grant = (await this.on(accountId, ownerId)).find(({ kind }) => kind === ACCOUNT);
    if (grant === undefined) throw notDelegated();
    await this.audit.append({
      actorId: accountId,
      action: 'grant.written',
      subject: ownerId,
      detail: { grant: grant.id, kind: ACCOUNT, resourceId: ownerId, operation: `${method} ${template}` },
      requestId,
    });
    const { id, showAmounts } = grant;
    return { id, ownerId, holderId: accountId, resourceId: ownerId, showAmounts, includesPrivateRecords: false };
  }

  override async ownerOf(
    accountId: string,
    kind: string,
    resourceId: string,
    use?: string,
  ): Promise<string | undefined> {
    const grant = (await this.on(accountId, resourceId)).find((one) => one.kind === kind);
    if (grant === undefined) return undefined;
    if (use !== undefined)
      await this.audit.append({
        actorId: accountId,
        action: 'grant.read',
        subject: grant.accountId,
        detail: { grant: grant.id, kind, resourceId, operation: use },
      });
    return grant.accountId;
  }

  override async isLive({ id, holderId, resourceId }: HeldGrant): Promise<boolean> {
    return (await this.on(holderId, resourceId)).some((grant) => grant.id === id);
  }

  /** @throws Problem `not_found` if the grant on the account has ended since the start of the request */
  private async beginOn({ name, access }: ShareableKind, accountId: string, resourceId: string): Promise<void> {
    const widest = access.includes('write') ? 'write' : 'read';
    const terms = { accountId, kind: name, resourceId, access: widest } as const;
    const made = await this.grants.derive(creatingGrant() ?? '', terms, new Date(this.clock.now()));
    if (made === undefined) throw notDelegated();
    this.cache.clearAfterwards();
    const { id, email, teamId, showAmounts, until } = made;
    await this.audit.append({
      actorId: actingAccount() ?? null,
      action: 'grant.created',
      subject: id,
      detail: { kind: name, resourceId, email, teamId, access: widest, showAmounts, until },
    });
  }

  private async endOn(accountId: string, resourceId: string): Promise<void> {
    const ended = await this.grants.removeOf(accountId, resourceId);
    if (ended.length > 0) this.cache.clearAfterwards();
    for (const { id, kind } of ended)
      await this.audit.append({
        actorId: accountId,
        action: 'grant.ended',
        subject: id,
        detail: { kind, resourceId, reason: 'resource deleted' },
      });
  }

  /** Returns the grants of an account on a resource that have not ended, the widest first; synchronously if cached. */
  private on(holderId: string, resourceId: string): readonly Grant[] | Promise<readonly Grant[]> {
    const held = this.cache.on(holderId, resourceId);
    return held instanceof Promise ? held.then((read) => this.notEnded(read)) : this.notEnded(held);
  }

  private notEnded(held: readonly Grant[]): readonly Grant[] {
    if (held.length === 0) return held;
    const now = this.clock.now();
    return held.filter(({ until }) => until === null || until.getTime() > now);
  }
}

const notDelegated = () =>
  new Problem('not_found', { detail: 'No account with the id in `onBehalfOf` lets you create records in it.' });

const hidden = () =>
  new Problem('forbidden', {
    detail:
      'Your grant hides amounts, and this response contains amounts. The guide to sharing lists the operations that ' +
      'return fractions alone.',
  });
