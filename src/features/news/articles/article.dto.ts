import { Dto, Field } from '../../../api/field.js';
import { flag, integer, list, nullable, number, object, objects, text, timestamp, uuid } from '../../../api/rules.js';
import { pageOf } from '../../../http/page.js';
import { ProvenanceDto } from '../../../upstream/provenance.dto.js';
import { entityKey } from '../named-things.js';
import { ArticlePlaceDto } from './article-place.dto.js';
import type { ArticleView, FullArticle } from './article-view.js';

@Dto('A news article. All texts are plain, without markup.')
export class ArticleDto {
  @Field('The identifier (UUIDv7), in the order in which articles were stored.', uuid(), {
    example: '01980a6e-5f3c-7c1a-9b52-3a8f64d2e9b1',
  })
  id!: string;

  @Field('The title, as plain text: to show it as HTML, escape it.', text(1, 500), {
    example: 'Oil tanker seized in the Strait of Hormuz',
  })
  title!: string;

  @Field('The beginning or a summary of the article; null if the source gives no text.', nullable(text(1, 2_000)), {
    example: 'Shipping sources say that the tanker was on its way to Fujairah.',
  })
  summary!: string | null;

  @Field('The address of the article; null if the source gives no address.', nullable(text(1, 2_048)), {
    example: 'https://www.example.com/news/tanker',
  })
  url!: string | null;

  @Field('The author; null if the source names no author.', nullable(text(1, 200)), { example: null })
  author!: string | null;

  @Field('When the article was published (UTC).', timestamp(), { example: '2026-11-20T20:10:00.000Z' })
  publishedAt!: string;

  @Field(
    'Whether the source gives a date. False: `publishedAt` is the time at which the article was first read.',
    flag(),
    { example: true },
  )
  dated!: boolean;

  @Field('Name of the publication.', text(1, 200), { example: 'Example News' })
  sourceName!: string;

  @Field(
    'The organization that owns the publication. Articles of one owner do not corroborate each other.',
    text(1, 200),
    { example: 'example.com' },
  )
  owner!: string;

  @Field('1: news agencies and official bodies, 2: major media, 3: other media, 4: everything else.', integer(1, 4), {
    example: 2,
  })
  tier!: number;

  @Field('Country of the publication (ISO 3166-1 alpha-2); null if unknown.', nullable(text(2, 2)), { example: 'GB' })
  sourceCountry!: string | null;

  @Field(
    'The language (ISO 639-1), recognized from the text or as the source says; null if unknown.',
    nullable(text(2, 3)),
    { example: 'en' },
  )
  language!: string | null;

  @Field(
    'Tone from -1 (negative) to 1, computed from the words of the article with the lexicon ' +
      '`watchfloor-news-1`; null for languages other than English.',
    nullable(number(-1, 1)),
    { example: -0.72 },
  )
  tone!: number | null;

  @Field(
    'Sentiment from -1 to 1 as the source gives it; null if the source gives no sentiment.',
    nullable(number(-1, 1)),
    {
      example: null,
    },
  )
  providerSentiment!: number | null;

  @Field('The symbols of the instruments named, those of the source first.', list(text(1, 50), 100), {
    example: ['SHEL.LSE'],
  })
  symbols!: string[];

  @Field('The entities named, as `<kind>:<id>`.', list(entityKey(), 200), { example: ['symbol:SHEL.LSE'] })
  entities!: string[];

  @Field('The countries named, by name, adjective or place (ISO 3166-1 alpha-2).', list(text(2, 2), 300), {
    example: ['IR'],
  })
  countries!: string[];

  @Field('The places named, most certain first. Cities by GeoNames (CC BY 4.0).', objects(ArticlePlaceDto, 20))
  places!: ArticlePlaceDto[];

  @Field('The cluster of articles that report the same story; null while it is the only one.', nullable(uuid()), {
    example: '01980a6e-5f3c-7c1a-9b52-3a8f64d2e9a1',
  })
  clusterId!: string | null;

  @Field('Whether the article comes from a feed that you added; then other accounts do not see it.', flag(), {
    example: false,
  })
  private!: boolean;

  @Field('The id of the feed that you added; null for public articles.', nullable(uuid()), { example: null })
  feedId!: string | null;

  @Field(
    'The provider of the article; `asOf` is the time of publication, null if the source gives no date.',
    object(() => ProvenanceDto),
  )
  provenance!: ProvenanceDto;

  static from(article: ArticleView): ArticleDto {
    return Object.assign(new ArticleDto(), valuesOf(article));
  }
}

@Dto('A news article with its text.')
export class FullArticleDto extends ArticleDto {
  @Field('The text, as far as the source gives it; null if it gives only a summary.', nullable(text(1, 20_000)), {
    example: null,
  })
  text!: string | null;

  static override from(article: FullArticle): FullArticleDto {
    return Object.assign(new FullArticleDto(), { ...valuesOf(article), text: article.text });
  }
}

function valuesOf(article: ArticleView) {
  const {
    id,
    title,
    summary,
    url,
    author,
    publishedAt,
    isDated,
    sourceName,
    owner,
    tier,
    sourceCountry,
    language,
    tone,
    providerSentiment,
  } = article;
  const { symbols, entities, countries, places, clusterId, ownerId, feedId, provider, fetchedAt } = article;
  const isPrivate = ownerId !== null;
  return {
    id,
    title,
    summary,
    url,
    author,
    publishedAt: publishedAt.toISOString(),
    dated: isDated,
    sourceName,
    owner,
    tier,
    sourceCountry,
    language,
    tone,
    providerSentiment,
    symbols,
    entities,
    countries,
    places: places.map(ArticlePlaceDto.from),
    clusterId,
    private: isPrivate,
    feedId: isPrivate ? feedId : null,
    provenance: ProvenanceDto.from({
      provider,
      asOf: isDated ? publishedAt : null,
      fetchedAt,
      delaySeconds: 0,
      stale: false,
      warnings: [],
    }),
  };
}

export const ArticlePageDto = pageOf(ArticleDto, 'ArticlePageDto', 'A page of articles.');
