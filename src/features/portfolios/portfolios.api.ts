import { Service } from 'typedi';
import type { BenchmarkSeries } from './benchmark/benchmark-series.js';
import { Benchmarks } from './benchmark/benchmarks.service.js';
import type { BlendPart } from './benchmark-blend.js';
import { ExposedPortfoliosService } from './exposure/exposed-portfolios.service.js';
import { ExposureMappings } from './exposure/exposure-mappings.service.js';
import { ExposurePlaces } from './exposure/exposure-places.service.js';
import type { PlaceDependency } from './exposure/exposure-rules.js';
import {
  type ExposedHoldings,
  type ExposureContribution,
  exposuresOf,
  exposureToAny,
  type GeoExposure,
  type PlaceExposure,
} from './exposure/geo-exposure.js';
import { GeoExposures, MAX_EXPOSED } from './exposure/geo-exposures.service.js';
import type { ExposedRequest, ExposurePlace, NearbyPlace } from './exposure/place.js';
import type { Income, RealizedGain } from './ledger/ledger-entries.js';
import { LedgerFigures, type PeriodRequest } from './ledger/ledger-figures.service.js';
import type { LookedThrough } from './look-through/look-through.js';
import { LookThroughService } from './look-through/look-through.service.js';
import { DailyHistories, type HistoryRequest } from './performance/daily-history.service.js';
import {
  type PerformanceReport,
  type PerformanceRequest,
  PerformanceService,
} from './performance/performance.service.js';
import type { Portfolio } from './portfolio.js';
import { PortfoliosService } from './portfolios.records.js';
import { type IndexedDay, indexedDays } from './returns/return-index.js';
import { CurrentValues } from './valuation/current-values.service.js';
import type { DailySeries } from './valuation/daily-series.js';
import type { PortfolioValue } from './valuation/portfolio-value.js';
import { PriceHistory } from './valuation/price-history.service.js';
import { PriceReadings } from './valuation/price-readings.service.js';
import type { Valuation, ValuationWarning } from './valuation/valuation.js';
import { type ValuationRequest, ValuationService } from './valuation/valuation.service.js';

export type { ExposedHoldings, ExposurePlace, GeoExposure, NearbyPlace, PlaceDependency };

/** A portfolio on every day of a period, in one currency. */
export interface PortfolioSeries {
  currency: string;
  /** Days in order; the first is the day before the period. */
  days: IndexedDay[];
  warnings: ValuationWarning[];
  /** Providers of the prices and rates. */
  providers: string[];
}

/**
 * Lets other features read the portfolios of an account. The portfolio of another account is `not_found`, like an
 * unknown one.
 */
@Service()
export class PortfoliosApi {
  constructor(
    private readonly portfolios: PortfoliosService,
    private readonly valuations: ValuationService,
    private readonly histories: DailyHistories,
    private readonly returns: PerformanceService,
    private readonly figures: LedgerFigures,
    private readonly current: CurrentValues,
  ) {}

  /** Lists portfolios, oldest first. @param ids only these; unknown ids, and ids of another account, are left out */
  list(accountId: string, ids?: readonly string[]): Promise<Portfolio[]> {
    return ids === undefined ? this.portfolios.all(accountId) : this.portfolios.some(accountId, ids);
  }

  /** Returns a portfolio. @throws Problem `not_found` */
  get(accountId: string, id: string): Promise<Portfolio> {
    return this.portfolios.get(accountId, id);
  }

  /**
   * Returns the value at the end of a day, with the holdings, their weights and cash.
   * @throws Problem `not_found`, `unavailable`
   */
  valuation(accountId: string, id: string, request: ValuationRequest = {}, signal?: AbortSignal): Promise<Valuation> {
    return this.valuations.read(accountId, id, request, signal);
  }

  /**
   * Returns the present values of many portfolios, without cost figures, so that reading hundreds of portfolios is
   * fast. Unknown ids, and ids of another account, are left out.
   */
  currentValues(
    accountId: string,
    ids: readonly string[],
    currency: string,
    signal?: AbortSignal,
  ): Promise<Map<string, PortfolioValue>> {
    return this.current.read(accountId, ids, currency, signal);
  }

  /**
   * Returns values, daily returns and the index of the time-weighted return; null without a transaction before the end
   * of the period.
   * @throws Problem `not_found`, `invalid_request`, `unavailable`
   */
  async series(
    accountId: string,
    id: string,
    request: HistoryRequest = {},
    signal?: AbortSignal,
  ): Promise<PortfolioSeries | null> {
    const history = await this.histories.read(accountId, id, request, signal);
    if (history === null) return null;
    const { currency, days, warnings, providers } = history;
    return { currency, days: indexedDays(days), warnings, providers };
  }

  /**
   * Returns the returns of a portfolio and of its benchmark in a period.
   * @throws Problem `not_found`, `invalid_request`, `unavailable`
   */
  performance(
    accountId: string,
    id: string,
    request: PerformanceRequest,
    signal?: AbortSignal,
  ): Promise<PerformanceReport> {
    return this.returns.report(accountId, id, request, signal);
  }

