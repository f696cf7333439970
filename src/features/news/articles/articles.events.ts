import { exampleOf } from '../../../api/examples.js';
import { Dto, Field } from '../../../api/field.js';
import { nullable, number, object, text, timestamp, uuid } from '../../../api/rules.js';
import { EventType, type Facets } from '../../../events/event-type.js';
import { countries, entities, symbols } from '../named-things.js';
import { ArticlePlaceDto } from './article-place.dto.js';

@Dto('An article was published.')
export class ArticlePublishedDto {
  @Field('The id of the article, as in `GET /news/{id}`.', uuid(), { example: '01980a6e-5f3c-7c1a-9b52-3a8f64d2e9b1' })
  articleId!: string;

  @Field('Title of the article, as published.', text(1, 500), { example: 'Oil tanker seized in the Strait of Hormuz' })
  title!: string;

  @Field('The address of the article; null if the source gives no address.', nullable(text(1, 2_048)), {
    example: 'https://www.example.com/news/tanker',
  })
  url!: string | null;

  @Field('Name of the publication.', text(1, 200), { example: 'Example News' })
  sourceName!: string;

  @Field('The organization that owns the publication.', text(1, 200), { example: 'example.com' })
  owner!: string;

  @Field('When it was published (UTC).', timestamp(), { example: '2026-11-20T20:10:00.000Z' })
  publishedAt!: string;

  @Field('The language (ISO 639-1); null if unknown.', nullable(text(2, 3)), { example: 'en' })
  language!: string | null;

  @Field('Tone from -1 (negative) to 1; null for languages without a lexicon.', nullable(number(-1, 1)), {
    example: -0.72,
  })
  tone!: number | null;

  @Field('The symbols of the instruments named.', symbols(), { example: ['SHEL.LSE'] })
  symbols!: string[];

  @Field('The entities named, as `<kind>:<id>`.', entities(), { example: ['symbol:SHEL.LSE'] })
  entities!: string[];

  @Field('The countries named (ISO 3166-1 alpha-2).', countries(), { example: ['IR'] })
  countries!: string[];

  @Field('The most certain place named; null if no place is.', nullable(object(() => ArticlePlaceDto)))
  place!: ArticlePlaceDto | null;

  @Field(
    'The provider of the article: `feed` or the name of a vendor; `simulator` for simulated articles.',
    text(1, 50),
    {
      example: 'feed',
    },
  )
  provider!: string;
}

const articleFacets = (data: ArticlePublishedDto): Facets => ({
  keys: [`article:${data.articleId}`, ...data.entities, ...data.countries.map((country) => `country:${country}`)],
  place: data.place === null ? undefined : { latitude: data.place.lat, longitude: data.place.lon },
});

export const newsPublished = new EventType({
  type: 'news.published',
  description:
    'The first article of a story that names an instrument, a vessel or another entity. Further reports of the ' +
    'story, and articles without such names, are not events: `GET /news/stream` has every article.',
  data: ArticlePublishedDto,
  subject: 'article:01980a6e-5f3c-7c1a-9b52-3a8f64d2e9b1',
  audience: 'public',
  severities: [1],
  tag: 'news',
  retentionDays: 30,
  facets: articleFacets,
  title: ({ title, sourceName }) => `${title} (${sourceName})`,
});

/** Example of an article of a feed that an account added. */
const ownArticle = Object.assign(new ArticlePublishedDto(), exampleOf(ArticlePublishedDto), {
  title: 'Notice to mariners 47/2026',
  sourceName: 'Port notices',
  symbols: [],
  entities: [],
});

export const newsFeedPublished = new EventType({
  type: 'news.feed_published',
  description:
    'A feed that you added has a new article. Each reading of a feed makes events of at most the latest ' +
    '20 articles of the last day.',
  data: ArticlePublishedDto,
  example: ownArticle,
  subject: 'article:01980a6e-5f3c-7c1a-9b52-3a8f64d2e9b1',
  audience: 'owner',
  severities: [1],
  tag: 'news',
  retentionDays: 30,
  facets: articleFacets,
  title: ({ title, sourceName }) => `${title} (${sourceName})`,
});
