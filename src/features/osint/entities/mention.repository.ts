import { Service } from 'typedi';
import { Database } from '../../../database/database.js';
import { and, arrayOverlaps, eq, isNull, or, sql } from '../../../database/drizzle.js';
import { inOrder } from '../../../database/in-order.js';
import type { Order } from '../../../order.js';
import { newsArticles } from '../../news/news.schema.js';
import type { Mention } from './entity.js';

/** A position in the order of mentions. */
export interface MentionCursor {
  time: Date;
  id: string;
}

/** Reads the articles that mention entities. */
@Service()
export class MentionRepository {
  constructor(private readonly database: Database) {}

  /** Public articles and those of the account, by time, after the mention `after`. */
  async articles(accountId: string, keys: readonly string[], limit: number, order: Order, after?: MentionCursor): Promise<Mention[]> {
    const { id, title, publishedAt, sourceName, url, ownerId, entities } = newsArticles;
    const compared = sql.raw(order === 'asc' ? '>' : '<');
    const beyondCursor = after && sql`(${publishedAt}, ${id}) ${compared} (${after.time.toISOString()}::timestamptz, ${after.id}::uuid)`;
    const rows = await this.database.orm
      .select({ id, title, time: publishedAt, source: sourceName, url })
      .from(newsArticles)
      .where(and(arrayOverlaps(entities, [...keys]), or(isNull(ownerId), eq(ownerId, accountId)), beyondCursor))
      .orderBy(inOrder(publishedAt, order), inOrder(id, order))
      .limit(limit);
    return rows.map((row) => ({ kind: 'article', ...row }));
  }

  /** What is stored of an article, if the account may see it. */
  async article(accountId: string, articleId: string): Promise<{ title: string; record: object } | undefined> {
    const {
      id,
      title,
      summary,
      text,
      author,
      url,
      publishedAt,
      fetchedAt,
      language,
      sourceName,
      owner,
      provider,
      tone,
      symbols,
      entities,
      countries,
      ownerId,
    } = newsArticles;
    const shown = { id, title, summary, text, author, url, publishedAt, fetchedAt, language, sourceName, owner, provider, tone, symbols, entities, countries };
    const [row] = await this.database.orm
      .select(shown)
      .from(newsArticles)
      .where(and(eq(id, articleId), or(isNull(ownerId), eq(ownerId, accountId))));
    return row && { title: row.title, record: row };
  }
}
