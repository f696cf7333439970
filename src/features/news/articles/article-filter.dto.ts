import { Dto, Field } from '../../../api/field.js';
import { flag, list, number, optional, text, timeOrDay } from '../../../api/rules.js';
import { OrderField, PageQuery } from '../../../http/page.js';
import type { Order } from '../../../time/sort-order.js';
import type { ArticleConditions } from './read-filter.js';

/** Adds the conditions that lists and streams of articles share to a query DTO. */
export function filteringArticles<Query extends object>(base: new () => Query): new () => Query & ArticleConditions {
  @Dto('The articles to list. All conditions hold together.')
  class ArticlesFilter extends (base as new () => object) implements ArticleConditions {
    @Field(
      'Only articles with these words in title, summary or text. Case and accents do not matter; `"red sea"` ' +
        'is a phrase, `or` separates alternatives, and `-drill` excludes a word.',
      optional(text(1, 200)),
      { omitFromExample: true, example: '"red sea" -drill' },
    )
    q?: string;

    @Field('Only articles about one of these instruments.', optional(list(text(1, 50, /^[A-Za-z0-9._-]+$/), 50, 1)), {
      omitFromExample: true,
      example: ['AAPL.US'],
    })
    symbol?: string[];

    @Field(
      'Only articles about one of these entities, each as `<kind>:<id>`.',
      optional(list(text(3, 150, /^[a-z_]+:[^\s,]+$/, 'a key such as vessel:219024336'), 50, 1)),
      { omitFromExample: true, example: ['symbol:AAPL.US'] },
    )
    entity?: string[];

    @Field(
      'Only articles that name one of these countries (ISO 3166-1 alpha-2).',
      optional(list(text(2, 2, /^[A-Za-z]{2}$/, 'an ISO 3166-1 alpha-2 code'), 50, 1)),
      { omitFromExample: true, example: ['IR'] },
    )
    country?: string[];

    @Field(
      'Only articles whose most certain place is in this box: west, south, east, north in degrees; west is ' +
        'greater than east across the antimeridian.',
      optional(list(number(-180, 180), 4, 4)),
      { omitFromExample: true, example: [50, 22, 60, 30] },
    )
    bbox?: number[];

    @Field(
      'Only articles in one of these languages (ISO 639-1).',
      optional(list(text(2, 3, /^[a-z]{2,3}$/, 'an ISO 639-1 code'), 50, 1)),
      {
        omitFromExample: true,
        example: ['en'],
      },
    )
    language?: string[];

    @Field(
      'Only articles of these publications, by their names or owners, case-insensitive.',
      optional(list(text(1, 200), 50, 1)),
      {
        omitFromExample: true,
        example: ['example.com'],
      },
    )
    source?: string[];
  }
  return ArticlesFilter as new () => Query & ArticleConditions;
}

/** Base of a query DTO without other parameters. */
class NoQuery {}

@Dto('The articles to list. All conditions hold together.')
export class ArticleStreamQuery extends filteringArticles(NoQuery) {}

@Dto('The articles to list. All conditions hold together.')
export class ArticlesQuery extends filteringArticles(PageQuery) {
  @Field(
    'Only articles published at this time or later. A plain date is the start of that day (UTC).',
    optional(timeOrDay()),
    {
      example: '2026-11-20T00:00:00Z',
    },
  )
  from?: string;

  @Field(
    'Only articles published before this time. A plain date is the start of that day (UTC).',
    optional(timeOrDay()),
    {
      omitFromExample: true,
      example: '2026-11-21T00:00:00Z',
    },
  )
  to?: string;

  @Field(
    'True: of each cluster only the article that was published first; it must match the other conditions.',
    optional(flag()),
    {
      omitFromExample: true,
      example: true,
    },
  )
  clustered?: boolean;

  @OrderField('by `publishedAt`', 'desc')
  order: Order = 'desc';
}
