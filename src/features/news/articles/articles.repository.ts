import { Service } from 'typedi';
import { Database } from '../../../database/database.js';
import { and, arrayOverlaps, eq, gt, gte, inArray, isNull, lt, or, type SQL, sql } from '../../../database/drizzle.js';
import { inOrder } from '../../../database/order-by.js';
import { pointWithin } from '../../../database/point-within.js';
import { newsArticles } from '../news.schema.js';
import type { ArticleCursor, ArticleFilter } from './article-filter.js';
import type { ArticleFigures, ArticleView, FullArticle } from './article-view.js';

const table = newsArticles;
const columns = {
  id: table.id,
  ownerId: table.ownerId,
  feedId: table.feedId,
  provider: table.provider,
  url: table.url,
  title: table.title,
  summary: table.summary,
  author: table.author,
  publishedAt: table.publishedAt,
  isDated: table.isDated,
  fetchedAt: table.fetchedAt,
  language: table.language,
  sourceName: table.sourceName,
  owner: table.owner,
  tier: table.tier,
  sourceCountry: table.sourceCountry,
  tone: table.tone,
  providerSentiment: table.providerSentiment,
  symbols: table.symbols,
  entities: table.entities,
  countries: table.countries,
  places: table.places,
  clusterId: table.clusterId,
};

/** Matches public articles and the articles of the account. */
const isVisible = (accountId: string): SQL => or(isNull(table.ownerId), eq(table.ownerId, accountId)) as SQL;

/** Reads the articles that an account may see. */
@Service()
export class ArticlesRepository {
  constructor(private readonly database: Database) {}

  async find(accountId: string, id: string): Promise<FullArticle | undefined> {
    const isWanted = and(eq(table.id, id), isVisible(accountId));
    const [row] = await this.database.orm
      .select({ ...columns, text: table.text })
      .from(table)
      .where(isWanted);
    return row;
  }

  /** Lists articles by time of publication, newest first unless the filter says otherwise, after `after`. */
  list(accountId: string, filter: ArticleFilter, limit: number, after?: ArticleCursor): Promise<ArticleView[]> {
    const { order = 'desc' } = filter;
    const position =
      after &&
      sql`(${table.publishedAt}, ${table.id}) ${order === 'asc' ? sql`>` : sql`<`} (${after.publishedAt.toISOString()}::timestamptz, ${after.id}::uuid)`;
    return this.database.orm
      .select(columns)
      .from(table)
      .where(and(isVisible(accountId), ...conditionsOf(filter, accountId), position))
      .orderBy(inOrder(table.publishedAt, order), inOrder(table.id, order))
      .limit(limit);
  }

  async figures(accountId: string, filter: ArticleFilter): Promise<ArticleFigures> {
    const [row] = await this.database.orm
      .select({ articles: sql<string>`count(*)`, tone: sql<number | null>`avg(${table.tone})` })
      .from(table)
      .where(and(isVisible(accountId), ...conditionsOf(filter, accountId)));
    return { articles: Number(row?.articles ?? 0), tone: row?.tone ?? null };
  }

  /** Lists the public articles of a period, earliest first, after `after`. @param to exclusive */
  published(from: Date, to: Date, limit: number, after?: ArticleCursor): Promise<FullArticle[]> {
    const position =
      after &&
      sql`(${table.publishedAt}, ${table.id}) > (${after.publishedAt.toISOString()}::timestamptz, ${after.id}::uuid)`;
    return this.database.orm
      .select({ ...columns, text: table.text })
      .from(table)
      .where(and(isNull(table.ownerId), gte(table.publishedAt, from), lt(table.publishedAt, to), position))
      .orderBy(table.publishedAt, table.id)
      .limit(limit);
  }

  /** Lists the articles stored after the one with this id, in the order of their ids. */
  storedAfter(accountId: string, filter: ArticleFilter, id: string, limit: number): Promise<ArticleView[]> {
    return this.database.orm
      .select(columns)
      .from(table)
      .where(and(isVisible(accountId), gt(table.id, id), ...conditionsOf(filter, accountId)))
      .orderBy(table.id)
      .limit(limit);
  }

  /** Lists the articles of a cluster, earliest first. */
  ofCluster(accountId: string, clusterId: string, limit: number): Promise<ArticleView[]> {
    return this.database.orm
      .select(columns)
      .from(table)
      .where(and(eq(table.clusterId, clusterId), isVisible(accountId)))
      .orderBy(table.publishedAt, table.id)
      .limit(limit);
  }
}

function conditionsOf(filter: ArticleFilter, accountId: string): Array<SQL | undefined> {
  const { q, symbols, entities, countries, bbox, languages, sources, from, to, clustered } = filter;
  const names = sources?.map((name) => name.toLowerCase());
  return [
    q === undefined ? undefined : sql`${table.search} @@ websearch_to_tsquery('public.unaccented', ${q})`,
    symbols && arrayOverlaps(table.symbols, [...symbols]),
    entities && arrayOverlaps(table.entities, [...entities]),
    countries && arrayOverlaps(table.countries, [...countries]),
    languages && inArray(table.language, [...languages]),
    names && or(inArray(sql`lower(${table.owner})`, names), inArray(sql`lower(${table.sourceName})`, names)),
    from && gte(table.publishedAt, from),
    to && lt(table.publishedAt, to),
    bbox && withinBox(bbox),
    clustered === true ? isFirstOfStory(accountId) : undefined,
  ];
}

function withinBox(box: NonNullable<ArticleFilter['bbox']>): SQL | undefined {
  if (box.west <= box.east) return pointWithin(table.lon, table.lat, box);
  return or(
    pointWithin(table.lon, table.lat, { ...box, east: 180 }),
    pointWithin(table.lon, table.lat, { ...box, west: -180 }),
  );
}

function isFirstOfStory(accountId: string): SQL | undefined {
  const earlier = sql`select 1 from news_articles as earlier where earlier.cluster_id = ${table.clusterId} and (earlier.owner_id is null or earlier.owner_id = ${accountId}) and (earlier.published_at, earlier.id) < (${table.publishedAt}, ${table.id})`;
  return or(isNull(table.clusterId), sql`not exists (${earlier})`);
}
