import { Service } from 'typedi';
import { Database } from '../../../database/database.js';
import { and, eq, type SQL, sql } from '../../../database/drizzle.js';
import { beyond, inOrder } from '../../../database/in-order.js';
import { lexemesOf } from '../../../search/sql-query.js';
import type { Order } from '../../../time/order.js';
import { aiMessages as messages, aiThreads as threads } from '../ai.schema.js';
import type { Thread } from './thread.js';

const own = (accountId: string, id: string) => and(eq(threads.id, id), eq(threads.accountId, accountId));

/** Stores threads. */
@Service()
export class ThreadRepository {
  constructor(private readonly database: Database) {}

  async find(accountId: string, id: string): Promise<Thread | undefined> {
    const [row] = await this.database.orm.select().from(threads).where(own(accountId, id));
    return row;
  }

  /** Locks and returns a thread until the transaction ends. */
  async hold(accountId: string, id: string): Promise<Thread | undefined> {
    const [row] = await this.database.orm.select().from(threads).where(own(accountId, id)).for('update');
    return row;
  }

  /**
   * By creation, after the thread `after`.
   * @param words a text query of PostgreSQL (`textQuery`) that the title or a message must match
   */
  async list(
    accountId: string,
    limit: number,
    after?: string,
    order: Order = 'asc',
    words?: string,
  ): Promise<Thread[]> {
    return this.database.orm
      .select()
      .from(threads)
      .where(
        and(
          eq(threads.accountId, accountId),
          beyond(threads.id, order, after),
          words === undefined ? undefined : this.matches(words),
        ),
      )
      .orderBy(inOrder(threads.id, order))
      .limit(limit);
  }

  count(accountId: string): Promise<number> {
    return this.database.orm.$count(threads, eq(threads.accountId, accountId));
  }

  async insert(thread: Thread): Promise<void> {
    await this.database.orm.insert(threads).values(thread);
  }

  async replace({ id, title, isTitleOwn, version, updatedAt }: Thread): Promise<void> {
    await this.database.orm.update(threads).set({ title, isTitleOwn, version, updatedAt }).where(eq(threads.id, id));
  }

  async remove(id: string): Promise<void> {
    await this.database.orm.delete(threads).where(eq(threads.id, id));
  }

  private matches(words: string): SQL {
    const query = sql`to_tsquery('simple', ${words})`;
    return sql`(${lexemesOf('title')} @@ ${query}
      or exists (select 1 from ${messages} where ${messages.threadId} = ${threads.id} and ${messages.lexemes} @@ ${query}))`;
  }
}
