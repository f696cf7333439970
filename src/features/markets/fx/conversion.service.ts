import { Service } from 'typedi';
import type { Problem } from '../../../api/problem.js';
import { Clock } from '../../../time/clock.js';
import type { Provenance } from '../../../upstream/provenance.js';
import { type PriceUnit, priceUnit } from '../providers/minor-units.js';
import { hasRate, type Leg, legsThrough, rateOf } from './cross-rate.js';
import { decimalsOf, isCurrency } from './currency.js';
import { PRICED_IN, type PriceLeg, PriceLegs } from './price-legs.service.js';
import { dayOf } from './publication.js';
import { RateTables, type SourcedRates } from './rate-tables.service.js';
import { missingRateProblem, rejectFutureDay, rejectUnusable } from './rates-problem.js';
import { inverse, numberOf, rationalOf, rounded, times } from './rational.js';

/** A requested conversion. Codes are case-insensitive. */
export interface ConversionRequest {
  /** A decimal number above 0 as text: `1250.40`, `1e-7`. */
  amount: string;
  base: string;
  quote: string;
  /** Day of the rates, such as `2024-01-15`. Default: the latest rates. */
  date?: string;
}

export interface Conversion {
  amount: string;
  base: string;
  quote: string;
  /** Units of `quote` for one unit of `base`. */
  rate: number;
  /** The exact result, rounded half away from zero to the decimals of `quote`. */
  result: string;
  /** The exact result with up to 18 decimals, without trailing zeros. */
  preciseResult: string;
  /** The steps from `base` to `quote`, in order; empty if both are equal. */
  path: Array<{ base: string; quote: string; rate: number; provider: string }>;
  /** The day of the rates; if none were needed, the day of the oldest price (UTC). */
  date: string;
  requestedDate: string | null;
  /** Provenance of the rates and prices; null if no provider was needed. */
  provenance: Provenance | null;
}

/** One of the two currencies of a conversion. */
interface End {
  /** The query parameter of this end, for errors. */
  parameter: 'base' | 'quote';
  /** The currency that is looked up in the rates: the requested one, or USD if it is converted at a price. */
  anchor: string;
  price?: PriceLeg;
}

/** The steps from one currency to another, with the rates and prices used. */
interface Route {
  legs: Leg[];
  table?: SourcedRates;
  prices: PriceLeg[];
}

/** Converts amounts between currencies and crypto-assets. */
@Service()
export class ConversionService {
  constructor(
    private readonly tables: RateTables,
    private readonly prices: PriceLegs,
    private readonly clock: Clock,
  ) {}

  /**
   * Converts between currencies at the published rates, through their base if needed. A crypto-asset, or a currency
   * without a published rate, is converted at its latest price in USD.
   * @throws Problem `invalid_request` for a future day; `unprocessable` for a currency without a rate, for a day before
   * all rates and for a price on a past day; `unavailable`
   */
  async convert({ amount, date, ...ends }: ConversionRequest, signal?: AbortSignal): Promise<Conversion> {
    const now = this.clock.now();
    rejectFutureDay(date, now);
    const [from, to] = [ends.base.toUpperCase(), ends.quote.toUpperCase()];
    const [source, target] = [priceUnit(from), priceUnit(to)];
    const route = await this.findRoute(source.currency, target.currency, date, signal);
    const { table, prices } = route;
    const legs = from === to ? [] : [...hundredth(from, source), ...route.legs, ...hundredth(to, target).map(reversed)];
    const rate = rateOf(legs);
    const given = rationalOf(amount.toLowerCase());
    const exact = times(given, rate);
    const oldest = prices.map(({ at }) => dayOf(at.getTime())).sort()[0];
    return {
      amount: /e/i.test(amount) ? trimmed(rounded(given, MAX_AMOUNT_DECIMALS)) : amount,
      base: from,
      quote: to,
      rate: numberOf(rate),
      result: rounded(exact, decimalsOf(target.currency)),
      preciseResult: trimmed(rounded(exact, MAX_DECIMALS)),
      path: legs.map((leg) => ({ base: leg.from, quote: leg.to, rate: numberOf(leg.rate), provider: leg.provider })),
      date: table?.table.day ?? oldest ?? date ?? dayOf(now),
      requestedDate: date ?? null,
      provenance: joinProvenances([
        ...(table === undefined ? [] : [table.provenance]),
        ...prices.map(({ provenance }) => provenance),
      ]),
    };
  }

