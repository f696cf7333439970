import { PreferenceTargets } from '../../accounts/preference-targets.js';
import { FeatureModule } from '../../feature-module.js';
import type { Parts } from '../../parts.js';
import type { Injectable, Services } from '../../services.js';
import { Timers } from '../../timers.js';
import { FeedRegistry } from '../../upstream/feed-status.js';
import { Upstreams } from '../../upstream/upstreams.js';
import { ExchangeCalendar } from './calendar/exchange-calendar.js';
import { TradingCalendar } from './calendar/trading-calendar.js';
import { InstrumentTable } from './directory/instrument-table.js';
import { MarketsConfig } from './markets.config.js';
import { createProviders } from './providers/create-providers.js';
import { tellUnconfigured } from './providers/market-feeds.js';
import { MarketProviders } from './providers/market-provider.js';
import { WatchlistsService } from './watchlists/watchlists.service.js';

class MarketsModule extends FeatureModule {
  override readonly ports: ReadonlyArray<Injectable<object>> = [TradingCalendar];

  override bind(services: Services, { config, clock }: Parts): void {
    services.alias(TradingCalendar, ExchangeCalendar);
    services.get(PreferenceTargets).register('defaultWatchlistId', (accountId, id) => services.get(WatchlistsService).has(accountId, id));
    if (services.has(MarketProviders)) return;
    const markets = config.of(MarketsConfig);
    const feeds = services.get(FeedRegistry);
    const parts = {
      config: markets,
      upstreams: services.get(Upstreams as Injectable<Upstreams>),
      feeds,
      clock,
      calendar: services.get(TradingCalendar as Injectable<TradingCalendar>),
      instruments: services.get(InstrumentTable),
      timers: services.get(Timers as Injectable<Timers>),
    };
    services.set(MarketProviders, new MarketProviders(createProviders(parts)));
    tellUnconfigured(feeds, markets.providers);
  }
}

export const marketsModule = new MarketsModule();
