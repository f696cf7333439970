import { Service } from 'typedi';
import { Database } from '../../../database/database.js';
import { and, eq } from '../../../database/drizzle.js';
import { beyond, inOrder } from '../../../database/in-order.js';
import type { Order } from '../../../time/order.js';
import { relationLinks as table } from '../graphs.schema.js';
import type { RelationLink } from './relation-link.js';

const own = (accountId: string, id: string) => and(eq(table.id, id), eq(table.accountId, accountId));

/** Stores own links. */
@Service()
export class RelationLinkRepository {
  constructor(private readonly database: Database) {}

  async find(accountId: string, id: string): Promise<RelationLink | undefined> {
    const [row] = await this.database.orm.select().from(table).where(own(accountId, id));
    return row;
  }

  /** Locks and returns a link until the transaction ends. */
  async hold(accountId: string, id: string): Promise<RelationLink | undefined> {
    const [row] = await this.database.orm.select().from(table).where(own(accountId, id)).for('update');
    return row;
  }

  /** Oldest first, after the link `after`. */
  list(accountId: string, limit: number, after?: string, order: Order = 'asc'): Promise<RelationLink[]> {
    return this.database.orm
      .select()
      .from(table)
      .where(and(eq(table.accountId, accountId), beyond(table.id, order, after)))
      .orderBy(inOrder(table.id, order))
      .limit(limit);
  }

  /** Returns the number of links of an account. */
  count(accountId: string): Promise<number> {
    return this.database.orm.$count(table, eq(table.accountId, accountId));
  }

  async insert(link: RelationLink): Promise<void> {
    await this.database.orm.insert(table).values(link);
  }

  async replace({ accountId, id, label, version, updatedAt }: RelationLink): Promise<void> {
    await this.database.orm.update(table).set({ label, version, updatedAt }).where(own(accountId, id));
  }

  async remove(accountId: string, id: string): Promise<void> {
    await this.database.orm.delete(table).where(own(accountId, id));
  }
}
