import { Service } from 'typedi';
import { arrayOverlaps, eq, inArray, isNull, sql } from '../../database/drizzle.js';
import { type SearchTable, StoredSearch, StoredSource } from '../../search/stored-search.js';
import { newsArticles as articles } from './news.schema.js';

const upper = (values: readonly string[]): string[] => values.map((value) => value.toUpperCase());

/** Searches the title, summary and text of public articles and of articles of the account's own feeds. */
@Service()
export class ArticleSearch extends StoredSource {
  readonly type = 'article';
  readonly title = 'The news';
  protected readonly table: SearchTable = {
    from: sql`${articles}`,
    id: articles.id,
    isLarge: true,
    title: articles.title,
    text: sql`coalesce(${articles.summary}, ${articles.text})`,
    lexemes: articles.search,
    time: articles.publishedAt,
    lat: articles.lat,
    lon: articles.lon,
    country: sql`${articles.countries}[1]`,
    source: articles.sourceName,
    values: {
      symbol: (values) => arrayOverlaps(articles.symbols, upper(values)),
      entity: (values) => arrayOverlaps(articles.entities, [...values]),
      country: (values) => arrayOverlaps(articles.countries, upper(values)),
      source: (values) => inArray(sql`lower(${articles.sourceName})`, [...values]),
    },
    visible: (account) => [isNull(articles.ownerId), eq(articles.ownerId, account)],
  };

  constructor(stored: StoredSearch) {
    super(stored);
  }

  protected hrefOf(id: string): string {
    return `/api/v1/news/${id}`;
  }
}
