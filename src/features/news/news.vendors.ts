import type { Vendors } from '../../upstream/vendor.js';

/**
 * The vendors of news alone; EODHD and Finnhub are vendors of the markets. A source of each is made from its name in
 * `SVC_NEWS_SOURCES`, in `ingestion/create-news-sources.ts`.
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
