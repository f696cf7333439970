import { answerOf } from '../../../api/answer.js';
import { Dto, Field } from '../../../api/field.js';
import {
  flag,
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
  uuid,
} from '../../../api/rules.js';
import { PageQuery, pageOf } from '../../../http/page.js';
import { ArticleDto } from '../articles/article.dto.js';
import { ArticlePlaceDto } from '../articles/article-place.dto.js';
import type { ArticleView } from '../articles/article-view.js';
import { entityKey } from '../named-things.js';
import type { ClusterPublisher } from '../news.schema.js';
import type { StoredCluster } from './cluster.js';

/** Maximum number of articles that a cluster counts. */
const MAX_ARTICLES = 1_000;

@Dto('The clusters to list. All conditions hold together.')
export class ClustersQuery extends PageQuery {
  @Field('Only stories about one of these instruments.', optional(list(text(1, 50, /^[A-Za-z0-9._-]+$/), 50, 1)), {
    omitFromExample: true,
    example: ['AAPL.US'],
  })
  symbol?: string[];

  @Field('Only stories about one of these entities, each as `<kind>:<id>`.', optional(list(entityKey(), 50, 1)), {
    omitFromExample: true,
    example: ['symbol:AAPL.US'],
  })
  entity?: string[];

  @Field(
    'Only stories that name one of these countries (ISO 3166-1 alpha-2).',
    optional(list(text(2, 2, /^[A-Za-z]{2}$/, 'an ISO 3166-1 alpha-2 code'), 50, 1)),
    { omitFromExample: true, example: ['IR'] },
  )
  country?: string[];

  @Field('Only stories that at least this number of independent owners report.', optional(integer(1, MAX_ARTICLES)), {
    omitFromExample: true,
    example: 3,
  })
  minOwners?: number;

  @Field(
    'Only stories last reported at this time or later. A plain date is the start of that day (UTC).',
    optional(timeOrDay()),
    {
      example: '2026-11-20T00:00:00Z',
    },
  )
  from?: string;

  @Field(
    'Only stories last reported before this time. A plain date is the start of that day (UTC).',
    optional(timeOrDay()),
    {
      omitFromExample: true,
      example: '2026-11-21T00:00:00Z',
    },
  )
  to?: string;
}

@Dto('Contribution of one publisher to the corroboration of a story.')
export class ClusterPublisherDto {
  @Field('The organization that owns the publications.', text(1, 200), { example: 'example.com' })
  owner!: string;

  @Field('The best tier of its articles: 1 for news agencies and official bodies, to 4.', integer(1, 4), { example: 2 })
  tier!: number;

  @Field('The number of its articles.', integer(1, MAX_ARTICLES), { example: 1 })
  articleCount!: number;

  @Field('When its earliest article was published (UTC).', timestamp(), { example: '2026-11-20T20:10:00.000Z' })
  firstPublishedAt!: string;

  @Field(
    'True if the article has the same summary as an earlier one of another owner, or without a summary the same ' +
      'title (a reprint of an agency report); its weight is then 0.',
    flag(),
    {
      example: false,
    },
  )
  reprint!: boolean;

  @Field('Its weight in the corroboration: 0.5, 0.4, 0.25 or 0.1 for tier 1, 2, 3 or 4; 0 for a copy.', number(0, 1), {
    example: 0.4,
  })
  weight!: number;

  static from({ articles, isCopy, ...clusterPublisher }: ClusterPublisher): ClusterPublisherDto {
    return answerOf(ClusterPublisherDto, { ...clusterPublisher, articleCount: articles, reprint: isCopy });
  }
}

@Dto('Articles that report the same story, published within 72 hours of each other.')
export class NewsClusterDto {
  @Field('The identifier (UUIDv7).', uuid(), { example: '01980a6e-5f3c-7c1a-9b52-3a8f64d2e9a1' })
  id!: string;

  @Field('Title of the earliest article.', text(1, 500), { example: 'Oil tanker seized in the Strait of Hormuz' })
  title!: string;

