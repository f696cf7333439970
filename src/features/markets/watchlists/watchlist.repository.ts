import { Service } from 'typedi';
import { Database } from '../../../database/database.js';
import { and, eq } from '../../../database/drizzle.js';
import { beyond, inOrder } from '../../../database/in-order.js';
import type { Order } from '../../../time/order.js';
import { watchlists } from '../markets.schema.js';
import type { Watchlist } from './watchlist.js';

const own = (accountId: string, id: string) => and(eq(watchlists.id, id), eq(watchlists.accountId, accountId));

/** Stores watchlists. */
@Service()
export class WatchlistRepository {
  constructor(private readonly database: Database) {}

  async find(accountId: string, id: string): Promise<Watchlist | undefined> {
    const [row] = await this.database.orm.select().from(watchlists).where(own(accountId, id));
    return row;
  }

  /** Locks and returns a watchlist until the transaction ends. */
  async hold(accountId: string, id: string): Promise<Watchlist | undefined> {
    const [row] = await this.database.orm.select().from(watchlists).where(own(accountId, id)).for('update');
    return row;
  }

  /** Oldest first, after the watchlist `after`. */
  async list(accountId: string, limit: number, after?: string, order: Order = 'asc'): Promise<Watchlist[]> {
    return this.database.orm
      .select()
      .from(watchlists)
      .where(and(eq(watchlists.accountId, accountId), beyond(watchlists.id, order, after)))
      .orderBy(inOrder(watchlists.id, order))
      .limit(limit);
  }

  /** Returns the number of watchlists of an account. */
  count(accountId: string): Promise<number> {
    return this.database.orm.$count(watchlists, eq(watchlists.accountId, accountId));
  }

  async insert(watchlist: Watchlist): Promise<void> {
    await this.database.orm.insert(watchlists).values(watchlist);
  }

  async replace({ id, name, symbols, version, updatedAt }: Watchlist): Promise<void> {
    await this.database.orm.update(watchlists).set({ name, symbols, version, updatedAt }).where(eq(watchlists.id, id));
  }

  /** @returns whether it existed */
  async remove(accountId: string, id: string): Promise<boolean> {
    const removed = await this.database.orm
      .delete(watchlists)
      .where(own(accountId, id))
      .returning({ id: watchlists.id });
    return removed.length > 0;
  }
}
