import { Service } from 'typedi';
import { eq, sql } from '../../../database/drizzle.js';
import { lexemesOf } from '../../../search/sql-query.js';
import { type SearchTable, StoredSearch, StoredSource } from '../../../search/stored-search.js';
import { aiThreads as threads } from '../ai.schema.js';

/** Searches the AI threads of an account by title. */
@Service()
export class ThreadSearch extends StoredSource {
  readonly type = 'ai_thread';
  readonly title = 'Your AI threads';
  /** The title of a thread is its first question, which has the words of what it asks about. */
  override readonly ranksLast = true;
  protected readonly table: SearchTable = {
    from: sql`${threads}`,
    id: threads.id,
    title: threads.title,
    lexemes: lexemesOf('title'),
    time: threads.updatedAt,
    visible: (account) => [eq(threads.accountId, account)],
  };

  constructor(stored: StoredSearch) {
    super(stored);
  }

  protected hrefOf(id: string): string {
    return `/api/v1/ai/threads/${id}`;
  }
}