  @Field('When the earliest article was published (UTC).', timestamp(), { example: '2026-11-20T20:10:00.000Z' })
  firstSeenAt!: string;

  @Field('When the latest article was published (UTC).', timestamp(), { example: '2026-11-20T21:40:00.000Z' })
  lastSeenAt!: string;

  @Field(
    `The number of articles, up to ${MAX_ARTICLES}; of a public story without those of your own feeds.`,
    integer(1, MAX_ARTICLES),
    { example: 4 },
  )
  articleCount!: number;

  @Field(
    'Number of publishers that report the story independently; reprints are not counted.',
    integer(1, MAX_ARTICLES),
    {
      example: 3,
    },
  )
  independentOwnerCount!: number;

  @Field(
    'Number of publishers that only reprint the report of another one; they are not counted as independent.',
    integer(0, MAX_ARTICLES),
    { example: 1 },
  )
  reprintCount!: number;

  @Field(
    'Corroboration from 0 to 1: one minus the product of (1 - weight) over `publishers`. A measure of how broadly ' +
      'a story is reported, not a probability.',
    number(0, 1),
    { example: 0.82 },
  )
  corroboration!: number;

  @Field(
    'The publishers that report the story and their parts of the corroboration, earliest report first.',
    objects(ClusterPublisherDto, MAX_ARTICLES),
  )
  publishers!: ClusterPublisherDto[];

  @Field('The languages of the articles (ISO 639-1), most frequent first.', list(text(2, 3), 30), { example: ['en'] })
  languages!: string[];

  @Field('The symbols of the instruments named, most frequent first.', list(text(1, 50), 30), { example: ['SHEL.LSE'] })
  symbols!: string[];

  @Field('The entities named, as `<kind>:<id>`, most frequent first.', list(entityKey(), 30), {
    example: ['symbol:SHEL.LSE'],
  })
  entities!: string[];

  @Field('The countries named (ISO 3166-1 alpha-2), most frequent first.', list(text(2, 2), 30), { example: ['IR'] })
  countries!: string[];

  @Field('The most certain place named; null if no place is.', nullable(object(() => ArticlePlaceDto)))
  place!: ArticlePlaceDto | null;

  @Field('True when all articles are simulated; then the story is not real.', flag(), { example: false })
  simulated!: boolean;

  @Field('Whether only your own feeds report the story; then other accounts do not see it.', flag(), { example: false })
  private!: boolean;

  static from(cluster: StoredCluster): NewsClusterDto {
    return Object.assign(new NewsClusterDto(), valuesOf(cluster));
  }
}

@Dto('A story with the articles that report it.')
export class NewsClusterDetailDto extends NewsClusterDto {
  @Field('The articles, earliest first, at most 200, with those of your own feeds.', objects(ArticleDto, 200))
  articles!: ArticleDto[];

  static withArticles(cluster: StoredCluster, articles: readonly ArticleView[]): NewsClusterDetailDto {
    return Object.assign(new NewsClusterDetailDto(), { ...valuesOf(cluster), articles: articles.map(ArticleDto.from) });
  }
}

function valuesOf({
  id,
  ownerId,
  title,
  firstSeenAt,
  lastSeenAt,
  articles,
  independentOwners,
  corroboration,
  reports,
  ...named
}: StoredCluster) {
  const { languages, symbols, entities, countries, place, simulated } = named;
  return {
    id,
    title,
    firstSeenAt: firstSeenAt.toISOString(),
    lastSeenAt: lastSeenAt.toISOString(),
    articleCount: articles,
    independentOwnerCount: independentOwners,
    reprintCount: reports.filter(({ isCopy }) => isCopy).length,
    corroboration,
    publishers: reports.map(ClusterPublisherDto.from),
    languages,
    symbols,
    entities,
    countries,
    place: place && ArticlePlaceDto.from(place),
    simulated,
    private: ownerId !== null,
  };
}

export const NewsClusterPageDto = pageOf(NewsClusterDto, 'NewsClusterPageDto', 'A page of stories.');
