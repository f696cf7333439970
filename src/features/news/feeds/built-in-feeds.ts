import { readFileSync } from 'node:fs';
import { lazy } from '../../../async/lazy.js';
import type { SourceTier } from '../article.js';
import type { Feed } from './feed.js';

/** A public feed of the built-in list. */
export interface BuiltInFeed extends Feed {
  ownerId: null;
  language: string;
  country: string;
  /** The organization that owns the publication. */
  publisher: string;
}

/** Creation time of the built-in feeds: the list was made on this day. */
const listedAt = new Date('2026-11-22T00:00:00Z');

/** The built-in feeds by id, in the order of the list. Read from the file on first use. */
export const builtInFeeds: () => ReadonlyMap<string, BuiltInFeed> = lazy(() => {
  const lines = readFileSync(new URL('built-in-feeds.tsv', import.meta.url), 'utf8').split('\n');
  const rows = lines
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.split('\t') as [string, string, string, string, string, string, string]);
  return new Map(
    rows.map(([id, url, name, language, country, publisher, tier]) => {
      const state = { ownerId: null, enabled: true, version: 1, createdAt: listedAt, updatedAt: listedAt } as const;
      return [id, { id, url, name, language, country, publisher, tier: Number(tier) as SourceTier, ...state }];
    }),
  );
});

/** Returns the URL from which a built-in feed is fetched: `<base>/<host><path>` if there is another base. */
export function addressOf(url: string, base: string | undefined): string {
  if (base === undefined) return url;
  const { host, pathname, search } = new URL(url);
  return `${base}/${host}${pathname}${search}`;
}
