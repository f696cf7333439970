import { Service } from 'typedi';
import { Database } from '../../../database/database.js';
import { and, arrayOverlaps, desc, eq, gte, isNull, or, sql } from '../../../database/drizzle.js';
import { newsArticles } from '../../news/news.schema.js';

/** News about a country since a time. */
export interface CountryNews {
  articles: number;
  /** Mean tone from -1 to 1 of the articles that have one; null when no article has one. */
  tone: number | null;
  latest: Array<{ id: string; title: string; time: Date; source: string; url: string | null }>;
}

/** Reads news about countries. */
@Service()
export class CountryNewsRepository {
  constructor(private readonly database: Database) {}

  /** Of public articles and those of the account. */
  async read(accountId: string, country: string, since: Date, limit: number): Promise<CountryNews> {
    const { id, title, publishedAt, sourceName, url, ownerId, countries, tone } = newsArticles;
    const isVisible = and(arrayOverlaps(countries, [country]), or(isNull(ownerId), eq(ownerId, accountId)), gte(publishedAt, since));
    const [counted] = await this.database.orm
      .select({ articles: sql<string>`count(*)`, tone: sql<number | null>`avg(${tone})` })
      .from(newsArticles)
      .where(isVisible);
    const latest = await this.database.orm
      .select({ id, title, time: publishedAt, source: sourceName, url })
      .from(newsArticles)
      .where(isVisible)
      .orderBy(desc(publishedAt), desc(id))
      .limit(limit);
    const mean = counted?.tone ?? null;
    return { articles: Number(counted?.articles ?? 0), tone: mean === null ? null : Number(mean), latest };
  }
}
