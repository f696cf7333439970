import type { Vendors } from '../../upstream/vendor.js';

/**
 * Vendors used only for news; EODHD and Finnhub are vendors of the markets. `ingestion/create-news-sources.ts` makes
 * the source of each from its name in `SVC_NEWS_SOURCES`.
 */
export const newsVendors = {
  hackernews: {
    title: 'Hacker News',
    feed: 'news.hackernews',
    delivers: ['news'],
    baseUrl: 'https://hacker-news.firebaseio.com/v0',
    terms: 'Public API without a key; link to the stories.',
  },
  gdeltdoc: {
    title: 'GDELT DOC',
    feed: 'news.gdelt',
    delivers: ['news'],
    baseUrl: 'https://api.gdeltproject.org/api/v2/doc',
    terms: 'Name GDELT as the source of data you pass on; one call every five seconds.',
  },
} as const satisfies Vendors;
