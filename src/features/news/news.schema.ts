import { instant, tsvector } from '../../database/columns.js';
import {
  boolean,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  real,
  smallint,
  sql,
  text,
  uuid,
} from '../../database/drizzle.js';
import { accounts } from '../../database/schema.js';

/**
 * Tier of a publication by its editing and fact checking: 1 news agencies and official bodies, 2 major media, 3 other
 * media, 4 everything else.
 */
export type SourceTier = 1 | 2 | 3 | 4;

/** A place named in an article. */
export interface ArticlePlace {
  name: string;
  /** Country code (ISO 3166-1 alpha-2); null if unknown. */
  country: string | null;
  lat: number;
  lon: number;
  /** Confidence, from 0 to 1. */
  confidence: number;
}

/**
 * Returns SQL for the weighted lexemes of a column, without accents and in lower case, for every language (text search
 * configuration `unaccented`).
 */
const words = (column: string, weight: 'A' | 'B' | 'D') =>
  `setweight(to_tsvector('public.unaccented', coalesce("${column}", '')), '${weight}')`;

const tier = () => smallint('tier').$type<SourceTier>().notNull();

/** The report of a story by one owner of publications, with its weight in the corroboration. */
export interface ClusterPublisher {
  owner: string;
  /** The best (lowest) tier of the owner's articles. */
  tier: 1 | 2 | 3 | 4;
  articles: number;
  /** Time of the owner's earliest article (RFC 3339). */
  firstPublishedAt: string;
  /** True: the earliest article is a reprint of an earlier one of another owner, so it corroborates nothing. */
  isCopy: boolean;
  /** Weight in the corroboration, from 0 to 1; 0 for a copy. */
  weight: number;
}

