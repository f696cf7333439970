import { Service } from 'typedi';
import { Database } from '../../../database/database.js';
import type { SentimentBucket } from './sentiment.js';
import { MIN_ARTICLES, type TrendCount } from './trend.js';

/** Maximum number of counts per kind, the most frequent first. */
const MAX_COUNTS = 500;

interface Period {
  from: Date;
  /** Exclusive. */
  to: Date;
}

/** The articles with some words that were published in one step of a period. */
export interface MentionCount {
  /** Index of the step, from 0. */
  bin: number;
  articles: number;
  /** Those of the simulator among them. */
  simulated: number;
}

/** Counts articles for trends, sentiment and mentions. */
@Service()
export class TrendsRepository {
  constructor(private readonly database: Database) {}

  /** Returns the publication time of the earliest public article since `since`; undefined without one. */
  async earliest(since: Date): Promise<Date | undefined> {
    const { rows } = await this.database.query<{ time: Date | null }>(
      'select published_at as time from news_articles where owner_id is null and published_at >= $1 order by ' +
        'published_at limit 1',
      [since],
    );
    return rows[0]?.time ?? undefined;
  }

  /** Returns the numbers of public articles by word and name, from `from` to `to` and from `baselineFrom` to `from`. */
  async counts(baselineFrom: Date, from: Date, to: Date): Promise<TrendCount[]> {
    const { rows } = await this.database.query<TrendCount>(
      `with named as (
         select found.kind, found.value, article.owner, article.published_at >= $2 as is_current
         from news_articles as article,
         lateral (
           select 'term' as kind, ltrim(token, '@') as value from unnest(article.tokens) as token where token ~ '^@?[^#@:]{3,}$'
           union all select 'symbol', symbol from unnest(article.symbols) as symbol
           union all select 'country', country from unnest(article.countries) as country
           union all select 'place', place ->> 'name' from jsonb_array_elements(article.places) as place
           union all select 'entity', entity from unnest(article.entities) as entity where entity not like 'symbol:%'
         ) as found
         where article.owner_id is null and article.published_at >= $1 and article.published_at < $3
       ), counted as (
         select kind, value, (count(*) filter (where is_current))::int as articles, (count(distinct owner) filter (where is_current))::int as owners,
           (count(*) filter (where not is_current))::int as "baselineArticles"
         from named group by kind, value having count(*) filter (where is_current) >= $4
       )
       select kind, value, articles, owners, "baselineArticles" from (
         select *, row_number() over (partition by kind order by articles desc, value) as rank from counted
       ) as ranked where rank <= $5`,
      [baselineFrom, from, to, MIN_ARTICLES, MAX_COUNTS],
    );
    return rows;
  }

  /**
   * Returns the figures of articles about an instrument by bucket, including articles of the account's own feeds.
   * Buckets without articles are missing.
   */
  async sentiment(
    accountId: string,
    symbol: string,
    from: Date,
    to: Date,
    seconds: number,
  ): Promise<SentimentBucket[]> {
    const { rows } = await this.database.query<SentimentBucket>(
      `select date_bin($5 * interval '1 second', published_at, timestamptz '2001-01-01 00:00Z') as time, count(*)::int as articles,
         avg(tone)::float8 as tone, avg(provider_sentiment)::float8 as "providerSentiment",
         (count(*) filter (where tone > 0.05))::int as positive, (count(*) filter (where tone < -0.05))::int as negative,
         count(tone)::int as toned, (count(*) filter (where provider = 'simulator'))::int as simulated
       from news_articles
       where symbols && array[$2]::text[] and published_at >= $3 and published_at < $4 and (owner_id is null or owner_id = $1)
       group by 1 order by 1`,
      [accountId, symbol, from, to, seconds],
    );
    return rows;
  }

  /** Counts public articles with words in this order by the steps of a period (ms); steps without one are missing. */
  async mentions(words: string, { from, to }: Period, step: number): Promise<MentionCount[]> {
    const { rows } = await this.database.query<MentionCount & Record<string, unknown>>(
      `select floor(extract(epoch from published_at - $2::timestamptz) * 1000 / $4::float8)::int as bin, count(*)::int as articles,
         (count(*) filter (where provider = 'simulator'))::int as simulated
       from news_articles
       where owner_id is null and search @@ phraseto_tsquery('public.unaccented', $1) and published_at >= $2 and published_at < $3
       group by 1`,
      [words, from, to, step],
    );
    return rows;
  }

  /** Returns the hours of a period, counted from its beginning, in which public articles were published. */
  async hoursWithArticles({ from, to }: Period): Promise<number[]> {
    const { rows } = await this.database.query<{ hour: number }>(
      `select hour::int as hour from generate_series(0, ceil(extract(epoch from $2::timestamptz - $1::timestamptz) / 3600)::int - 1) as hour
       where exists (
         select from news_articles where owner_id is null and published_at >= $1::timestamptz + hour * interval '1 hour'
           and published_at < least($2::timestamptz, $1::timestamptz + (hour + 1) * interval '1 hour')
       )`,
      [from, to],
    );
    return rows.map(({ hour }) => hour);
  }
}
