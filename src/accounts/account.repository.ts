import { Service } from 'typedi';
import { Problem } from '../api/problem.js';
import { Database } from '../database/database.js';
import { isUniqueViolation } from '../database/database-errors.js';
import { and, asc, eq, getTableColumns, inArray, isNull, or, sql } from '../database/drizzle.js';
import { afterKey, inOrder } from '../database/order-by.js';
import { accounts } from '../database/schema.js';
import { uuidV7 } from '../time/uuid-v7.js';
import type { Account, AccountChanges, AccountFilter, AccountNotes, NewAccount } from './account.js';

const emailTaken = () => new Problem('email_taken', { detail: 'Sign in, or use another address.' });

/**
 * True: a grant to the account or to one of its teams exists. Plain SQL, because Drizzle leaves out the names of tables
 * in a query of one table.
 */
const holdsGrants = sql<boolean>`(
  exists (select 1 from grants where grants.grantee_id = accounts.id)
  or exists (
    select 1 from team_members join grants on grants.team_id = team_members.team_id
    where team_members.account_id = accounts.id and team_members.accepted_at is not null
  ))`.as('holds_grants');

/** Reads and writes accounts in the database. */
@Service()
export class AccountRepository {
  constructor(private readonly database: Database) {}

  async findById(id: string): Promise<Account | undefined> {
    const [row] = await this.database.orm
      .select({ ...getTableColumns(accounts), holdsGrants })
      .from(accounts)
      .where(eq(accounts.id, id));
    return row as Account | undefined;
  }

  /**
   * Returns the current account, locked against other changes until the transaction ends; undefined when it does not
   * exist.
   */
  async hold(id: string): Promise<Account | undefined> {
    const [row] = await this.database.orm.select().from(accounts).where(eq(accounts.id, id)).for('no key update');
    return row as Account | undefined;
  }

  async findByEmail(email: string): Promise<Account | undefined> {
    const [row] = await this.database.orm.select().from(accounts).where(eq(accounts.email, email));
    return row as Account | undefined;
  }

  /** Creates an account. @throws Problem `email_taken` */
  async create(account: NewAccount): Promise<Account> {
    try {
      const [row] = await this.database.orm
        .insert(accounts)
        .values({ ...account, id: uuidV7(), sessionsValidFrom: new Date(0) })
        .returning();
      return row as Account;
    } catch (error) {
      throw isUniqueViolation(error) ? emailTaken() : error;
    }
  }

  /**
   * Changes an account and increments its version.
   * @returns the changed account; undefined when it does not exist or has another version
   * @throws Problem `email_taken`
   */
  async update(
    id: string,
    { preferences, ...changes }: AccountChanges,
    versions?: number[],
  ): Promise<Account | undefined> {
    // Preferences are merged in the database, so that concurrent changes of different preferences are both kept.
    const merged = preferences && {
      preferences: sql`jsonb_strip_nulls(${accounts.preferences} || ${JSON.stringify(preferences)}::jsonb)`,
    };
    try {
      const [row] = await this.database.orm
        .update(accounts)
        .set({ ...changes, ...merged, version: sql`${accounts.version} + 1`, updatedAt: sql`now()` })
        .where(and(eq(accounts.id, id), versions === undefined ? undefined : inArray(accounts.version, versions)))
        .returning();
      return row as Account | undefined;
    } catch (error) {
      throw isUniqueViolation(error) ? emailTaken() : error;
    }
  }

  /** Updates fields that do not count as a change of the resource: the version stays. */
  async touch(id: string, changes: AccountNotes): Promise<void> {
    await this.database.orm.update(accounts).set(changes).where(eq(accounts.id, id));
  }

  async remove(id: string): Promise<boolean> {
    const removed = await this.database.orm.delete(accounts).where(eq(accounts.id, id)).returning({ id: accounts.id });
    return removed.length > 0;
  }

  /** Lists accounts in the order of creation, after the account `after`. Default: oldest first. */
  async list({ order = 'asc', ...filter }: AccountFilter, limit: number, after?: string): Promise<Account[]> {
    const like =
      filter.q === undefined ? undefined : `%${filter.q.toLowerCase().replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
    const rows = await this.database.orm
      .select()
      .from(accounts)
      .where(
        and(
          filter.role === undefined ? undefined : eq(accounts.role, filter.role),
          filter.disabled === undefined ? undefined : sql`(${accounts.disabledAt} is not null) = ${filter.disabled}`,
          like === undefined
            ? undefined
            : or(sql`${accounts.email} like ${like}`, sql`lower(${accounts.displayName}) like ${like}`),
          afterKey(accounts.id, order, after),
        ),
      )
      .orderBy(inOrder(accounts.id, order))
      .limit(limit);
    return rows as Account[];
  }

  /**
   * Locks the operators' rows until the transaction ends, so that two operators cannot remove each other at the same
   * time.
   * @returns the number of operators other than `id` who may sign in
   */
  async countOtherOperators(id: string): Promise<number> {
    const rows = await this.database.orm
      .select({ id: accounts.id })
      .from(accounts)
      .where(and(eq(accounts.role, 'operator'), isNull(accounts.disabledAt)))
      .orderBy(asc(accounts.id))
      .for('no key update');
    return rows.filter((row) => row.id !== id).length;
  }

  async hasOperator(): Promise<boolean> {
    const rows = await this.database.orm
      .select({ id: accounts.id })
      .from(accounts)
      .where(eq(accounts.role, 'operator'))
      .limit(1);
    return rows.length > 0;
  }
}
