import type { ArticlePlace } from '../news.schema.js';

/** A stored article as callers see it. */
export interface ArticleView {
  id: string;
  /** The account whose feed the article comes from; null: public. */
  ownerId: string | null;
  feedId: string | null;
  provider: string;
  url: string | null;
  title: string;
  summary: string | null;
  author: string | null;
  publishedAt: Date;
  /** False: the source gives no readable date, and `publishedAt` is the time of the first reading. */
  isDated: boolean;
  fetchedAt: Date;
  language: string | null;
  sourceName: string;
  owner: string;
  tier: 1 | 2 | 3 | 4;
  sourceCountry: string | null;
  tone: number | null;
  providerSentiment: number | null;
  symbols: string[];
  entities: string[];
  countries: string[];
  /** Places named, most confident first. */
  places: ArticlePlace[];
  clusterId: string | null;
}

/** Figures over the articles of a filter. */
export interface ArticleFigures {
  articles: number;
  /** Mean tone, from -1 to 1, of the articles with a tone; null without such articles. */
  tone: number | null;
}

/** An article with its text; null if the source gives only the summary. */
export interface FullArticle extends ArticleView {
  text: string | null;
}