  private async findRoute(from: string, to: string, date?: string, signal?: AbortSignal): Promise<Route> {
    if (from === to && isCurrency(from)) return { legs: [], prices: [] };
    const requested: [End, End] = [
      { parameter: 'base', anchor: from },
      { parameter: 'quote', anchor: to },
    ];
    const inTables = await this.priced(requested, ({ anchor }) => !isCurrency(anchor), date, signal);
    // Converting a crypto-asset to itself needs no rate; its price is read to check that it exists.
    if (from === to) return { legs: [], prices: pricesOf(inTables) };
    if (inTables[0].anchor === inTables[1].anchor) return routeBetween(inTables, []);
    const sourced = await this.tables.read(date);
    const { table, provenance } = sourced;
    rejectUnusable(
      table,
      inTables.map(({ anchor }) => anchor),
    );
    const ends = await this.priced(inTables, ({ anchor }) => !hasRate(table, anchor), date, signal);
    const [start, end] = ends;
    if (start.anchor === end.anchor) return routeBetween(ends, []);
    const missing = ends.filter(({ anchor }) => !hasRate(table, anchor));
    if (missing.length > 0) throw missingRateProblem(missing.map(({ parameter }) => `query/${parameter}`));
    return { ...routeBetween(ends, legsThrough(table, start.anchor, end.anchor, provenance.provider)), table: sourced };
  }

  /** Returns the ends, with a price for each end that needs one. */
  private async priced(
    ends: [End, End],
    needsPrice: (end: End) => boolean,
    date?: string,
    signal?: AbortSignal,
  ): Promise<[End, End]> {
    const priceOf = async (end: End): Promise<End> => {
      if (!needsPrice(end) || end.anchor === PRICED_IN) return end;
      if (date !== undefined && date < dayOf(this.clock.now())) throw noPastPrice(end.parameter);
      const price = await this.prices.toUsd(end.anchor, end.parameter, signal);
      return { ...end, anchor: PRICED_IN, price };
    };
    return Promise.all([priceOf(ends[0]), priceOf(ends[1])]);
  }
}

const MAX_DECIMALS = 18;
/** Maximum number of decimals of an amount, which can have 18 decimals and the exponent -18. */
const MAX_AMOUNT_DECIMALS = 36;
const trimmed = (text: string): string => (text.includes('.') ? text.replace(/\.?0+$/, '') : text);

/** Returns the step from a hundredth (pence) to its currency; empty for a whole currency. */
const hundredth = (code: string, { currency, divisor }: PriceUnit): Leg[] =>
  divisor === 1 ? [] : [{ from: code, to: currency, rate: { over: 1n, under: BigInt(divisor) }, provider: 'fixed' }];

const pricesOf = (ends: readonly End[]): PriceLeg[] => ends.flatMap(({ price }) => price ?? []);

/** Returns the route between two ends; `middle` connects their anchors. */
function routeBetween([start, end]: [End, End], middle: Leg[]): Route {
  const first = start.price === undefined ? [] : [start.price.leg];
  const last = end.price === undefined ? [] : [reversed(end.price.leg)];
  return { legs: [...first, ...middle, ...last], prices: pricesOf([start, end]) };
}

const reversed = ({ from, to, rate, provider }: Leg): Leg => ({ from: to, to: from, rate: inverse(rate), provider });

const noPastPrice = (parameter: string): Problem =>
  missingRateProblem(
    [`query/${parameter}`],
    'has no reference rate on that day; without a date it is converted at its latest price',
  );

/**
 * Joins the provenance of several parts, with the oldest times; it is simulated if any part is.
 * @returns null without parts
 */
function joinProvenances(parts: readonly Provenance[]): Provenance | null {
  const [oldest] = parts.toSorted((a, b) => timeOf(a) - timeOf(b));
  if (oldest === undefined) return null;
  const providers = [...new Set(parts.map(({ provider }) => provider))];
  const mixed =
    providers.length < 2
      ? []
      : [`Calculated from data of ${providers.join(' and ')}; the times are those of the oldest part.`];
  return {
    provider: providers.includes('simulator') ? 'simulator' : oldest.provider,
    asOf: oldest.asOf,
    fetchedAt: new Date(Math.min(...parts.map(({ fetchedAt }) => fetchedAt.getTime()))),
    delaySeconds: Math.max(...parts.map(({ delaySeconds }) => delaySeconds)),
    stale: parts.some(({ stale }) => stale),
    warnings: [...new Set([...parts.flatMap(({ warnings }) => warnings), ...mixed])].slice(0, 50),
  };
}

const timeOf = ({ asOf, fetchedAt }: Provenance) => (asOf ?? fetchedAt).getTime();
