import type { Clock } from '../../../clock.js';
import type { MarketsConfig, ProviderSettings } from '../../../config/markets-config.js';
import type { Upstreams } from '../../../upstream/upstreams.js';
import type { TradingCalendar } from '../calendar/trading-calendar.js';
import type { InstrumentTable } from '../directory/instrument-table.js';
import { SimulatorProvider } from '../simulator/simulator.provider.js';
import type { MarketProvider } from './market-provider.js';

/** What providers are made with. */
export interface ProviderParts {
  config: MarketsConfig;
  upstreams: Upstreams;
  clock: Clock;
  calendar: TradingCalendar;
  instruments: InstrumentTable;
}

type Make = (parts: ProviderParts, settings: ProviderSettings) => MarketProvider;

/** A vendor is one file and one line here. */
const makers: Record<string, Make> = {
  simulator: ({ config, clock, calendar, instruments }) => new SimulatorProvider({ seed: config.simulatorSeed, clock, calendar, instruments }),
};

/** Those that the configuration names, in its order. */
export function createProviders(parts: ProviderParts): MarketProvider[] {
  return parts.config.providers.flatMap((name) => {
    const settings = parts.config.settings[name] ?? { baseUrl: '' };
    const make = makers[name];
    return make === undefined ? [] : [make(parts, settings)];
  });
}
