import type { FeedIntake } from '../../../upstream/feed-intake.js';
import type { FeedSource } from '../../../upstream/feed-source.js';
import type { SourceParts } from '../../../upstream/source-parts.js';
import type { ParsedArticle } from '../article.js';
import type { FeedPollingService } from '../feeds/feed-polling.service.js';
import type { ArticleIntake } from '../intake/article-intake.service.js';
import type { NewsConfig } from '../news.config.js';
import type { FeedReader } from '../reading/feed-reader.js';

/** The services and settings with which sources of news are made. */
export interface NewsSourceParts extends SourceParts {
  config: NewsConfig;
  reader: FeedReader;
  intake: ArticleIntake;
  polling: FeedPollingService;
}

/**
 * Makes the source of a line of `SVC_NEWS_SOURCES`.
 * @returns undefined for a line of another kind of source
 * @throws Error with a sentence for the operator about an invalid line
 */
export type NewsSourceMaker = (line: string, parts: NewsSourceParts) => FeedSource | undefined;

/**
 * Analyzes and stores the articles of a source that is not a feed. Articles past the retention are rejected.
 * @returns the number of new articles
 */
export async function takeArticles(
  provider: string,
  articles: readonly ParsedArticle[],
  { reader, intake, clock }: Pick<NewsSourceParts, 'reader' | 'intake' | 'clock'>,
  counts?: FeedIntake,
  signal?: AbortSignal,
): Promise<number> {
  const oldest = clock.now() - intake.maxAgeMs;
  const recent = articles.filter(({ publishedAt }) => publishedAt.getTime() >= oldest);
  counts?.reject('old', articles.length - recent.length);
  const stored = await intake.store({ provider, feedId: null, ownerId: null }, await reader.analyze(recent, signal));
  counts?.keep(stored.length);
  return stored.length;
}
