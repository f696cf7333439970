import type { Upstream } from '../../../upstream/upstreams.js';
import type { ProviderSettings } from '../markets.config.js';
import type { ProviderParts } from './create-providers.js';
import { EodhdHistory } from './eodhd-history.js';
import { EodhdListings } from './eodhd-listings.js';
import { EodhdQuotes } from './eodhd-quotes.js';
import { EodhdTicks } from './eodhd-ticks.js';
import type { Capability, MarketProvider } from './market-provider.js';

const DAY_SECONDS = 86_400;
const listed = ['equity', 'etf', 'index'] as const;
const daily = [...listed, 'commodity'] as const;
const pairs = ['fx', 'crypto'] as const;

/**
 * EODHD: shares and funds of the whole world, indices, commodities, currencies and crypto-assets, under symbols that are those of this service.
 * Its limits: 1,000 calls a minute, 100,000 a day. https://eodhd.com/financial-apis/
 */
export class EodhdProvider implements MarketProvider {
  readonly name = 'eodhd';
  readonly title = 'EODHD';
  readonly capabilities: readonly Capability[] = [
    { operation: 'quotes', assetClasses: daily, delaySeconds: 900 },
    { operation: 'quotes', assetClasses: pairs, delaySeconds: 60 },
    { operation: 'ticks', assetClasses: ['equity', 'etf'], venues: ['US'], delaySeconds: 0 },
    { operation: 'ticks', assetClasses: pairs, delaySeconds: 0 },
    { operation: 'candles', assetClasses: [...daily, ...pairs], intervals: ['1d'], delaySeconds: 900 },
    // Bars within the day come when the day is over and has been gone through.
    { operation: 'candles', assetClasses: [...listed, ...pairs], intervals: ['1m', '5m', '1h'], delaySeconds: 10_800 },
    { operation: 'actions', assetClasses: ['equity', 'etf'], delaySeconds: 0 },
    { operation: 'search', assetClasses: [...daily, ...pairs], delaySeconds: 0 },
    { operation: 'instrument', assetClasses: [...daily, ...pairs], delaySeconds: 0 },
  ];
  readonly quotes: EodhdQuotes;
  readonly ticks?: EodhdTicks;
  readonly candles: EodhdHistory;
  readonly actions: EodhdHistory;
  readonly search: EodhdListings;
  readonly instrument: EodhdListings;
  private readonly upstream: Upstream;

  constructor({ upstreams, clock }: ProviderParts, settings: ProviderSettings) {
    const { baseUrl, socketUrl, apiKey = '', callsPerMinute = 1000, callsPerDay = 100_000 } = settings;
    this.upstream = upstreams.open({
      feed: 'markets.eodhd',
      provider: 'eodhd',
      baseUrl,
      query: { api_token: apiKey },
      budgets: [
        { calls: callsPerMinute, windowSeconds: 60 },
        { calls: callsPerDay, windowSeconds: DAY_SECONDS },
      ],
    });
    this.search = this.instrument = new EodhdListings(this.upstream, clock);
    this.quotes = new EodhdQuotes(this.upstream, this.search);
    this.candles = this.actions = new EodhdHistory(this.upstream, this.search, clock);
    if (socketUrl !== undefined) this.ticks = new EodhdTicks(this.upstream, socketUrl, apiKey);
  }

  get pausedMs(): number {
    return this.upstream.pausedMs;
  }
}
