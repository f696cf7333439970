import { analyzeArticle } from '../analysis/analyze-article.js';
import type { NewArticle } from '../article.js';
import { type Body, decodeBody } from './decode-body.js';
import type { FeedDocument } from './feed-document.js';
import { type FeedRefusalCode, FeedRefused } from './feed-refusal.js';
import { parseFeed } from './parse-feed.js';
import { plainText } from './plain-text.js';
import {
  type FeedOrigin,
  languageOf,
  type ReadArticles,
  type ReadOptions,
  readArticles,
  webAddress,
} from './read-articles.js';

export interface ReadFeedRequest extends ReadOptions {
  body: Body;
  origin: FeedOrigin;
  /** External ids of articles that are stored already, which are left out. */
  known?: readonly string[];
}

/** A feed that was read. */
export interface ReadFeed {
  format: FeedDocument['format'];
  title: string | null;
  siteUrl: string | null;
  language: string | null;
  ttlSeconds: number | null;
  /** Number of items in the document, including rejected ones. */
  items: number;
  articles: NewArticle[];
  refused: ReadArticles['refused'];
}

/** Decodes, parses and analyzes a feed. Runs in a thread. */
export function readFeedInThread({
  body,
  origin,
  known = [],
  ...options
}: ReadFeedRequest): ReadFeed | { refusal: FeedRefusalCode } {
  try {
    const document = parseFeed(decodeBody(body));
    const { articles, refused } = readArticles(document, origin, options);
    const stored = new Set(known);
    const unknown = articles.filter(({ externalId }) => !stored.has(externalId));
    return {
      format: document.format,
      title: plainText(document.title ?? '').slice(0, 200) || null,
      siteUrl: webAddress(document.link, origin.url),
      language: languageOf(document.language),
      ttlSeconds: document.ttlSeconds,
      items: document.items.length,
      articles: unknown.map((article) => ({ ...article, ...analyzeArticle(article) })),
      refused,
    };
  } catch (error) {
    if (error instanceof FeedRefused) return { refusal: error.code };
    throw error;
  }
}
