import { Service } from 'typedi';
import { Database } from '../../../database/database.js';
import { and, eq, isNotNull, isNull } from '../../../database/drizzle.js';
import { afterKey, inOrder } from '../../../database/order-by.js';
import { grants, teamMembers } from '../../../database/sharing-schema.js';
import type { Order } from '../../../time/sort-order.js';
import type { TeamMember } from './team.js';

const { id, teamId, accountId, acceptedAt } = teamMembers;

/** Reads and writes the members and invitations of teams. */
@Service()
export class TeamMemberRepository {
  constructor(private readonly database: Database) {}

  /** Returns whether an account has accepted the invitation to a team. */
  async isMember(account: string, team: string): Promise<boolean> {
    const accepted = and(eq(teamId, team), eq(accountId, account), isNotNull(acceptedAt));
    return (await this.database.orm.$count(teamMembers, accepted)) > 0;
  }

  count(team: string): Promise<number> {
    return this.database.orm.$count(teamMembers, eq(teamId, team));
  }

  /** Lists members and invitations by creation, after the member `after`. */
  list(team: string, limit: number, order: Order, after?: string): Promise<TeamMember[]> {
    return this.database.orm
      .select()
      .from(teamMembers)
      .where(and(eq(teamId, team), afterKey(id, order, after)))
      .orderBy(inOrder(id, order))
      .limit(limit);
  }

  async find(team: string, member: string): Promise<TeamMember | undefined> {
    const [found] = await this.database.orm
      .select()
      .from(teamMembers)
      .where(and(eq(teamId, team), eq(id, member)));
    return found;
  }

  /** Locks and returns a member until the transaction ends. */
  async hold(team: string, member: string): Promise<TeamMember | undefined> {
    const [found] = await this.database.orm
      .select()
      .from(teamMembers)
      .where(and(eq(teamId, team), eq(id, member)))
      .for('update');
    return found;
  }

  /** Stores a member unless the team has one with this address. @returns whether it was stored */
  async insert(member: TeamMember): Promise<boolean> {
    const inserted = await this.database.orm
      .insert(teamMembers)
      .values(member)
      .onConflictDoNothing({ target: [teamId, teamMembers.email] })
      .returning({ id });
    return inserted.length > 0;
  }

  /** Returns the accounts that have accepted the invitation to a team. */
  async accountsOf(team: string): Promise<string[]> {
    const accepted = await this.database.orm
      .select({ account: accountId })
      .from(teamMembers)
      .where(and(eq(teamId, team), isNotNull(acceptedAt)));
    return accepted.flatMap(({ account }) => account ?? []);
  }

  async replace({ id: member, ...fields }: TeamMember): Promise<void> {
    await this.database.orm.update(teamMembers).set(fields).where(eq(id, member));
  }

  /** Accepts the invitations of an account to a team. @returns whether there was one */
  async accept(account: string, team: string, now: Date): Promise<boolean> {
    const accepted = await this.database.orm
      .update(teamMembers)
      .set({ acceptedAt: now, updatedAt: now })
      .where(and(eq(teamId, team), eq(accountId, account), isNull(acceptedAt)))
      .returning({ id });
    return accepted.length > 0;
  }

  /** Removes a member with the grants that it has given to the team. */
  async remove({ id: member, teamId: team, accountId: account }: TeamMember): Promise<void> {
    await this.database.orm.delete(teamMembers).where(eq(id, member));
    if (account !== null)
      await this.database.orm.delete(grants).where(and(eq(grants.accountId, account), eq(grants.teamId, team)));
  }
}
