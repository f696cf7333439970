import type { Clock } from '../../../clock.js';
import type { Timers } from '../../../timers.js';
import type { FeedRegistry } from '../../../upstream/feed-status.js';
import type { Upstreams } from '../../../upstream/upstreams.js';
import type { TradingCalendar } from '../calendar/trading-calendar.js';
import type { InstrumentTable } from '../directory/instrument-table.js';
import type { MarketsConfig, ProviderSettings } from '../markets.config.js';
import { SimulatorProvider } from '../simulator/simulator.provider.js';
import { BinanceProvider } from './binance.provider.js';
import { CoinbaseProvider } from './coinbase.provider.js';
import { EcbProvider } from './ecb.provider.js';
import { EodhdProvider } from './eodhd.provider.js';
import { FinnhubProvider } from './finnhub.provider.js';
import { FrankfurterProvider } from './frankfurter.provider.js';
import { KrakenProvider } from './kraken.provider.js';
import { localFeed } from './market-feeds.js';
import type { MarketProvider } from './market-provider.js';

/** What providers are made with. */
export interface ProviderParts {
  config: MarketsConfig;
  upstreams: Upstreams;
  feeds: FeedRegistry;
  clock: Clock;
  calendar: TradingCalendar;
  instruments: InstrumentTable;
  timers: Timers;
}

type Make = (parts: ProviderParts, settings: ProviderSettings) => MarketProvider;

/** A vendor is one file and one line here. */
const makers: Record<string, Make> = {
  simulator: ({ config, feeds, ...parts }) =>
    new SimulatorProvider({ seed: config.simulatorSeed, ...parts, delivered: localFeed(feeds, parts.clock, 'simulator') }),
  eodhd: (parts, settings) => new EodhdProvider(parts, settings),
  finnhub: (parts, settings) => new FinnhubProvider(parts, settings),
  coinbase: (parts, settings) => new CoinbaseProvider(parts, settings),
  kraken: (parts, settings) => new KrakenProvider(parts, settings),
  binance: (parts, settings) => new BinanceProvider(parts, settings),
  frankfurter: (parts, settings) => new FrankfurterProvider(parts, settings),
  ecb: (parts, settings) => new EcbProvider(parts, settings),
};

/** Those that the configuration names, in its order. */
export function createProviders(parts: ProviderParts): MarketProvider[] {
  return parts.config.providers.flatMap((name) => {
    const settings = parts.config.settings[name] ?? { baseUrl: '' };
    const make = makers[name];
    return make === undefined ? [] : [make(parts, settings)];
  });
}
