import { PreferenceTargets } from '../../accounts/preference-targets.js';
import { EventContextSources } from '../../events/event-context-sources.js';
import type { ContainerParts } from '../../modules/feature-module.js';
import { FeatureModule } from '../../modules/feature-module.js';
import { Timers } from '../../time/timers.js';
import { FeedMeter } from '../../upstream/client/feed-meter.js';
import { FeedRegistry } from '../../upstream/feed-status.js';
import type { SourceParts } from '../../upstream/source-parts.js';
import { Upstreams } from '../../upstream/upstreams.js';
import type { VendorSettings } from '../../upstream/vendor.js';
import type { Injectable, Services } from '../../wiring/services.js';
import { ExchangeCalendar } from './calendar/exchange-calendar.js';
import { TradingCalendar } from './calendar/trading-calendar.js';
import { EarningsCalendar } from './charts/chart-marks.service.js';
import { InstrumentTable } from './directory/instrument-table.js';
import { PriceChanges } from './events/price-changes.service.js';
import { CalendarChunks } from './market-calendar/calendar-chunks.service.js';
import { SymbolGroups } from './market-calendar/symbol-groups.js';
import { MarketsConfig } from './markets.config.js';
import {
  companyVendors,
  economyVendors,
  identifierVendors,
  type MarketVendorName,
  marketVendors,
} from './markets.vendors.js';
import { BinanceProvider } from './providers/binance.provider.js';
import { CoinbaseProvider } from './providers/coinbase.provider.js';
import { type CompanySource, CompanySources } from './providers/company-source.js';
import { EcbProvider } from './providers/ecb.provider.js';
import { DbnomicsProvider, EcbSeriesProvider, FredProvider, WorldBankProvider } from './providers/economy.provider.js';
import { EodhdProvider } from './providers/eodhd.provider.js';
import { FinnhubProvider } from './providers/finnhub.provider.js';
import { FrankfurterProvider } from './providers/frankfurter.provider.js';
import { type FundSource, FundSources } from './providers/fund-source.js';
import { GleifProvider } from './providers/gleif.provider.js';
import { type HolderSource, HolderSources } from './providers/holder-source.js';
import { IdentifierSources } from './providers/identifier-source.js';
import { KrakenProvider } from './providers/kraken.provider.js';
import { type MarketProvider, MarketProviders } from './providers/market-provider.js';
import { OpenFigiProvider } from './providers/openfigi.provider.js';
import { SecProvider } from './providers/sec.provider.js';
import { SecFunds } from './providers/sec-funds.js';
import { SecHolders } from './providers/sec-holders.js';
import { type SeriesSource, SeriesSources } from './providers/series-source.js';
import { NoQuoteBus, QuoteBus } from './quotes/quote-bus.js';
import { RedisQuoteBus } from './quotes/redis-quote-bus.js';
import { SimulatedCompanies } from './simulator/simulated-companies.js';
import { SimulatedEconomy } from './simulator/simulated-economy.js';
import { SimulatedFunds } from './simulator/simulated-funds.js';
import { SimulatedHolders } from './simulator/simulated-holders.js';
import { SimulatedListings, SimulatedRegister } from './simulator/simulated-registers.js';
import { SimulatorProvider } from './simulator/simulator.provider.js';
import { WatchlistsService } from './watchlists/watchlists.records.js';

type ProviderClass = new (parts: SourceParts, settings: VendorSettings) => MarketProvider;

/** The provider class of each vendor. */
const providers: Readonly<Record<MarketVendorName, ProviderClass>> = {
  eodhd: EodhdProvider,
  finnhub: FinnhubProvider,
  coinbase: CoinbaseProvider,
  kraken: KrakenProvider,
  binance: BinanceProvider,
  frankfurter: FrankfurterProvider,
  ecb: EcbProvider,
};

/** The dependencies of providers; the simulator also needs the markets' calendar and instruments. */
export interface ProviderParts extends SourceParts {
  config: MarketsConfig;
  calendar: TradingCalendar;
  instruments: InstrumentTable;
}

/** The dependencies of the source of companies. */
export type CompanyParts = Omit<ProviderParts, 'calendar'>;

/**
 * Creates the source of companies: the SEC once it is configured, else the simulator if it provides prices. One source
 * alone answers, so that real and simulated figures are never mixed.
 */
export function createCompanySource(parts: CompanyParts): CompanySource | undefined {
  const { config, instruments, clock } = parts;
  const { secUserAgent: userAgent, companyVendors: vendors } = config;
  if (userAgent !== undefined) return new SecProvider(parts, { userAgent, vendors });
  if (!config.providers.includes('simulator')) return undefined;
  return new SimulatedCompanies(config.simulatorSeed, instruments, clock);
}

/** Creates the source of the holdings of funds, by the same rule. */
export function createFundSource(parts: CompanyParts): FundSource | undefined {
  const { config, instruments, clock } = parts;
  const { secUserAgent: userAgent, companyVendors: vendors } = config;
  if (userAgent !== undefined) return new SecFunds(parts, { userAgent, vendors });
  if (!config.providers.includes('simulator')) return undefined;
  return new SimulatedFunds(config.simulatorSeed, instruments, clock);
}

