import { Service } from 'typedi';
import { Database } from '../../../database/database.js';
import { and, asc, eq } from '../../../database/drizzle.js';
import { fundWeights as table } from '../markets.schema.js';

/** A holding as an account wrote it. */
export type WrittenHolding = (typeof table.$inferSelect)['holdings'][number];

/** The holdings of a fund as an account wrote them. */
export type FundWeights = typeof table.$inferSelect;

const own = (accountId: string, symbol: string) => and(eq(table.accountId, accountId), eq(table.symbol, symbol));

@Service()
export class FundWeightsRepository {
  constructor(private readonly database: Database) {}

  async find(accountId: string, symbol: string): Promise<FundWeights | undefined> {
    const [row] = await this.database.orm.select().from(table).where(own(accountId, symbol));
    return row;
  }

  /** Lists the funds of an account by symbol. */
  list(accountId: string, limit: number): Promise<FundWeights[]> {
    return this.database.orm
      .select()
      .from(table)
      .where(eq(table.accountId, accountId))
      .orderBy(asc(table.symbol))
      .limit(limit);
  }

  /** Returns the number of funds of an account. */
  count(accountId: string): Promise<number> {
    return this.database.orm.$count(table, eq(table.accountId, accountId));
  }

  /** Inserts the holdings of a fund, or replaces them. */
  async put(weights: FundWeights): Promise<void> {
    const { asOf, holdings, updatedAt } = weights;
    await this.database.orm
      .insert(table)
      .values(weights)
      .onConflictDoUpdate({ target: [table.accountId, table.symbol], set: { asOf, holdings, updatedAt } });
  }

  /** Deletes the holdings of a fund. @returns whether there were any */
  async remove(accountId: string, symbol: string): Promise<boolean> {
    const removed = await this.database.orm
      .delete(table)
      .where(own(accountId, symbol))
      .returning({ symbol: table.symbol });
    return removed.length > 0;
  }
}
