import { Service } from 'typedi';
import { Database } from '../../../database/database.js';
import { and, eq } from '../../../database/drizzle.js';
import { beyond, inOrder } from '../../../database/in-order.js';
import type { Order } from '../../../time/order.js';
import { savedSearches } from '../search.schema.js';
import type { SavedSearch } from './saved-search.js';

const own = (accountId: string, id: string) => and(eq(savedSearches.id, id), eq(savedSearches.accountId, accountId));

/** Stores saved searches. */
@Service()
export class SavedSearchRepository {
  constructor(private readonly database: Database) {}

  async find(accountId: string, id: string): Promise<SavedSearch | undefined> {
    const [row] = await this.database.orm.select().from(savedSearches).where(own(accountId, id));
    return row;
  }

  /** Internal: of any account. */
  async any(id: string): Promise<SavedSearch | undefined> {
    const [row] = await this.database.orm.select().from(savedSearches).where(eq(savedSearches.id, id));
    return row;
  }

  /** Locks and returns a saved search until the transaction ends. */
  async hold(accountId: string, id: string): Promise<SavedSearch | undefined> {
    const [row] = await this.database.orm.select().from(savedSearches).where(own(accountId, id)).for('update');
    return row;
  }

  /** Oldest first, after the saved search `after`. */
  async list(accountId: string, limit: number, after?: string, order: Order = 'asc'): Promise<SavedSearch[]> {
    return this.database.orm
      .select()
      .from(savedSearches)
      .where(and(eq(savedSearches.accountId, accountId), beyond(savedSearches.id, order, after)))
      .orderBy(inOrder(savedSearches.id, order))
      .limit(limit);
  }

  count(accountId: string): Promise<number> {
    return this.database.orm.$count(savedSearches, eq(savedSearches.accountId, accountId));
  }

  async insert(search: SavedSearch): Promise<void> {
    await this.database.orm.insert(savedSearches).values(search);
  }

  async replace({ id, name, q, types, version, updatedAt }: SavedSearch): Promise<void> {
    await this.database.orm
      .update(savedSearches)
      .set({ name, q, types, version, updatedAt })
      .where(eq(savedSearches.id, id));
  }

  async remove(accountId: string, id: string): Promise<void> {
    await this.database.orm.delete(savedSearches).where(own(accountId, id));
  }
}
