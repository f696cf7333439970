import { Environment } from '../../config/environment.js';
import { readVendors, type VendorSettings } from '../../upstream/vendor.js';
import { newsVendors } from './news.vendors.js';

/** Sources of news, its retention, and the quota of feeds. */
export class NewsConfig {
  /** As written: `simulator`, `builtin`, `hackernews`, `gdelt:<query>`, …; `ingestion/create-news-sources.ts` reads them. */
  readonly sources: readonly string[];
  readonly vendors: Readonly<Record<keyof typeof newsVendors, VendorSettings>>;
  /** Where built-in feeds are fetched from instead of their hosts, without a slash at the end; undefined: from their hosts. */
  readonly builtInBaseUrl?: string;
  /** Days that articles are kept after their publication. */
  readonly retentionDays: number;
  /** Maximum number of feeds per account. */
  readonly feeds: number;
  /** The same seed makes the same simulated news. */
  readonly simulatorSeed: number;

  constructor(env: Environment) {
    const chosen = env.list('SVC_NEWS_SOURCES', {
      meaning:
        'Sources of news, separated by commas: `simulator`, `builtin` (the built-in list of public feeds), `hackernews`, `gdelt:<query>`, `eodhd`, `finnhub`; `none` disables them. Feeds that accounts add are always read.',
      defaultText: 'simulator',
    });
    this.sources = chosen.length === 0 ? ['simulator'] : chosen;
    this.vendors = readVendors(env, newsVendors);
    for (const name of ['eodhd', 'finnhub'] as const)
      if (this.sources.includes(name) && this.vendors[name].apiKey === undefined)
        env.refuse(`SVC_${name.toUpperCase()}_API_KEY`, `must be set, as SVC_NEWS_SOURCES names ${name}`);
    this.builtInBaseUrl = env
      .url('SVC_NEWS_BUILTIN_BASE_URL', ['https:', 'http:'], {
        meaning: 'Where built-in feeds are fetched from, as `<this URL>/<host><path>`, for a proxy or recorded feeds; from their hosts unless set.',
      })
      ?.replace(/\/+$/, '');
    this.retentionDays = env.integer('SVC_NEWS_RETENTION_DAYS', 30, 1, 3_650, { meaning: 'Days that news articles are kept after their publication.' });
    this.feeds = env.integer('SVC_NEWS_FEED_LIMIT', 100, 0, 10_000, { meaning: 'Maximum number of news feeds per account; 0 allows no feeds of accounts.' });
    this.simulatorSeed = env.integer('SVC_SIMULATOR_SEED', 1, 0, 4_294_967_295, { meaning: 'Seed of the simulator: the same seed gives the same data.' });
  }
}