/** Creates the source of the holdings of institutions, by the same rule. */
export function createHolderSource(parts: CompanyParts): HolderSource | undefined {
  const { config, instruments, clock } = parts;
  const { secUserAgent: userAgent, companyVendors: vendors, secInstitutions } = config;
  if (userAgent !== undefined) return new SecHolders(parts, { userAgent, vendors }, secInstitutions);
  if (!config.providers.includes('simulator')) return undefined;
  return new SimulatedHolders(config.simulatorSeed, instruments, clock);
}

/** Creates the configured sources of identifiers. */
export function createIdentifierSources(parts: CompanyParts): IdentifierSources {
  const { config, instruments } = parts;
  const { identifierSources: names, identifierVendors: vendors, openFigiKey, simulatorSeed } = config;
  if (names.includes('simulator'))
    return new IdentifierSources(
      new SimulatedListings(simulatorSeed, instruments),
      new SimulatedRegister(simulatorSeed, instruments),
    );
  return new IdentifierSources(
    names.includes('openfigi') ? new OpenFigiProvider(parts, vendors.openfigi, openFigiKey) : undefined,
    names.includes('gleif') ? new GleifProvider(parts, vendors.gleif) : undefined,
  );
}

/** Creates the configured sources of economic series, in the order of the setting. */
export function createSeriesSources(parts: CompanyParts): SeriesSources {
  const { economySources: names, economyVendors: vendors, simulatorSeed } = parts.config;
  const made: Readonly<Record<string, () => SeriesSource>> = {
    simulator: () => new SimulatedEconomy(simulatorSeed, parts.clock),
    worldbank: () => new WorldBankProvider(parts, vendors.worldbank),
    ecb: () => new EcbSeriesProvider(parts, vendors.ecbdata),
    dbnomics: () => new DbnomicsProvider(parts, vendors.dbnomics),
    fred: () => new FredProvider(parts, vendors.fred),
  };
  return new SeriesSources(names.map((name) => (made[name] as () => SeriesSource)()));
}

/** Creates the configured providers, in the order of their priority. */
export function createProviders(parts: ProviderParts): MarketProvider[] {
  return parts.config.providers.map((name) => {
    if (name === 'simulator') return createSimulator(parts);
    const vendor = name as MarketVendorName;
    return new providers[vendor](parts, parts.config.vendors[vendor]);
  });
}

/** Creates the simulator. It calls no vendor, so its feed never fails. */
function createSimulator({ config, feeds, ...parts }: ProviderParts): MarketProvider {
  const feed = 'markets.simulator';
  const meter = new FeedMeter(parts.clock, { feed, provider: 'simulator', staleSeconds: Number.POSITIVE_INFINITY });
  feeds.register(feed, () => meter.status());
  return new SimulatorProvider({
    ...parts,
    seed: config.simulatorSeed,
    delivered: (records) => meter.succeeded(records),
  });
}

class MarketsModule extends FeatureModule {
  override readonly ports: ReadonlyArray<Injectable<object>> = [TradingCalendar, QuoteBus, EarningsCalendar];

  override bind(services: Services, { config, clock, log, redis }: ContainerParts): void {
    const timers = services.get(Timers as Injectable<Timers>);
    services.set(QuoteBus, redis ? new RedisQuoteBus({ redis, timers, log }) : new NoQuoteBus());
    services.alias(TradingCalendar, ExchangeCalendar);
    services.alias(EarningsCalendar, CalendarChunks);
    services
      .get(PreferenceTargets)
      .register('defaultWatchlistId', (accountId, id) => services.get(WatchlistsService).has(accountId, id));
    services.get(SymbolGroups).register('watchlistId', async (accountId, id) => {
      const watchlists = services.get(WatchlistsService);
      return (await watchlists.has(accountId, id)) ? (await watchlists.get(accountId, id)).symbols : undefined;
    });
    services.get(EventContextSources).register('prices', (moment) => services.get(PriceChanges).around(moment));
    const feeds = services.get(FeedRegistry);
    const parts: ProviderParts = {
      config: config.of(MarketsConfig),
      upstreams: services.get(Upstreams as Injectable<Upstreams>),
      feeds,
      clock,
      log,
      calendar: services.get(TradingCalendar as Injectable<TradingCalendar>),
      instruments: services.get(InstrumentTable),
      timers,
    };
    if (!services.has(CompanySources)) services.set(CompanySources, new CompanySources(createCompanySource(parts)));
    if (!services.has(FundSources)) services.set(FundSources, new FundSources(createFundSource(parts)));
    if (!services.has(HolderSources)) services.set(HolderSources, new HolderSources(createHolderSource(parts)));
    if (!services.has(IdentifierSources)) services.set(IdentifierSources, createIdentifierSources(parts));
    if (!services.has(SeriesSources)) services.set(SeriesSources, createSeriesSources(parts));
    if (services.has(MarketProviders)) return;
    feeds.declare(marketVendors);
    feeds.declare(identifierVendors);
    feeds.declare(economyVendors);
    feeds.declare(companyVendors);
    services.set(MarketProviders, new MarketProviders(createProviders(parts)));
  }
}

export const marketsModule = new MarketsModule();
