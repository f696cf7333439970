import { createHash } from 'node:crypto';
import type { ArticleSource, NewArticle } from '../article.js';

/** An article with its database id and unique keys. */
export interface StoredArticle extends NewArticle, ArticleSource {
  id: string;
  fetchedAt: Date;
  sourceKey: string;
  pageKey: string | null;
}

/** Returns the key that is equal for the same article of the same source. */
export const sourceKeyOf = ({ ownerId, feedId, provider }: ArticleSource, externalId: string): string =>
  digest(ownerId ?? '', feedId ?? provider, externalId);

/**
 * Returns the key that is equal for the same page and title in all public feeds, or in all feeds of one account; null
 * without a URL.
 */
export const pageKeyOf = ({ ownerId }: ArticleSource, { canonicalUrl, titleKey }: NewArticle): string | null =>
  canonicalUrl === null ? null : digest(ownerId ?? '', canonicalUrl, titleKey);

const digest = (...parts: string[]): string =>
  createHash('sha256').update(parts.join('\n')).digest('base64url').slice(0, 32);
