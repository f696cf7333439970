import { Service } from 'typedi';
import { AccountsService } from '../../../accounts/accounts.service.js';
import { Problem } from '../../../api/problem.js';
import { AuditLog } from '../../../audit/audit-log.js';
import { GrantCache } from '../../../resources/grant-cache.js';
import { type ContentOf, OwnedParts, OwnedRecords } from '../../../resources/owned-records.js';
import { uuidV7 } from '../../../time/uuid-v7.js';
import { UsersConfig } from '../users.config.js';
import { type NewTeamDto, type TeamChangesDto, TeamDto } from './team.dto.js';
import type { Team } from './team.js';
import { TeamRepository } from './team.repository.js';
import { TeamMemberRepository } from './team-member.repository.js';

/** Manages teams. Members see their teams, admins rename them, and owners delete them with the grants to them. */
@Service()
export class Teams extends OwnedRecords<Team, NewTeamDto, TeamChangesDto> {
  constructor(
    parts: OwnedParts,
    repository: TeamRepository,
    private readonly members: TeamMemberRepository,
    config: UsersConfig,
    private readonly accounts: AccountsService,
    private readonly audit: AuditLog,
    private readonly cache: GrantCache,
  ) {
    super(parts, {
      table: repository,
      noun: 'team',
      limitName: 'teams',
      limit: () => config.teams,
      exported: { section: 'teams', description: 'Teams of the account, and invitations to others.', item: TeamDto },
    });
  }

  /** Locks a team that an account may change. @throws Problem `not_found`, `forbidden` for members */
  override async hold(accountId: string, id: string): Promise<Team> {
    const team = await super.hold(accountId, id);
    if (team.role === 'member' || team.acceptedAt === null)
      throw new Problem('forbidden', { detail: 'Only the owner and admins of the team may do this.' });
    return team;
  }

  /** Renames a team. @throws Problem `not_found`, `forbidden` for members, `precondition_failed` */
  override change(accountId: string, id: string, changes: TeamChangesDto, ifMatch?: string): Promise<Team> {
    return this.parts.database.transaction(async () => {
      const team = await super.change(accountId, id, changes, ifMatch);
      await this.note('team.changed', accountId, id, { name: team.name });
      return team;
    });
  }

  /** Deletes a team. @throws Problem `not_found`, `forbidden` for others than its owner, `precondition_failed` */
  override async remove(accountId: string, id: string, ifMatch?: string): Promise<void> {
    const { role } = await this.get(accountId, id);
    if (role !== 'owner') throw new Problem('forbidden', { detail: 'Only the owner of the team may delete it.' });
    await super.remove(accountId, id, ifMatch);
  }

  /** Accepts an invitation; repeating it changes nothing. @throws Problem `not_found` */
  async accept(accountId: string, id: string): Promise<Team> {
    await this.parts.database.transaction(async () => {
      await this.get(accountId, id);
      if (!(await this.members.accept(accountId, id, this.now()))) return;
      await this.note('team.joined', accountId, id);
      this.accounts.forgetAfterwards(accountId);
    });
    return this.get(accountId, id);
  }

  protected async fresh(accountId: string, { name }: NewTeamDto, now: Date): Promise<ContentOf<Team>> {
    const { displayName: ownerName } = await this.accounts.get(accountId);
    return { name, ownerName, memberId: uuidV7(), role: 'owner', acceptedAt: now };
  }

  protected revised(_team: Team, { name }: TeamChangesDto): Partial<Team> {
    return { name };
  }

  protected override async afterCreate({ id: teamId, memberId: id, accountId, name, createdAt }: Team): Promise<void> {
    const { email } = await this.accounts.get(accountId);
    const times = { version: 1, acceptedAt: createdAt, createdAt, updatedAt: createdAt };
    await this.members.insert({ id, teamId, accountId, email, role: 'owner', ...times });
    await this.note('team.created', accountId, teamId, { name });
  }

  protected override beforeRemove({ id, accountId, name }: Team): Promise<void> {
    return this.note('team.deleted', accountId, id, { name });
  }

  /** Records a change, which takes effect in this process at once. */
  private note(action: string, actorId: string, subject: string, detail: Record<string, unknown> = {}): Promise<void> {
    this.cache.clearAfterwards();
    return this.audit.append({ actorId, action, subject, detail });
  }
}
