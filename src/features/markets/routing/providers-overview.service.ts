import { Service } from 'typedi';
import { FeedRegistry, type FeedStatus } from '../../../upstream/feed-status.js';
import { type AssetClass, assetClasses } from '../asset-class.js';
import { type CalendarKind, calendarKinds } from '../calendar-entry.js';
import {
  type Capability,
  type InstrumentOperation,
  instrumentOperations,
  isOfInstruments,
  MarketProviders,
  type ProviderName,
  providerNames,
} from '../providers/market-provider.js';
import type { Refusal } from './entitlement-cache.js';
import { MarketRouter } from './market-router.service.js';

export interface ProviderOverview {
  name: ProviderName;
  /** Display name; the identifier if the provider is not configured. */
  title: string;
  configured: boolean;
  /** Capabilities for single instruments. */
  capabilities: readonly Capability[];
  /** The calendars that the provider offers and has not refused recently. */
  calendars: CalendarKind[];
  /** Status of the provider's feed; null if it has no feed. */
  status: FeedStatus['status'] | null;
  /** Time (ms) for which calls are still paused; 0 if they are not paused. */
  pausedMs: number;
  refusals: Refusal[];
}

/** The providers of one kind of data, in the order in which they are queried. */
export interface Route {
  assetClass: AssetClass;
  operation: InstrumentOperation;
  providers: ProviderName[];
}

export interface ProvidersOverview {
  providers: ProviderOverview[];
  routing: Route[];
}

/** Describes what each provider offers and the current routing. */
@Service()
export class ProvidersOverviewService {
  constructor(
    private readonly providers: MarketProviders,
    private readonly router: MarketRouter,
    private readonly feeds: FeedRegistry,
  ) {}

  /**
   * Returns configured providers by priority, then the others; and routes by asset class and operation, without routes
   * that no provider offers.
   */
  read(): ProvidersOverview {
    const inForce = this.providers.list.map(({ name }) => name);
    const others = providerNames.filter((name) => !inForce.includes(name));
    return {
      providers: [...inForce, ...others].map((name) => this.overview(name)),
      routing: assetClasses.flatMap((assetClass) => this.routes(assetClass)),
    };
  }

  private overview(name: ProviderName): ProviderOverview {
    const provider = this.providers.list.find((one) => one.name === name);
    const status = this.feeds.list().find((feed) => feed.provider === name)?.status ?? null;
    if (provider === undefined)
      return {
        name,
        title: name,
        configured: false,
        capabilities: [],
        calendars: [],
        status,
        pausedMs: 0,
        refusals: [],
      };
    const { title, capabilities, pausedMs } = provider;
    return {
      name,
      title,
      configured: true,
      capabilities: capabilities.filter(({ operation }) => isOfInstruments(operation)),
      calendars: calendarKinds.filter((kind) =>
        this.router.candidates({ operation: `${kind}_calendar` }).some((candidate) => candidate.provider === provider),
      ),
      status,
      pausedMs,
      refusals: this.router
        .refusals()
        .filter(
          ({ provider: refusing, requirement }) =>
            refusing === name && (requirement === null || isOfInstruments(requirement.operation)),
        ),
    };
  }

  private routes(assetClass: AssetClass): Route[] {
    return instrumentOperations.flatMap((operation) => {
      const providers = this.router.candidates({ operation, assetClass }).map(({ provider }) => provider.name);
      return providers.length === 0 ? [] : [{ assetClass, operation, providers }];
    });
  }
}
