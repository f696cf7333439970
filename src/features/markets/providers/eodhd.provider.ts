import type { SourceParts } from '../../../upstream/source-parts.js';
import type { Upstream } from '../../../upstream/upstreams.js';
import { budgetsOf, type VendorSettings } from '../../../upstream/vendor.js';
import { marketVendors } from '../markets.vendors.js';
import { EodhdCalendar } from './eodhd-calendar.js';
import { EodhdHistory } from './eodhd-history.js';
import { EodhdListings } from './eodhd-listings.js';
import { EodhdQuotes } from './eodhd-quotes.js';
import { EodhdTicks } from './eodhd-ticks.js';
import type { Capability, MarketProvider } from './market-provider.js';

const listed = ['equity', 'etf', 'index'] as const;
const daily = [...listed, 'commodity'] as const;
const pairs = ['fx', 'crypto'] as const;

/**
 * EODHD: shares and funds worldwide, indices, commodities, currencies and crypto-assets, with the same symbols as this
 * service. Limits: 1,000 calls a minute, 100,000 a day. https://eodhd.com/financial-apis/
 */
export class EodhdProvider implements MarketProvider {
  readonly name = 'eodhd';
  readonly title = marketVendors.eodhd.title;
  readonly capabilities: readonly Capability[] = [
    { operation: 'quotes', assetClasses: daily, delaySeconds: 900 },
    { operation: 'quotes', assetClasses: pairs, delaySeconds: 60 },
    { operation: 'ticks', assetClasses: ['equity', 'etf'], venues: ['US'], delaySeconds: 0 },
    { operation: 'ticks', assetClasses: pairs, delaySeconds: 0 },
    { operation: 'candles', assetClasses: [...daily, ...pairs], intervals: ['1d'], delaySeconds: 900 },
    // Intraday candles are published after end-of-day processing, hours later.
    { operation: 'candles', assetClasses: [...listed, ...pairs], intervals: ['1m', '5m', '1h'], delaySeconds: 10_800 },
    { operation: 'actions', assetClasses: ['equity', 'etf'], delaySeconds: 0 },
    { operation: 'search', assetClasses: [...daily, ...pairs], delaySeconds: 0 },
    { operation: 'instrument', assetClasses: [...daily, ...pairs], delaySeconds: 0 },
    { operation: 'split_calendar', assetClasses: ['equity', 'etf'], delaySeconds: 0 },
    { operation: 'earnings_calendar', assetClasses: ['equity'], delaySeconds: 0 },
    { operation: 'ipo_calendar', assetClasses: ['equity'], delaySeconds: 0 },
    { operation: 'economic_calendar', assetClasses: ['fx'], delaySeconds: 0 },
  ];
  readonly quotes: EodhdQuotes;
  readonly ticks?: EodhdTicks;
  readonly candles: EodhdHistory;
  readonly actions: EodhdHistory;
  readonly search: EodhdListings;
  readonly instrument: EodhdListings;
  readonly calendar: EodhdCalendar;
  private readonly upstream: Upstream;

  constructor({ upstreams, clock }: SourceParts, settings: VendorSettings) {
    const { baseUrl, socketUrl, apiKey = '', callsPerMinute = 1000, callsPerDay = 100_000 } = settings;
    this.upstream = upstreams.open({
      feed: marketVendors.eodhd.feed,
      provider: 'eodhd',
      baseUrl,
      query: { api_token: apiKey },
      budgets: budgetsOf(callsPerMinute, callsPerDay),
    });
    this.search = this.instrument = new EodhdListings(this.upstream, clock);
    this.quotes = new EodhdQuotes(this.upstream, this.search);
    this.candles = this.actions = new EodhdHistory(this.upstream, this.search, clock);
    this.calendar = new EodhdCalendar(this.upstream);
    if (socketUrl !== undefined) this.ticks = new EodhdTicks(this.upstream, socketUrl, apiKey);
  }

  get pausedMs(): number {
    return this.upstream.pausedMs;
  }
}
