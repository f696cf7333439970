import { Service } from 'typedi';
import { lexemesOf } from '../../../database/columns.js';
import { Database } from '../../../database/database.js';
import { type SQL, sql } from '../../../database/drizzle.js';
import { OwnedTable } from '../../../resources/owned-table.js';
import type { Order } from '../../../time/sort-order.js';
import { aiMessages as messages, aiThreads as threads } from '../ai.schema.js';
import type { Thread } from './thread.js';

@Service()
export class ThreadRepository extends OwnedTable<Thread> {
  constructor(database: Database) {
    super(database, threads);
  }

  /**
   * Lists threads by creation, after the thread `after`.
   * @param words a text query of PostgreSQL (`textQuery`) that the title or a message must match
   */
  matching(accountId: string, words: string, limit: number, after?: string, order?: Order): Promise<Thread[]> {
    return this.list(accountId, limit, after, order, matches(words));
  }
}

function matches(words: string): SQL {
  const query = sql`to_tsquery('simple', ${words})`;
  return sql`(${lexemesOf('title')} @@ ${query}
    or exists (select 1 from ${messages} where ${messages.threadId} = ${threads.id} and ${messages.lexemes} @@ ${query}))`;
}
