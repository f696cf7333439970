import { Dto, Field } from '../../../api/field.js';
import {
  choice,
  integer,
  list,
  nullable,
  number,
  object,
  objects,
  optional,
  text,
  timeOrDay,
  timestamp,
} from '../../../api/rules.js';
import { SinglePageCursor } from '../../../http/single-page-cursor.js';
import { PictureQuery } from '../../../http/svg-response.js';
import { MAX_BUCKETS, type SentimentBucketLength, type SentimentSeries, sentimentBuckets } from './sentiment.js';
import { BASELINE_WINDOWS, type Trend, type TrendKind, trendKinds } from './trend.js';
import type { Trends } from './trending.service.js';

const count = () => integer(0, 2_147_483_647);
const MAX_TRENDS = 200;

@Dto('Window and number of the trends.')
export class TrendingQuery {
  @Field('Length of the window up to now, in seconds: from 15 minutes to a day.', optional(integer(900, 86_400)), {
    default: 3_600,
    example: 3_600,
  })
  windowSeconds: number = 3_600;

  @Field('Only trends of these types.', optional(list(choice(trendKinds), trendKinds.length, 1)), {
    omitFromExample: true,
    example: ['symbol', 'place'],
  })
  type?: TrendKind[];

  @Field('Maximum number of trends.', optional(integer(1, MAX_TRENDS)), { default: 50, example: 50 })
  limit: number = 50;
}

@Dto('A word or name that occurs more often than before.')
export class NewsTrendDto {
  @Field('`term`: a word of titles; `symbol`, `country`, `place`, `entity`: a name in articles.', choice(trendKinds), {
    example: 'place',
  })
  type!: TrendKind;

  @Field('The word, symbol, country code, name of the place, or entity as `<kind>:<id>`.', text(1, 500), {
    example: 'Strait of Hormuz',
  })
  value!: string;

  @Field('The number of articles in the window.', count(), { example: 12 })
  articleCount!: number;

  @Field('The number of owners of publications in the window.', count(), { example: 6 })
  ownerCount!: number;

  @Field('The number of articles in the baseline.', count(), { example: 14 })
  baselineArticleCount!: number;

  @Field('The number of articles expected in the window: those of the baseline per window.', number(0), { example: 2 })
  expectedCount!: number;

  @Field(
    '(articleCount - expectedCount) / √(expectedCount + 1): how many standard deviations the number exceeds the ' +
      'expected ' +
      'one. At least 2.',
    number(0),
    {
      example: 5.77,
    },
  )
  score!: number;

  static from({ kind, value, articles, owners, baselineArticles, expected, score }: Trend): NewsTrendDto {
    return Object.assign(new NewsTrendDto(), {
      type: kind,
      value,
      articleCount: articles,
      ownerCount: owners,
      baselineArticleCount: baselineArticles,
      expectedCount: expected,
      score,
    });
  }
}

@Dto('Words and names that occur more often than before.')
export class NewsTrendsDto {
  @Field('Start of the window (UTC).', timestamp(), { example: '2026-11-20T20:00:00.000Z' })
  from!: string;

  @Field('End of the window (UTC), at most a minute ago.', timestamp(), { example: '2026-11-20T21:00:00.000Z' })
  to!: string;

  @Field(
    `Start of the baseline (UTC), which ends where the window starts: up to ${BASELINE_WINDOWS} windows, as far as there are articles. If articles cover less than one window before it, no trends are returned.`,
    timestamp(),
    { example: '2026-11-20T13:00:00.000Z' },
  )
  baselineFrom!: string;

  @Field('The trends, the highest score first.', objects(NewsTrendDto, MAX_TRENDS))
  items!: NewsTrendDto[];

  @SinglePageCursor()
  nextCursor: string | null = null;

  static from({ from, to, baselineFrom, items }: Trends, { type, limit }: TrendingQuery): NewsTrendsDto {
    const times = { from: from.toISOString(), to: to.toISOString(), baselineFrom: baselineFrom.toISOString() };
    const wanted = items.filter((trend) => type?.includes(trend.kind) !== false).slice(0, limit);
    return Object.assign(new NewsTrendsDto(), { ...times, items: wanted.map(NewsTrendDto.from) });
  }
}

@Dto('In which buckets, and from when to when.')
export class SentimentQuery extends PictureQuery {
  @Field(
    `Length of a bucket, aligned in UTC; weeks start on Mondays. At most ${MAX_BUCKETS} buckets.`,
    optional(choice(sentimentBuckets)),
    {
      default: '1d',
      example: '1d',
    },
  )
  bucket: SentimentBucketLength = '1d';

  @Field(
    'Only articles published at this time or later; 14 days before `to` by default. The first bucket begins before it.',
    optional(timeOrDay()),
    {
      example: '2026-11-07T00:00:00Z',
    },
  )
  from?: string;

  @Field('Only articles published before this time. Default: now.', optional(timeOrDay()), {
    example: '2026-11-21T00:00:00Z',
  })
  to?: string;
}

@Dto('The articles about an instrument in a bucket of time.')
export class NewsSentimentPointDto {
  @Field('Start of the bucket (UTC).', timestamp(), { example: '2026-11-20T00:00:00.000Z' })
  time!: string;

  @Field('The number of articles.', count(), { example: 18 })
  articleCount!: number;

  @Field(
    'Mean tone from -1 (negative) to 1, by the lexicon `watchfloor-news-1`; null without an English article.',
    nullable(number(-1, 1)),
    {
      example: -0.18,
    },
  )
  tone!: number | null;

  @Field('Mean sentiment that the sources give, from -1 to 1; null if no source gives one.', nullable(number(-1, 1)), {
    example: null,
  })
  providerSentiment!: number | null;

  @Field('The number of articles with a tone above 0.05.', count(), { example: 5 })
  positiveCount!: number;

  @Field('The number of articles with a tone below -0.05.', count(), { example: 9 })
  negativeCount!: number;

  @Field('The number of simulated articles, whose stories are not real.', count(), { example: 0 })
  simulatedCount!: number;
}

@Dto('The sentiment of news about an instrument over time.')
export class NewsSentimentDto {
  @Field('Symbol of the instrument that the news names.', text(1, 50), { example: 'AAPL.US' })
  symbol!: string;

  @Field('Length of a bucket.', choice(sentimentBuckets), { example: '1d' })
  bucket!: SentimentBucketLength;

  @Field('Start of the first bucket (UTC).', timestamp(), { example: '2026-11-07T00:00:00.000Z' })
  from!: string;

  @Field('End of the range (UTC), exclusive.', timestamp(), { example: '2026-11-21T00:00:00.000Z' })
  to!: string;

  @Field(
    'All buckets, oldest first, also those without articles.',
    list(
      object(() => NewsSentimentPointDto),
      MAX_BUCKETS + 1,
    ),
  )
  items!: NewsSentimentPointDto[];

  @SinglePageCursor()
  nextCursor: string | null = null;

  static from({ symbol, bucket, from, to, items }: SentimentSeries): NewsSentimentDto {
    const points = items.map(({ time, articles, tone, providerSentiment, positive, negative, simulated }) => ({
      time: time.toISOString(),
      articleCount: articles,
      tone: rounded(tone),
      providerSentiment: rounded(providerSentiment),
      positiveCount: positive,
      negativeCount: negative,
      simulatedCount: simulated,
    }));
    return Object.assign(new NewsSentimentDto(), {
      symbol,
      bucket,
      from: from.toISOString(),
      to: to.toISOString(),
      items: points,
    });
  }
}

const rounded = (value: number | null): number | null => (value === null ? null : Math.round(value * 1_000) / 1_000);
