import { Service } from 'typedi';
import { CompaniesService, type SourcedFacts } from './companies.service.js';
import {
  periodsOf,
  type Ratio,
  type RatioPeriod,
  type RatioPeriodKind,
  ratioPeriods,
  ratiosOf,
  twelveMonths,
  valuationOf,
} from './ratios.js';
import { yearsAndQuartersOf } from './statements.js';
import { ValuationPriceService } from './valuation-price.service.js';

export interface RatiosRequest {
  /** `ttm`: the twelve months that end with each quarter. */
  period: RatioPeriodKind;
  /** Undefined: now. */
  knownAt?: Date;
}

export interface SourcedRatios extends Omit<SourcedFacts, 'facts'> {
  /** Newest first. */
  periods: readonly RatioPeriod[];
  /** Computes the ratios of one of the periods. */
  ratiosOf(period: RatioPeriod): Ratio[];
  /** The ratios of the last close and the latest twelve months. */
  valuation: readonly Ratio[];
  /** Provider of the close; null without a usable one. */
  priceProvider: string | null;
}

/** The ratios of a period. */
export interface PeriodRatios {
  period: RatioPeriod;
  ratios: readonly Ratio[];
}

/** The latest figures and ratios of a company as known at a moment. */
export interface LatestFigures {
  /** The latest period of each kind; a kind without a complete period is left out. */
  periods: Partial<Record<RatioPeriodKind, PeriodRatios>>;
  valuation: readonly Ratio[];
  currency: string | null;
  /** Name of the source of the figures. */
  provider: string;
  /** Time (ms) after which the price may be read that is missing because too many calls were made. */
  retryAfterMs?: number;
}

/** Days of figures from which the latest ratios follow: those of two fiscal years, and of the one that is not over. */
const LATEST_DAYS = 4 * 366;

/** Computes the ratios of a company. */
@Service()
export class RatiosService {
  constructor(
    private readonly companies: CompaniesService,
    private readonly prices: ValuationPriceService,
  ) {}

  /** Returns ratios by period. @throws Problem `not_found`, `unprocessable`, `unavailable` */
  async read(text: string, { period, knownAt }: RatiosRequest): Promise<SourcedRatios> {
    const known = await this.companies.facts(text, knownAt);
    const { facts: _facts, ...rest } = known;
    const { valuation, priceProvider, ...all } = await this.arranged(known);
    const periods = all[period];
    const isQuarter = period === 'quarter';
    return { ...rest, periods, ratiosOf: (one) => ratiosOf(one, periods, isQuarter), valuation, priceProvider };
  }

  /** Returns the latest figures and ratios. @throws Problem `not_found`, `unprocessable`, `unavailable` */
  async latest(text: string, knownAt?: Date): Promise<LatestFigures> {
    const known = await this.companies.facts(text, knownAt, LATEST_DAYS);
    const { valuation, retryAfterMs, ...all } = await this.arranged(known);
    const periods: LatestFigures['periods'] = {};
    for (const kind of ratioPeriods) {
      const [period] = all[kind];
      if (period !== undefined) periods[kind] = { period, ratios: ratiosOf(period, all[kind], kind === 'quarter') };
    }
    const { currency, provenance } = known;
    return { periods, valuation, currency, provider: provenance.provider, retryAfterMs };
  }

  /** Returns the periods of each kind, newest first, and the ratios of the last close. */
  private async arranged(known: SourcedFacts) {
    const { quarters, years } = await yearsAndQuartersOf(known.facts, known.currency);
    const [ttm, annual] = [twelveMonths(quarters), periodsOf(years)];
    // A company without quarterly reports is valued by its latest year.
    const latest = ttm[0] !== undefined && ttm[0].end >= (annual[0]?.end ?? '') ? ttm[0] : annual[0];
    const average = latest?.items.get('averageShares')?.at(-1) ?? annual[0]?.items.get('averageShares')?.at(-1);
    const price = await this.prices.read(known, average);
    return {
      ttm,
      annual,
      quarter: periodsOf(quarters),
      valuation: valuationOf(latest, price.unusable === undefined ? price : undefined, price.unusable ?? ''),
      priceProvider: price.unusable === undefined ? price.provider : null,
      retryAfterMs: price.unusable === undefined ? undefined : price.retryAfterMs,
    };
  }
}