/** Feeds of accounts, and the polling state of built-in feeds (whose list is `feeds/built-in-feeds.ts`). */
export const newsFeeds = pgTable(
  'news_feeds',
  {
    id: uuid('id').primaryKey(),
    /** Account that added the feed; null for a built-in feed. */
    ownerId: uuid('owner_id').references(() => accounts.id, { onDelete: 'cascade' }),
    url: text('url').notNull(),
    name: text('name').notNull(),
    language: text('language'),
    country: text('country'),
    tier: tier(),
    enabled: boolean('enabled').notNull(),
    /** The new URL of a feed that moved permanently, used instead of `url`; null: not moved. */
    movedTo: text('moved_to'),
    /** Number of consecutive fetches with a permanent redirect to `redirectUrl`. */
    redirects: integer('redirects').notNull().default(0),
    redirectUrl: text('redirect_url'),
    /** Validators of the last response that was parsed. */
    etag: text('etag'),
    lastModified: text('last_modified'),
    intervalSeconds: integer('interval_seconds').notNull(),
    nextFetchAt: instant('next_fetch_at').notNull(),
    fetchedAt: instant('fetched_at'),
    /** Time of the last successful fetch, also of one answered with 304. */
    succeededAt: instant('succeeded_at'),
    /** Time of the last fetch with a new article. */
    changedAt: instant('changed_at'),
    failures: integer('failures').notNull().default(0),
    /** Code of the last failure; null after a success. */
    failure: text('failure'),
    /** True: the server answered 410, so the feed is not fetched until its owner changes it. */
    gone: boolean('gone').notNull().default(false),
    version: integer('version').notNull().default(1),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [
    index('news_feeds_owner').on(table.ownerId, table.id),
    index('news_feeds_due').on(table.nextFetchAt).where(sql`${table.enabled} AND NOT ${table.gone}`),
  ],
);

/** Clusters: stories that two or more articles report. */
export const newsClusters = pgTable(
  'news_clusters',
  {
    id: uuid('id').primaryKey(),
    /**
     * The account that sees the cluster, all of whose articles are its own; null: every account. The figures of a
     * public cluster are computed from public articles only.
     */
    ownerId: uuid('owner_id').references(() => accounts.id, { onDelete: 'cascade' }),
    /** Title of the earliest article. */
    title: text('title').notNull(),
    firstSeenAt: instant('first_seen_at').notNull(),
    lastSeenAt: instant('last_seen_at').notNull(),
    articles: integer('articles').notNull(),
    /** The owners of publications that report the story, the earliest report first. */
    reports: jsonb('reports').$type<ClusterPublisher[]>().notNull(),
    /** Number of owners that report independently of each other. */
    independentOwners: integer('independent_owners').notNull(),
    corroboration: real('corroboration').notNull(),
    /** True when all articles are simulated. */
    simulated: boolean('simulated').notNull(),
    /**
     * The highest published level of independent owners that was reached; 0: too few owners. No event is published for
     * a level that is reached more than six hours after the latest report.
     */
    announced: integer('announced').notNull().default(0),
    languages: text('languages').array().notNull(),
    symbols: text('symbols').array().notNull(),
    entities: text('entities').array().notNull(),
    countries: text('countries').array().notNull(),
    /** The most confident place of all articles; null without places. */
    place: jsonb('place').$type<ArticlePlace>(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [
    index('news_clusters_seen').on(table.lastSeenAt, table.id),
    index('news_clusters_owner').on(table.ownerId),
  ],
);

/** Articles of all sources. Every query must have a condition on `ownerId`: null (public) or the caller. */
export const newsArticles = pgTable(
  'news_articles',
  {
    id: uuid('id').primaryKey(),
    /** The account that sees the article; null: every account. */
    ownerId: uuid('owner_id').references(() => accounts.id, { onDelete: 'cascade' }),
    feedId: uuid('feed_id').references(() => newsFeeds.id, { onDelete: 'cascade' }),
    provider: text('provider').notNull(),
    externalId: text('external_id').notNull(),
    /** Digest of owner, source and external id. It is unique, so that an article is stored once. */
    sourceKey: text('source_key').notNull().unique('news_articles_source_key'),
    /**
     * Digest of owner, canonical URL and normalized title. It is unique, so that an article in several feeds is stored
     * once. Null without a URL.
     */
    pageKey: text('page_key').unique('news_articles_page_key'),
    url: text('url'),
    canonicalUrl: text('canonical_url'),
    title: text('title').notNull(),
    summary: text('summary'),
    text: text('text'),
    author: text('author'),
    publishedAt: instant('published_at').notNull(),
    /** False: the source gives no readable date, and `publishedAt` is the time of the first reading. */
    isDated: boolean('is_dated').notNull().default(true),
    fetchedAt: instant('fetched_at').notNull(),
    language: text('language'),
    sourceName: text('source_name').notNull(),
    /** The organization that owns the publication. */
    owner: text('owner').notNull(),
    tier: tier(),
    sourceCountry: text('source_country'),
    tone: real('tone'),
    providerSentiment: real('provider_sentiment'),
    symbols: text('symbols').array().notNull(),
    entities: text('entities').array().notNull(),
    countries: text('countries').array().notNull(),
    places: jsonb('places').$type<ArticlePlace[]>().notNull(),
    /** Position of the most confident place; null without places. */
    lat: doublePrecision('lat'),
    lon: doublePrecision('lon'),
    clusterId: uuid('cluster_id').references(() => newsClusters.id, { onDelete: 'set null' }),
    titleKey: text('title_key').notNull(),
    tokens: text('tokens').array().notNull(),
    minhash: integer('minhash').array().notNull(),
    /**
     * Terms by which reports in other words are compared; empty for articles that an earlier release stored without
     * terms.
     */
    storyTerms: text('story_terms').array().notNull().default([]),
    search: tsvector('search').generatedAlwaysAs(
      sql.raw([words('title', 'A'), words('summary', 'B'), words('text', 'D')].join(' || ')),
    ),
  },
  (table) => [
    index('news_articles_published').on(table.publishedAt, table.id),
    index('news_articles_owner').on(table.ownerId, table.publishedAt, table.id),
    index('news_articles_feed').on(table.feedId, table.publishedAt),
    index('news_articles_cluster').on(table.clusterId, table.publishedAt),
    index('news_articles_symbols').using('gin', table.symbols),
    index('news_articles_entities').using('gin', table.entities),
    index('news_articles_countries').using('gin', table.countries),
    index('news_articles_search').using('gin', table.search),
    // Supports searches for titles with typing errors.
    index('news_articles_title').using('gin', sql`${table.title} gin_trgm_ops`),
    index('news_articles_place')
      .using('gist', sql`point(${table.lon}, ${table.lat})`)
      .where(sql`${table.lat} IS NOT NULL`),
  ],
);
