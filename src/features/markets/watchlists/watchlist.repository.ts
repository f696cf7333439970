import { Service } from 'typedi';
import { Database } from '../../../database/database.js';
import { and, asc, eq, gt } from '../../../database/drizzle.js';
import { watchlists } from '../markets.schema.js';
import type { Watchlist } from './watchlist.js';

const own = (accountId: string, id: string) => and(eq(watchlists.id, id), eq(watchlists.accountId, accountId));

/** Watchlists in the database. */
@Service()
export class WatchlistRepository {
  constructor(private readonly database: Database) {}

  async find(accountId: string, id: string): Promise<Watchlist | undefined> {
    const [row] = await this.database.orm.select().from(watchlists).where(own(accountId, id));
    return row;
  }

  /** As it is now, held against every other change until the transaction ends. */
  async hold(accountId: string, id: string): Promise<Watchlist | undefined> {
    const [row] = await this.database.orm.select().from(watchlists).where(own(accountId, id)).for('update');
    return row;
  }

  /** Oldest first, after the watchlist `after`. */
  async list(accountId: string, limit: number, after?: string): Promise<Watchlist[]> {
    return this.database.orm
      .select()
      .from(watchlists)
      .where(and(eq(watchlists.accountId, accountId), after === undefined ? undefined : gt(watchlists.id, after)))
      .orderBy(asc(watchlists.id))
      .limit(limit);
  }

  /** How many an account has. */
  count(accountId: string): Promise<number> {
    return this.database.orm.$count(watchlists, eq(watchlists.accountId, accountId));
  }

  async insert(watchlist: Watchlist): Promise<void> {
    await this.database.orm.insert(watchlists).values(watchlist);
  }

  async replace({ id, name, symbols, version, updatedAt }: Watchlist): Promise<void> {
    await this.database.orm.update(watchlists).set({ name, symbols, version, updatedAt }).where(eq(watchlists.id, id));
  }

  /** @returns whether there was one */
  async remove(accountId: string, id: string): Promise<boolean> {
    const removed = await this.database.orm.delete(watchlists).where(own(accountId, id)).returning({ id: watchlists.id });
    return removed.length > 0;
  }
}
