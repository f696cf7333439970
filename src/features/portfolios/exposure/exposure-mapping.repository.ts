import { Service } from 'typedi';
import { Database } from '../../../database/database.js';
import { and, eq } from '../../../database/drizzle.js';
import { afterKey, inOrder } from '../../../database/order-by.js';
import { portfolioExposureMappings as table } from '../portfolios.schema.js';
import type { ExposureMapping } from './exposure-mapping.js';

const own = (accountId: string, symbol: string) => and(eq(table.accountId, accountId), eq(table.symbol, symbol));

@Service()
export class ExposureMappingRepository {
  constructor(private readonly database: Database) {}

  async find(accountId: string, symbol: string): Promise<ExposureMapping | undefined> {
    const [row] = await this.database.orm.select().from(table).where(own(accountId, symbol));
    return row;
  }

  /** Lists mappings by symbol, after the symbol `after`. */
  list(accountId: string, limit: number, after?: string): Promise<ExposureMapping[]> {
    return this.database.orm
      .select()
      .from(table)
      .where(and(eq(table.accountId, accountId), afterKey(table.symbol, 'asc', after)))
      .orderBy(inOrder(table.symbol, 'asc'))
      .limit(limit);
  }

  /** Returns the number of mappings of an account. */
  count(accountId: string): Promise<number> {
    return this.database.orm.$count(table, eq(table.accountId, accountId));
  }

  /** Inserts the mapping of a symbol, or replaces it. */
  async put(mapping: ExposureMapping): Promise<void> {
    const { places, updatedAt } = mapping;
    await this.database.orm
      .insert(table)
      .values(mapping)
      .onConflictDoUpdate({ target: [table.accountId, table.symbol], set: { places, updatedAt } });
  }

  /** Deletes the mapping of a symbol. @returns whether it existed */
  async remove(accountId: string, symbol: string): Promise<boolean> {
    const removed = await this.database.orm
      .delete(table)
      .where(own(accountId, symbol))
      .returning({ symbol: table.symbol });
    return removed.length > 0;
  }
}
