import { createHash } from 'node:crypto';
import type { ArticleSource, NewArticle } from '../article.js';

/** An article with its identity in the database. */
export interface StoredArticle extends NewArticle, ArticleSource {
  id: string;
  fetchedAt: Date;
  sourceKey: string;
  pageKey: string | null;
}

/** The same article of the same source has the same key. */
export const sourceKeyOf = ({ ownerId, feedId, provider }: ArticleSource, externalId: string): string =>
  digest(ownerId ?? '', feedId ?? provider, externalId);

/**
 * The same page with the same title has the same key, whichever public feed it comes from; each account's own articles
 * have keys of their own.
 */
export const pageKeyOf = ({ ownerId }: ArticleSource, { canonicalUrl, titleKey }: NewArticle): string | null =>
  canonicalUrl === null ? null : digest(ownerId ?? '', canonicalUrl, titleKey);

const digest = (...parts: string[]): string =>
  createHash('sha256').update(parts.join('\n')).digest('base64url').slice(0, 32);
