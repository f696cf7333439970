import { Service } from 'typedi';
import { normalizeEmail } from '../../../accounts/account.js';
import { AccountsService } from '../../../accounts/accounts.service.js';
import { Problem } from '../../../api/problem.js';
import { AuditLog } from '../../../audit/audit-log.js';
import { isUniqueViolation } from '../../../database/database-errors.js';
import { type Grant, GrantRepository, type ReceivedGrant } from '../../../resources/grant.repository.js';
import { GrantCache } from '../../../resources/grant-cache.js';
import { type ContentOf, OwnedParts, OwnedRecords } from '../../../resources/owned-records.js';
import type { DeclaredKind } from '../../../resources/shareable-kind.js';
import { ACCOUNT } from '../../../resources/shareable-names.js';
import type { Order } from '../../../time/sort-order.js';
import { TeamMemberRepository } from '../teams/team-member.repository.js';
import { UsersConfig } from '../users.config.js';
import { type GrantChangesDto, GrantDto, type NewGrantDto } from './grant.dto.js';

/** Manages the grants that an account gives, and lists those that it receives. Everything is in the audit record. */
@Service()
export class Grants extends OwnedRecords<Grant, NewGrantDto, GrantChangesDto> {
  constructor(
    parts: OwnedParts,
    private readonly repository: GrantRepository,
    config: UsersConfig,
    private readonly accounts: AccountsService,
    private readonly audit: AuditLog,
    private readonly members: TeamMemberRepository,
    private readonly cache: GrantCache,
  ) {
    super(parts, {
      table: repository,
      noun: 'grant',
      limitName: 'grants',
      maxLimit: 100_000,
      limit: () => config.grants,
      exported: { section: 'grants', description: 'Rights of others on resources of the account.', item: GrantDto },
    });
  }

  /** Lists the valid grants to an account and to its teams, with the paths of the resources. */
  async received(
    accountId: string,
    limit: number,
    after?: string,
    order?: Order,
  ): Promise<Array<ReceivedGrant & { path: string | null }>> {
    const found = await this.repository.received(accountId, this.now(), limit, after, order);
    return found.map((grant) => ({
      ...grant,
      path: grant.kind === ACCOUNT ? null : `/api/v1${this.parts.shareable.get(grant.kind).path}/${grant.resourceId}`,
    }));
  }

  /** Creates a grant. @throws Problem `conflict` if the account or team has one on the resource, and as `fresh` */
  override async create(accountId: string, input: NewGrantDto): Promise<Grant> {
    try {
      return await super.create(accountId, input);
    } catch (error) {
      if (!isUniqueViolation(error)) throw error;
      throw new Problem('conflict', {
        detail: 'This resource is granted to this account or team already; change that grant with PATCH.',
      });
    }
  }

  /** Deletes a grant that the account gives, or declines one that it receives. */
  override async remove(accountId: string, id: string, ifMatch?: string): Promise<void> {
    await this.parts.database.transaction(async () => {
      const declined = await this.repository.decline(accountId, id);
      if (declined === undefined) return super.remove(accountId, id, ifMatch);
      await this.note('grant.declined', accountId, declined);
    });
  }

  /**
   * Returns the content of a new grant. Whether an account has the address changes nothing that the caller sees.
   * @throws Problem `invalid_request`
   */
  protected async fresh(accountId: string, input: NewGrantDto): Promise<ContentOf<Grant>> {
    const { kind, resourceId, access, showAmounts, teamId = null, until = null } = input;
    const email = input.email === undefined ? null : normalizeEmail(input.email);
    if ((email === null) === (teamId === null)) throw invalid('/email', 'must be given, or teamId, but not both');
    if (teamId !== null && !(await this.members.isMember(accountId, teamId)))
      throw invalid('/teamId', 'is not a team of which you are a member');
    const grantee = email === null ? undefined : await this.accounts.findByEmail(email);
    if (grantee?.id === accountId) throw invalid('/email', 'must not be your own address');
    const end = until === null ? null : new Date(until);
    return { kind, resourceId, email, granteeId: grantee?.id ?? null, teamId, access, showAmounts, until: end };
  }

  protected revised(_grant: Grant, { access, showAmounts, until }: GrantChangesDto): Partial<Grant> {
    return { access, showAmounts, until: typeof until === 'string' ? new Date(until) : until };
  }

  /** Checks that the resource is one of the account's, which stays until the transaction ends, and the terms. */
  protected override async check(grant: Grant, before?: Grant): Promise<void> {
    const kind = grant.kind === ACCOUNT ? account : this.parts.shareable.get(grant.kind);
    const { access, hasAmounts = false, hold } = kind;
    if (!access.includes(grant.access))
      throw invalid(
        '/access',
        access.includes('read')
          ? 'must be read: this kind of resource can only be changed by its owner'
          : 'must be write: a grant of this kind lets others create records',
      );
    if (!grant.showAmounts && !hasAmounts)
      throw invalid('/showAmounts', 'must be true: only portfolios and clients have amounts');
    if (!grant.showAmounts && grant.access === 'write')
      throw invalid('/showAmounts', 'must be true with the access write, which needs amounts');
    if (grant.until !== null && grant.until <= this.now() && grant.until.getTime() !== before?.until?.getTime())
      throw invalid('/until', 'must be in the future');
    if (before === undefined)
      await hold(grant.accountId, grant.resourceId).catch((error: unknown) => {
        if (!(error instanceof Problem) || error.code !== 'not_found') throw error;
        throw new Problem('unprocessable', {
          detail: 'Only your own resources can be granted.',
          errors: [{ pointer: '/resourceId', detail: `is not the id of ${nounOf(grant.kind)}` }],
        });
      });
  }

  protected override async afterCreate(grant: Grant): Promise<void> {
    const { granteeId, teamId } = grant;
    // Other processes read the accounts again within a second.
    const grantees = teamId === null ? [granteeId] : await this.members.accountsOf(teamId);
    for (const grantee of grantees) if (grantee !== null) this.accounts.forgetAfterwards(grantee);
    return this.note('grant.created', grant.accountId, grant);
  }

  protected override afterChange(grant: Grant): Promise<void> {
    return this.note('grant.changed', grant.accountId, grant);
  }

  protected override beforeRemove(grant: Grant): Promise<void> {
    return this.note('grant.deleted', grant.accountId, grant);
  }

  /** Records a change, which takes effect in this process at once. */
  private note(action: string, actorId: string, grant: Grant): Promise<void> {
    this.cache.clearAfterwards();
    const { id, kind, resourceId, email, teamId, access, showAmounts, until } = grant;
    return this.audit.append({
      actorId,
      action,
      subject: id,
      detail: { kind, resourceId, email, teamId, access, showAmounts, until },
    });
  }
}

/** An account as a resource of itself: a grant on it lets others create records. */
const account: Pick<DeclaredKind, 'access' | 'hasAmounts' | 'hold'> = {
  access: ['write'],
  hold: async (accountId, id) => {
    if (id !== accountId) throw new Problem('not_found', { detail: 'This is not the id of your account.' });
  },
};

const nounOf = (kind: string): string => (kind === ACCOUNT ? 'your account' : `a ${kind.replace('_', ' ')} of yours`);

const invalid = (pointer: string, detail: string): Problem =>
  new Problem('invalid_request', { detail: 'Some fields are not valid; see errors.', errors: [{ pointer, detail }] });
