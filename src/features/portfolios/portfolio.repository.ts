import { Service } from 'typedi';
import { Database } from '../../database/database.js';
import { and, eq, inArray, sql } from '../../database/drizzle.js';
import { beyond, inOrder } from '../../database/in-order.js';
import type { Order } from '../../time/order.js';
import type { Portfolio } from './portfolio.js';
import { portfolios } from './portfolios.schema.js';

const own = (accountId: string, id: string) => and(eq(portfolios.id, id), eq(portfolios.accountId, accountId));

/** Stores portfolios. */
@Service()
export class PortfolioRepository {
  constructor(private readonly database: Database) {}

  async find(accountId: string, id: string): Promise<Portfolio | undefined> {
    const [row] = await this.database.orm.select().from(portfolios).where(own(accountId, id));
    return row;
  }

  /** Locks and returns a portfolio until the transaction ends. */
  async hold(accountId: string, id: string): Promise<Portfolio | undefined> {
    const [row] = await this.database.orm.select().from(portfolios).where(own(accountId, id)).for('update');
    return row;
  }

  /** Those of the account with one of these ids, oldest first. */
  some(accountId: string, ids: readonly string[]): Promise<Portfolio[]> {
    return this.database.orm
      .select()
      .from(portfolios)
      .where(and(eq(portfolios.accountId, accountId), sql`${portfolios.id} = any(${sql.param([...ids])}::uuid[])`))
      .orderBy(inOrder(portfolios.id, 'asc'));
  }

  /** Oldest first, after the portfolio `after`. */
  list(accountId: string, limit: number, after?: string, order: Order = 'asc'): Promise<Portfolio[]> {
    return this.database.orm
      .select()
      .from(portfolios)
      .where(and(eq(portfolios.accountId, accountId), beyond(portfolios.id, order, after)))
      .orderBy(inOrder(portfolios.id, order))
      .limit(limit);
  }

  /** Returns the number of portfolios of an account. */
  count(accountId: string): Promise<number> {
    return this.database.orm.$count(portfolios, eq(portfolios.accountId, accountId));
  }

  /** Those that exist, of any account. */
  byIds(ids: readonly string[]): Promise<Portfolio[]> {
    return this.database.orm
      .select()
      .from(portfolios)
      .where(inArray(portfolios.id, [...ids]));
  }

  async insert(portfolio: Portfolio): Promise<void> {
    await this.database.orm.insert(portfolios).values(portfolio);
  }

  async replace({ id, accountId: _owner, createdAt: _created, ...changes }: Portfolio): Promise<void> {
    await this.database.orm.update(portfolios).set(changes).where(eq(portfolios.id, id));
  }

  async remove(accountId: string, id: string): Promise<void> {
    await this.database.orm.delete(portfolios).where(own(accountId, id));
  }
}
