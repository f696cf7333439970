import { Service } from 'typedi';
import { Database } from '../../database/database.js';
import { and, eq, inArray, sql } from '../../database/drizzle.js';
import { OwnedTable } from '../../resources/owned-table.js';
import type { Portfolio } from './portfolio.js';
import { portfolios } from './portfolios.schema.js';

@Service()
export class PortfolioRepository extends OwnedTable<Portfolio> {
  constructor(database: Database) {
    super(database, portfolios);
  }

  /** Lists the portfolios of an account with these ids, oldest first. */
  some(accountId: string, ids: readonly string[]): Promise<Portfolio[]> {
    return this.database.orm
      .select()
      .from(portfolios)
      .where(and(eq(portfolios.accountId, accountId), sql`${portfolios.id} = any(${sql.param([...ids])}::uuid[])`))
      .orderBy(portfolios.id);
  }

  /** Lists the existing portfolios with these ids, of all accounts. */
  byIds(ids: readonly string[]): Promise<Portfolio[]> {
    return this.items(inArray(portfolios.id, [...ids]));
  }
}
