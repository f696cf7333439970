import { Environment } from '../../config/environment.js';
import type { Setting } from '../../config/setting.js';
import { readVendors, type VendorSettings, vendorVariable } from '../../upstream/vendor.js';
import { newsVendors } from './news.vendors.js';

/** Vendors whose key and address are shared with market data. */
const marketVendors = {
  eodhd: { title: 'EODHD', baseUrl: 'https://eodhd.com/api' },
  finnhub: { title: 'Finnhub', baseUrl: 'https://finnhub.io/api/v1' },
};

/** Settings of news: sources, their vendors, retention, and the quota of feeds. */
export class NewsConfig {
  /**
   * The lines of `SVC_NEWS_SOURCES`: `simulator`, `builtin`, `hackernews`, `gdelt:<query>`, …;
   * `ingestion/create-news-sources.ts` parses them.
   */
  readonly sources: readonly string[];
  readonly vendors: Readonly<Record<keyof typeof newsVendors | keyof typeof marketVendors, VendorSettings>>;
  /**
   * Base URL that replaces the hosts of built-in feeds, without a slash at the end; undefined: feeds are fetched from
   * their hosts.
   */
  readonly builtInBaseUrl?: string;
  /** Maximum number of feeds per account. */
  readonly feeds: number;
  /** Seed of the simulator; the same seed gives the same news. */
  readonly simulatorSeed: number;
  private readonly retention: Setting<number>;

  constructor(env: Environment) {
    const chosen = env.list('SVC_NEWS_SOURCES', {
      meaning:
        'Sources of news, separated by commas: `simulator`, `builtin` (the built-in list of public feeds), ' +
        '`hackernews`, `gdelt:<query>`, `eodhd`, `finnhub`; `none` disables them. Feeds that accounts add are ' +
        'always read.',
      defaultText: 'simulator',
    });
    this.sources = chosen.length === 0 ? ['simulator'] : chosen;
    const shared = (name: keyof typeof marketVendors) => sharedVendor(env, name, this.sources.includes(name));
    this.vendors = { ...readVendors(env, newsVendors), eodhd: shared('eodhd'), finnhub: shared('finnhub') };
    this.builtInBaseUrl = env
      .url('SVC_NEWS_BUILTIN_BASE_URL', ['https:', 'http:'], {
        meaning:
          'Where built-in feeds are fetched from, as `<this URL>/<host><path>`, for a proxy or recorded feeds; ' +
          'from their hosts unless set.',
      })
      ?.replace(/\/+$/, '');
    this.retention = env.integerSetting('SVC_NEWS_RETENTION_DAYS', 30, 1, 3_650, {
      meaning: 'Days that news articles are kept after their publication.',
      setting: 'newsRetentionDays',
    });
    this.feeds = env.integer('SVC_NEWS_FEED_LIMIT', 100, 0, 10_000, {
      meaning: 'Maximum number of news feeds per account; 0 allows no feeds of accounts.',
    });
    this.simulatorSeed = env.integer('SVC_SIMULATOR_SEED', 1, 0, 4_294_967_295, {
      meaning: 'Seed of the simulator: the same seed gives the same data.',
    });
  }

  /** Number of days that articles are kept after their publication. */
  get retentionDays(): number {
    return this.retention.value;
  }
}

function sharedVendor(env: Environment, name: keyof typeof marketVendors, isUsed: boolean): VendorSettings {
  const { title, baseUrl: defaultText } = marketVendors[name];
  const apiKey = env.text(vendorVariable(name, 'API_KEY'), { meaning: `API key of ${title}.`, secret: true });
  if (isUsed && apiKey === undefined)
    env.refuse(vendorVariable(name, 'API_KEY'), `must be set, as SVC_NEWS_SOURCES names ${name}`);
  const meaning = `Address of ${title}: for a proxy, or a stand-in.`;
  const baseUrl =
    env.url(vendorVariable(name, 'BASE_URL'), ['https:', 'http:'], { meaning, defaultText }) ?? defaultText;
  return { apiKey, baseUrl: baseUrl.replace(/\/+$/, '') };
}
