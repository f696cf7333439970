import { Service } from 'typedi';
import { Database } from '../../../database/database.js';
import { and, eq } from '../../../database/drizzle.js';
import { beyond, inOrder } from '../../../database/in-order.js';
import type { Order } from '../../../order.js';
import { graphs } from '../graphs.schema.js';
import type { Graph } from './graph.js';

const own = (accountId: string, id: string) => and(eq(graphs.id, id), eq(graphs.accountId, accountId));

/** Stores charts. */
@Service()
export class GraphRepository {
  constructor(private readonly database: Database) {}

  async find(accountId: string, id: string): Promise<Graph | undefined> {
    const [row] = await this.database.orm.select().from(graphs).where(own(accountId, id));
    return row;
  }

  /** Finds a chart of any account, by the hash of the token of its public address. */
  async findShared(shareHash: string): Promise<Graph | undefined> {
    const [row] = await this.database.orm.select().from(graphs).where(eq(graphs.shareHash, shareHash));
    return row;
  }

  /** Locks and returns a chart until the transaction ends. */
  async hold(accountId: string, id: string): Promise<Graph | undefined> {
    const [row] = await this.database.orm.select().from(graphs).where(own(accountId, id)).for('update');
    return row;
  }

  /** Oldest first, after the chart `after`. */
  list(accountId: string, limit: number, after?: string, order: Order = 'asc'): Promise<Graph[]> {
    return this.database.orm
      .select()
      .from(graphs)
      .where(and(eq(graphs.accountId, accountId), beyond(graphs.id, order, after)))
      .orderBy(inOrder(graphs.id, order))
      .limit(limit);
  }

  /** Returns the number of charts of an account. */
  count(accountId: string): Promise<number> {
    return this.database.orm.$count(graphs, eq(graphs.accountId, accountId));
  }

  async insert(graph: Graph): Promise<void> {
    await this.database.orm.insert(graphs).values(graph);
  }

  async replace({ id, accountId: _owner, createdAt: _created, ...changes }: Graph): Promise<void> {
    await this.database.orm.update(graphs).set(changes).where(eq(graphs.id, id));
  }

  async remove(accountId: string, id: string): Promise<void> {
    await this.database.orm.delete(graphs).where(own(accountId, id));
  }
}
