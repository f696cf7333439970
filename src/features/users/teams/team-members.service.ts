import { Service } from 'typedi';
import { normalizeEmail } from '../../../accounts/account.js';
import { AccountsService } from '../../../accounts/accounts.service.js';
import { Problem } from '../../../api/problem.js';
import { AuditLog } from '../../../audit/audit-log.js';
import { Database } from '../../../database/database.js';
import { assertVersion } from '../../../http/entity-tag.js';
import { GrantCache } from '../../../resources/grant-cache.js';
import { Clock } from '../../../time/clock.js';
import type { Order } from '../../../time/sort-order.js';
import { uuidV7 } from '../../../time/uuid-v7.js';
import { UsersConfig } from '../users.config.js';
import type { TeamMember } from './team.js';
import { TeamMemberRepository } from './team-member.repository.js';
import { Teams } from './teams.records.js';

/** Invites, changes and removes the members of teams. Changes of a team run one after another. */
@Service()
export class TeamMembers {
  constructor(
    private readonly repository: TeamMemberRepository,
    private readonly teams: Teams,
    private readonly accounts: AccountsService,
    private readonly database: Database,
    private readonly audit: AuditLog,
    private readonly config: UsersConfig,
    private readonly clock: Clock,
    private readonly cache: GrantCache,
  ) {}

  /** Lists members and invitations for a member, the oldest first. @throws Problem `not_found`, `forbidden` */
  async list(accountId: string, teamId: string, limit: number, order: Order, after?: string): Promise<TeamMember[]> {
    await this.assertMember(accountId, teamId);
    return this.repository.list(teamId, limit, order, after);
  }

  /** Returns a member or an invitation for a member. @throws Problem `not_found`, `forbidden` */
  async get(accountId: string, teamId: string, id: string): Promise<TeamMember> {
    await this.assertMember(accountId, teamId);
    return found(await this.repository.find(teamId, id));
  }

  /**
   * Invites the account with an address, which has no rights until it accepts. Whether an account has the address
   * changes nothing that the caller sees.
   * @throws Problem `not_found`, `forbidden`, `conflict` for an invited address, `quota_reached`
   */
  async invite(accountId: string, teamId: string, input: { email: string; role: 'admin' | 'member' }) {
    const email = normalizeEmail(input.email);
    const now = new Date(this.clock.now());
    const times = { version: 1, acceptedAt: null, createdAt: now, updatedAt: now };
    return this.database.transaction(async () => {
      const { role } = await this.teams.hold(accountId, teamId);
      if (input.role === 'admin' && role !== 'owner') throw ownerOnly();
      if ((await this.repository.count(teamId)) >= this.config.teamMembers)
        throw new Problem('quota_reached', {
          detail: `A team has at most ${this.config.teamMembers} members and invitations here; remove one first.`,
        });
      const invited = (await this.accounts.findByEmail(email))?.id ?? null;
      const member: TeamMember = { id: uuidV7(), teamId, accountId: invited, email, role: input.role, ...times };
      if (!(await this.repository.insert(member)))
        throw new Problem('conflict', { detail: 'This address is a member of the team or invited already.' });
      await this.note('team.member_invited', accountId, teamId, member);
      return member;
    });
  }

  /** Changes the role of a member. @throws Problem `not_found`, `forbidden`, `precondition_failed` */
  change(accountId: string, teamId: string, id: string, role: 'admin' | 'member', ifMatch?: string) {
    return this.database.transaction(async () => {
      const team = await this.teams.hold(accountId, teamId);
      const member = found(await this.repository.hold(teamId, id));
      assertVersion(ifMatch, member);
      if (team.role !== 'owner' || member.role === 'owner') throw ownerOnly();
      if (member.role === role) return member;
      const next = { ...member, role, version: member.version + 1, updatedAt: new Date(this.clock.now()) };
      await this.repository.replace(next);
      await this.note('team.member_changed', accountId, teamId, next);
      return next;
    });
  }

  /**
   * Removes a member with the grants that it has given to the team. Members remove themselves, admins members, and
   * the owner all others.
   * @throws Problem `not_found`, `forbidden`, `precondition_failed`
   */
  async remove(accountId: string, teamId: string, id: string, ifMatch?: string): Promise<void> {
    await this.database.transaction(async () => {
      const { role } = await this.teams.get(accountId, teamId);
      const member = found(await this.repository.hold(teamId, id));
      assertVersion(ifMatch, member);
      if (member.role === 'owner')
        throw new Problem('forbidden', { detail: 'The owner stays in the team; delete the team instead.' });
      if (member.accountId !== accountId) {
        await this.teams.hold(accountId, teamId);
        if (member.role === 'admin' && role !== 'owner') throw ownerOnly();
      }
      await this.repository.remove(member);
      await this.note(member.accountId === accountId ? 'team.left' : 'team.member_removed', accountId, teamId, member);
    });
  }

  private async assertMember(accountId: string, teamId: string): Promise<void> {
    const { acceptedAt } = await this.teams.get(accountId, teamId);
    if (acceptedAt === null)
      throw new Problem('forbidden', { detail: 'Accept the invitation before you see the members of the team.' });
  }

  /** Records a change, which takes effect in this process at once. */
  private note(action: string, actorId: string, teamId: string, { id, email, role }: TeamMember): Promise<void> {
    this.cache.clearAfterwards();
    return this.audit.append({ actorId, action, subject: teamId, detail: { member: id, email, role } });
  }
}

const ownerOnly = () => new Problem('forbidden', { detail: 'Only the owner of the team appoints and removes admins.' });

function found(member: TeamMember | undefined): TeamMember {
  if (member === undefined) throw new Problem('not_found', { detail: 'The team has no member with this id.' });
  return member;
}
