import { Service } from 'typedi';
import { Clock } from '../../../time/clock.js';
import type { Provenance } from '../../../upstream/provenance.js';
import { hasRate, legsThrough, rateOf } from './cross-rate.js';
import { RateTables } from './rate-tables.service.js';
import { missingRateProblem, rejectFutureDay, rejectUnusable } from './rates-problem.js';
import { numberOf } from './rational.js';

/** A request for rates. Codes are case-insensitive. */
export interface RatesRequest {
  base?: string;
  quote?: readonly string[];
  date?: string;
}

/** Units of each `quote` for one unit of `base`. */
export interface FxRates {
  base: string;
  /** Day of the rates: the latest day with rates up to the requested one. */
  date: string;
  /** The requested day; null: the latest rates were requested. */
  requestedDate: string | null;
  items: Array<{ quote: string; rate: number }>;
  provenance: Provenance;
}

/** Reads reference rates of currencies. */
@Service()
export class FxRatesService {
  constructor(
    private readonly tables: RateTables,
    private readonly clock: Clock,
  ) {}

  /**
   * Returns the rates of the requested quotes in their order; by default of all currencies but the base, by code.
   * @throws Problem `invalid_request` for a future day, `unprocessable` for a currency without a rate and for a day
   * before all rates, `unavailable`
   */
  async read({ base: asked, quote: quotes, date }: RatesRequest): Promise<FxRates> {
    rejectFutureDay(date, this.clock.now());
    const { table, provenance } = await this.tables.read(date);
    const base = asked?.toUpperCase() ?? table.base;
    rejectUnusable(table, [base, ...(quotes ?? []).map((code) => code.toUpperCase())]);
    if (!hasRate(table, base)) throw missingRateProblem(['query/base']);
    const wanted =
      quotes === undefined ? allExcept(table, base) : [...new Set(quotes.map((code) => code.toUpperCase()))];
    const unknown = (quotes ?? []).flatMap((code, index) =>
      hasRate(table, code.toUpperCase()) ? [] : [`query/quote/${index}`],
    );
    if (unknown.length > 0) throw missingRateProblem(unknown);
    const items = wanted.map((quote) => ({
      quote,
      rate: numberOf(rateOf(legsThrough(table, base, quote, provenance.provider))),
    }));
    return { base, date: table.day, requestedDate: date ?? null, items, provenance };
  }
}

const allExcept = ({ base, rates }: { base: string; rates: Record<string, number> }, without: string) =>
  [...new Set([base, ...Object.keys(rates)])].filter((code) => code !== without).sort();
