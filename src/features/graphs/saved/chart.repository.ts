import { Service } from 'typedi';
import { Database } from '../../../database/database.js';
import { and, eq } from '../../../database/drizzle.js';
import { beyond, inOrder } from '../../../database/in-order.js';
import type { Order } from '../../../time/order.js';
import { charts } from '../graphs.schema.js';
import type { Chart } from './chart.js';

const own = (accountId: string, id: string) => and(eq(charts.id, id), eq(charts.accountId, accountId));

/** Stores charts. */
@Service()
export class ChartRepository {
  constructor(private readonly database: Database) {}

  async find(accountId: string, id: string): Promise<Chart | undefined> {
    const [row] = await this.database.orm.select().from(charts).where(own(accountId, id));
    return row;
  }

  /** Finds a chart of any account, by the hash of the token of its public address. */
  async findShared(shareHash: string): Promise<Chart | undefined> {
    const [row] = await this.database.orm.select().from(charts).where(eq(charts.shareHash, shareHash));
    return row;
  }

  /** Locks and returns a chart until the transaction ends. */
  async hold(accountId: string, id: string): Promise<Chart | undefined> {
    const [row] = await this.database.orm.select().from(charts).where(own(accountId, id)).for('update');
    return row;
  }

  /** Oldest first, after the chart `after`. */
  list(accountId: string, limit: number, after?: string, order: Order = 'asc'): Promise<Chart[]> {
    return this.database.orm
      .select()
      .from(charts)
      .where(and(eq(charts.accountId, accountId), beyond(charts.id, order, after)))
      .orderBy(inOrder(charts.id, order))
      .limit(limit);
  }

  /** Returns the number of charts of an account. */
  count(accountId: string): Promise<number> {
    return this.database.orm.$count(charts, eq(charts.accountId, accountId));
  }

  async insert(chart: Chart): Promise<void> {
    await this.database.orm.insert(charts).values(chart);
  }

  async replace({ id, accountId: _owner, createdAt: _created, ...changes }: Chart): Promise<void> {
    await this.database.orm.update(charts).set(changes).where(eq(charts.id, id));
  }

  async remove(accountId: string, id: string): Promise<void> {
    await this.database.orm.delete(charts).where(own(accountId, id));
  }
}
