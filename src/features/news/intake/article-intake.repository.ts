import { Service } from 'typedi';
import { Database } from '../../../database/database.js';
import { and, desc, eq, inArray, isNull, lt } from '../../../database/drizzle.js';
import { newsArticles, newsClusters } from '../news.schema.js';
import type { StoredArticle } from './stored-article.js';

const columns = `id uuid, owner_id uuid, feed_id uuid, provider text, external_id text, source_key text, page_key text, url text, canonical_url text, title text, summary text,
  text text, author text, published_at timestamptz, is_dated boolean, fetched_at timestamptz, language text, source_name text, owner text, tier smallint, source_country text, tone real,
  provider_sentiment real, symbols text[], entities text[], countries text[], places jsonb, lat float8, lon float8, title_key text, tokens text[], minhash int[], story_terms text[]`;
const names = columns.replace(/(\w+) [\w[\]]+(,?)/g, '$1$2');

/** Writes, counts and deletes articles. */
@Service()
export class ArticleIntakeRepository {
  constructor(private readonly database: Database) {}

  /** Returns the given keys whose articles are stored. */
  async known(sourceKeys: readonly string[]): Promise<Set<string>> {
    const { rows } = await this.database.query<{ key: string }>(
      'select source_key as key from news_articles where source_key = any($1)',
      [sourceKeys],
    );
    return new Set(rows.map(({ key }) => key));
  }

  /** Returns the external ids of the latest `limit` articles of a feed. */
  async externalIds(feedId: string, limit: number): Promise<string[]> {
    const rows = await this.database.orm
      .select({ id: newsArticles.externalId })
      .from(newsArticles)
      .where(eq(newsArticles.feedId, feedId))
      .orderBy(desc(newsArticles.publishedAt))
      .limit(limit);
    return rows.map(({ id }) => id);
  }

  /**
   * Inserts articles. Articles that are already stored, or that another process stores at this moment, are skipped.
   * @returns the ids of the inserted articles
   */
  async insert(articles: readonly StoredArticle[]): Promise<Set<string>> {
    // The rows are one JSON parameter: a statement with thousands of parameters takes longer to write than to run.
    const { rows } = await this.database.query<{ id: string }>(
      `insert into news_articles (${names}) select ${names} from jsonb_to_recordset($1::jsonb) as article (${columns}) on conflict do nothing returning id`,
      [JSON.stringify(articles.map(rowOf))],
    );
    return new Set(rows.map(({ id }) => id));
  }

  /** Returns the number of articles published before a time. */
  countBefore(time: Date): Promise<number> {
    return this.database.orm.$count(newsArticles, lt(newsArticles.publishedAt, time));
  }

  /** Deletes up to `limit` articles published before an instant. @returns the number of deleted articles */
  async deleteBefore(time: Date, limit: number): Promise<number> {
    const old = this.database.orm
      .select({ id: newsArticles.id })
      .from(newsArticles)
      .where(lt(newsArticles.publishedAt, time))
      .limit(limit);
    return (
      await this.database.orm
        .delete(newsArticles)
        .where(inArray(newsArticles.id, old))
        .returning({ id: newsArticles.id })
    ).length;
  }

  /** Deletes up to `limit` articles of an account's feeds. @returns the number of deleted articles */
  async deleteOwned(accountId: string, limit: number): Promise<number> {
    const owned = this.database.orm
      .select({ id: newsArticles.id })
      .from(newsArticles)
      .where(eq(newsArticles.ownerId, accountId))
      .limit(limit);
    return (
      await this.database.orm
        .delete(newsArticles)
        .where(inArray(newsArticles.id, owned))
        .returning({ id: newsArticles.id })
    ).length;
  }

  /**
   * Deletes up to `limit` clusters last seen before an instant that have no articles left.
   * @returns the number of deleted clusters
   */
  async deleteEmptyClusters(time: Date, limit: number): Promise<number> {
    const { orm } = this.database;
    const empty = orm
      .select({ id: newsClusters.id })
      .from(newsClusters)
      .leftJoin(newsArticles, eq(newsArticles.clusterId, newsClusters.id))
      .where(and(lt(newsClusters.lastSeenAt, time), isNull(newsArticles.id)))
      .limit(limit);
    return (await orm.delete(newsClusters).where(inArray(newsClusters.id, empty)).returning({ id: newsClusters.id }))
      .length;
  }
}

function rowOf(article: StoredArticle): object {
  const [place] = article.places;
  return {
    id: article.id,
    owner_id: article.ownerId,
    feed_id: article.feedId,
    provider: article.provider,
    external_id: article.externalId,
    source_key: article.sourceKey,
    page_key: article.pageKey,
    url: article.url,
    canonical_url: article.canonicalUrl,
    title: article.title,
    summary: article.summary,
    text: article.text,
    author: article.author,
    published_at: article.publishedAt,
    is_dated: article.isDated ?? true,
    fetched_at: article.fetchedAt,
    language: article.language,
    source_name: article.sourceName,
    owner: article.owner,
    tier: article.tier,
    source_country: article.sourceCountry,
    tone: article.tone,
    provider_sentiment: article.providerSentiment,
    symbols: article.symbols,
    entities: article.entities,
    countries: article.countries,
    places: article.places,
    lat: place?.lat ?? null,
    lon: place?.lon ?? null,
    title_key: article.titleKey,
    tokens: article.tokens,
    minhash: article.minhash,
    story_terms: article.storyTerms,
  };
}
