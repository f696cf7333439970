import { Service } from 'typedi';
import { Database } from '../../../database/database.js';
import { and, asc, eq, getTableColumns } from '../../../database/drizzle.js';
import type { Portfolio } from '../portfolio.js';
import { portfolios, portfolioTransactions } from '../portfolios.schema.js';

/** Finds the demonstration portfolios of an account. */
@Service()
export class DemonstrationRepository {
  constructor(private readonly database: Database) {}

  /** Returns the oldest portfolio of an account with a transaction of this external id; undefined without one. */
  async find(accountId: string, externalId: string): Promise<Portfolio | undefined> {
    const [row] = await this.database.orm
      .select(getTableColumns(portfolios))
      .from(portfolios)
      .innerJoin(portfolioTransactions, eq(portfolioTransactions.portfolioId, portfolios.id))
      .where(and(eq(portfolios.accountId, accountId), eq(portfolioTransactions.externalId, externalId)))
      .orderBy(asc(portfolios.id))
      .limit(1);
    return row;
  }
}