  /** Returns the gains and losses of sales, by time. @throws Problem `not_found`, `invalid_request` */
  realized(accountId: string, id: string, period: PeriodRequest): Promise<RealizedGain[]> {
    return this.figures.realized(accountId, id, period);
  }

  /** Returns dividends, interest, fees and taxes, by time. @throws Problem `not_found`, `invalid_request` */
  income(accountId: string, id: string, period: PeriodRequest): Promise<Income[]> {
    return this.figures.income(accountId, id, period);
  }
}

/** Lets other features look through the funds that an account holds. */
@Service()
export class LookThroughApi {
  constructor(private readonly looking: LookThroughService) {}

  /**
   * Returns the holdings of funds by the symbol of the fund. Other instruments, and funds whose holdings are not known,
   * are left out.
   * @param asOf the day of the holdings: the last ones of this day or before
   */
  throughEach(accountId: string, symbols: readonly string[], asOf: string): Promise<Map<string, LookedThrough>> {
    return this.looking.throughEach(accountId, symbols, asOf);
  }
}

/** Lets other features use the prices and rates with which portfolios are valued. */
@Service()
export class ValuationPricesApi {
  constructor(
    private readonly benchmarks: Benchmarks,
    private readonly prices: PriceHistory,
    private readonly readings: PriceReadings,
  ) {}

  /** Runs work whose figures use the prices and rates of one moment, so that they agree with each other. */
  inOneReading<Result>(work: () => Promise<Result>): Promise<Result> {
    return this.readings.hold(work);
  }

  /**
   * Returns a benchmark from the day before `fromDay` on (days since 1970-01-01); undefined when a component has no
   * price or rate at the start.
   */
  benchmark(
    blend: readonly BlendPart[],
    currency: string,
    fromDay: number,
    toDay: number,
    signal?: AbortSignal,
  ): Promise<BenchmarkSeries | undefined> {
    return this.benchmarks.read(blend, currency, fromDay, toDay, signal);
  }

  /** Returns the units of `to` for one unit of `from`, by day; undefined when no provider has them. */
  rates(
    from: string,
    to: string,
    fromDay: number,
    toDay: number,
    signal?: AbortSignal,
  ): Promise<DailySeries | undefined> {
    return this.prices.rates(from, to, fromDay, toDay, signal);
  }
}

/** Lets other features read the places that holdings depend on. */
@Service()
export class ExposuresApi {
  constructor(
    private readonly portfolios: PortfoliosService,
    private readonly exposures: GeoExposures,
    private readonly mappings: ExposureMappings,
    private readonly places: ExposurePlaces,
    private readonly exposed: ExposedPortfoliosService,
  ) {}

  /** Returns the holdings of an account's portfolios with their places, for the oldest 10,000 portfolios at most. */
  async all(accountId: string): Promise<ExposedHoldings[]> {
    return this.exposures.all(
      await this.portfolios.list(accountId, MAX_EXPOSED),
      await this.mappings.corrections(accountId),
    );
  }

  /** Returns the exposure of a portfolio by place. @throws Problem `not_found`, `unavailable` */
  of(accountId: string, portfolioId: string): Promise<GeoExposure> {
    return this.exposures.read(accountId, portfolioId);
  }

  /** Returns the places that holdings depend on, the most exposed first. */
  placesOf({ holdings }: ExposedHoldings): PlaceExposure[] {
    return exposuresOf(holdings, (id) => this.places.find(id));
  }

  /**
   * Returns the places that a holding of a symbol depends on.
   * @throws Problem `not_found` for an unknown symbol, `unavailable`
   */
  async dependenciesOf(accountId: string, symbol: string): Promise<PlaceDependency[]> {
    return (await this.mappings.get(accountId, symbol)).places;
  }

  /**
   * Returns the places near an event or a position, or the named place, nearest first.
   * @throws Problem `invalid_request` unless exactly one place is given and valid; `not_found` for an unknown event
   */
  touched(request: ExposedRequest): Promise<NearbyPlace[]> {
    return this.exposed.touched(request);
  }

  /**
   * Returns the dependence of a portfolio on any of the places, the largest contribution first. Each holding counts
   * once, with its largest fraction.
   */
  exposureToAny({ holdings }: ExposedHoldings, placeIds: ReadonlySet<string>): ExposureContribution[] {
    return exposureToAny(holdings, placeIds);
  }

  /** Returns a country, port or strait; undefined for an unknown id. */
  place(id: string): ExposurePlace | undefined {
    return this.places.find(id);
  }

  /** Returns the places that a circle touches, nearest first. */
  placesNear(position: { lat: number; lon: number }, radiusMeters: number): NearbyPlace[] {
    return this.places.near(position, radiusMeters);
  }
}
