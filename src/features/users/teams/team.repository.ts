import { Service } from 'typedi';
import { Database } from '../../../database/database.js';
import { and, eq, getTableColumns, type SQL, sql } from '../../../database/drizzle.js';
import { afterKey, inOrder } from '../../../database/order-by.js';
import { accounts } from '../../../database/schema.js';
import { teamMembers, teams } from '../../../database/sharing-schema.js';
import { OwnedTable } from '../../../resources/owned-table.js';
import type { Order } from '../../../time/sort-order.js';
import type { Team } from './team.js';

/** Reads teams as their members see them, and writes them. */
@Service()
export class TeamRepository extends OwnedTable<Team> {
  constructor(database: Database) {
    super(database, teams as never);
  }

  /** Finds a team of which an account is a member, or to which it is invited. */
  override async find(accountId: string, id: string): Promise<Team | undefined> {
    const [team] = await this.seen(accountId, eq(teams.id, id)).limit(1);
    return team as Team | undefined;
  }

  /** Locks a team and finds it as `find` does. */
  override async hold(accountId: string, id: string): Promise<Team | undefined> {
    await this.database.orm.select({ id: teams.id }).from(teams).where(eq(teams.id, id)).for('update');
    return this.find(accountId, id);
  }

  /** Lists the teams of which an account is a member, or to which it is invited. */
  override async list(accountId: string, limit: number, after?: string, order: Order = 'asc'): Promise<Team[]> {
    const rows = await this.seen(accountId, afterKey(teams.id, order, after))
      .orderBy(inOrder(teams.id, order))
      .limit(limit);
    return rows as Team[];
  }

  protected override rowOf({ id, accountId, name, version, createdAt, updatedAt }: Team): Team {
    return { id, accountId, name, version, createdAt, updatedAt } as Team;
  }

  private seen(accountId: string, condition: SQL | undefined) {
    return this.database.orm
      .select({
        ...getTableColumns(teams),
        ownerName: sql<string>`${accounts.displayName}`,
        memberId: teamMembers.id,
        role: teamMembers.role,
        acceptedAt: teamMembers.acceptedAt,
      })
      .from(teams)
      .innerJoin(teamMembers, and(eq(teamMembers.teamId, teams.id), eq(teamMembers.accountId, accountId)))
      .innerJoin(accounts, eq(accounts.id, teams.accountId))
      .where(condition);
  }
}
