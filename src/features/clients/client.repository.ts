import { Service } from 'typedi';
import { Database } from '../../database/database.js';
import { and, arrayContains, eq } from '../../database/drizzle.js';
import { beyond, inOrder } from '../../database/in-order.js';
import type { Order } from '../../time/order.js';
import type { Client } from './client.js';
import { clients } from './clients.schema.js';

const own = (accountId: string, id: string) => and(eq(clients.id, id), eq(clients.accountId, accountId));

/** Stores clients. */
@Service()
export class ClientRepository {
  constructor(private readonly database: Database) {}

  async find(accountId: string, id: string): Promise<Client | undefined> {
    const [row] = await this.database.orm.select().from(clients).where(own(accountId, id));
    return row;
  }

  /** Locks and returns a client until the transaction ends. */
  async hold(accountId: string, id: string): Promise<Client | undefined> {
    const [row] = await this.database.orm.select().from(clients).where(own(accountId, id)).for('update');
    return row;
  }

  /** Oldest first, after the client `after`. @param tags only clients that have all of them */
  list(
    accountId: string,
    limit: number,
    after?: string,
    order: Order = 'asc',
    tags: readonly string[] = [],
  ): Promise<Client[]> {
    const tagged = tags.length === 0 ? undefined : arrayContains(clients.tags, [...tags]);
    return this.database.orm
      .select()
      .from(clients)
      .where(and(eq(clients.accountId, accountId), tagged, beyond(clients.id, order, after)))
      .orderBy(inOrder(clients.id, order))
      .limit(limit);
  }

  /** Returns the number of clients of an account. */
  count(accountId: string): Promise<number> {
    return this.database.orm.$count(clients, eq(clients.accountId, accountId));
  }

  async insert(client: Client): Promise<void> {
    await this.database.orm.insert(clients).values(client);
  }

  async replace({ id, accountId: _owner, createdAt: _created, ...changes }: Client): Promise<void> {
    await this.database.orm.update(clients).set(changes).where(eq(clients.id, id));
  }

  async remove(accountId: string, id: string): Promise<void> {
    await this.database.orm.delete(clients).where(own(accountId, id));
  }
}
