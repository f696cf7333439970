import { Service } from 'typedi';
import { Database } from '../../database/database.js';
import { arrayContains, type SQL } from '../../database/drizzle.js';
import { OwnedTable } from '../../resources/owned-table.js';
import type { Order } from '../../time/sort-order.js';
import type { Client } from './client.js';
import { clients } from './clients.schema.js';

@Service()
export class ClientRepository extends OwnedTable<Client> {
  constructor(database: Database) {
    super(database, clients);
  }

  /** Lists the clients that have all of `tags`, by creation (oldest first by default), after the client `after`. */
  tagged(accountId: string, tags: readonly string[], limit: number, after?: string, order?: Order): Promise<Client[]> {
    return this.list(accountId, limit, after, order, this.withTags(tags));
  }

  /** Returns the condition of clients that have all of `tags`. */
  withTags(tags: readonly string[]): SQL {
    return arrayContains(clients.tags, [...tags]);
  }
}
