import type { ArticlePlace, SourceTier } from './news.schema.js';

export type { ArticlePlace, SourceTier };

/** Maximum lengths of stored texts (characters); longer ones are cut at a word. */
export const MAX_TITLE = 500;
export const MAX_SUMMARY = 2_000;
export const MAX_TEXT = 20_000;
export const MAX_AUTHOR = 200;
/** Maximum length of a URL (characters); an article with a longer one has no URL. */
export const MAX_URL = 2_048;

/** The origin of articles, common to all articles of one source. */
export interface ArticleSource {
  /** Name of the source: `simulator`, `feed`, `hackernews`, `gdelt`, `eodhd` or `finnhub`. */
  provider: string;
  /** The feed (`news_feeds`); null for a source that is not a feed. */
  feedId: string | null;
  /** The account that sees these articles; null: every account. */
  ownerId: string | null;
}

/** An article as its source publishes it. All texts are plain: no markup, no character references. */
export interface ParsedArticle {
  /** Id of the article, unique within its source. */
  externalId: string;
  /** Absolute URL, http or https; null if the source gives no URL. */
  url: string | null;
  title: string;
  summary: string | null;
  text: string | null;
  author: string | null;
  publishedAt: Date;
  /** False: the source gives no readable date, and `publishedAt` is the time of the first reading. Default: true. */
  isDated?: boolean;
  /** Language code (ISO 639-1) that the source declares; null if it does not declare a language. */
  declaredLanguage: string | null;
  /** Name of the publication. */
  sourceName: string;
  /** The organization that owns the publication; articles of one owner do not corroborate each other. */
  owner: string;
  tier: SourceTier;
  /** Country of the publication (ISO 3166-1 alpha-2); null if unknown. */
  sourceCountry: string | null;
  /** Symbols of instruments that the source itself gives. */
  sourceSymbols: readonly string[];
  /** Position that the source itself gives (GeoRSS); null without a position. */
  position: { lat: number; lon: number } | null;
  /** Sentiment that the source itself gives, from -1 to 1; null without a sentiment. */
  providerSentiment: number | null;
}

/** The results of the analysis of an article's text. */
export interface ArticleAnalysis {
  /** The URL without tracking parameters and variants of the host; null without a URL. */
  canonicalUrl: string | null;
  /** Language code, ISO 639-1; null if unknown. */
  language: string | null;
  /** Tone, from -1 (negative) to 1; null if the language has no lexicon. */
  tone: number | null;
  /** Symbols of the instruments named in the text, and those that the source gives. */
  symbols: string[];
  /** Entities named in the text, as `<kind>:<id>`. */
  entities: string[];
  /** Places named, most confident first. */
  places: ArticlePlace[];
  /** Countries named (ISO 3166-1 alpha-2). */
  countries: string[];
  /** The normalized title: equal for titles that differ only in case, punctuation or the publisher's name. */
  titleKey: string;
  /** Content words of the title, for comparing it with other titles. */
  tokens: string[];
  /** MinHash of the title's character shingles (32-bit integers). */
  minhash: number[];
  /** Names, places, quantities and meanings of the title and the first sentence (`story-terms.ts`). */
  storyTerms: string[];
}

/** An analyzed article, ready to be stored. */
export interface NewArticle extends ParsedArticle, ArticleAnalysis {}
