import { Service } from 'typedi';
import { Clock } from '../../../clock.js';
import type { Problem } from '../../../http/problem.js';
import type { Provenance } from '../../../upstream/provenance.js';
import { type PriceUnit, priceUnit } from '../providers/minor-units.js';
import { hasRate, type Leg, legsThrough, rateOf } from './cross-rate.js';
import { decimalsOf, isCurrency } from './currency.js';
import { joined } from './joined-provenance.js';
import { PRICED_IN, type PriceLeg, PriceLegs } from './price-legs.service.js';
import { dayOf } from './publication.js';
import { RateTables, type SourcedRates } from './rate-tables.service.js';
import { noSuchRate, refuseFutureDay, refuseUnusable } from './rates-problem.js';
import { inverse, numberOf, rationalOf, rounded, times } from './rational.js';

/** What is asked; codes in either case. */
export interface ConversionRequest {
  /** A decimal number above 0 as text: `1250.40`, `1e-7`. */
  amount: string;
  base: string;
  quote: string;
  /** `2024-01-15`; the latest when left out. */
  date?: string;
}

export interface Conversion {
  amount: string;
  base: string;
  quote: string;
  /** Units of `quote` for one `base`. */
  rate: number;
  /** Exact until it is rounded to the decimals of `quote`, half away from zero. */
  result: string;
  /** The same before that: up to 18 decimals, none of them a trailing zero. */
  preciseResult: string;
  /** From `base` to `quote`, one after the other; empty when they are the same. */
  path: Array<{ base: string; quote: string; rate: number; provider: string }>;
  /** The day of the rates; where there are none among the legs, that of the prices (UTC). */
  date: string;
  requestedDate: string | null;
  /** Null when nobody had to be asked. */
  provenance: Provenance | null;
}

/** One end of a conversion. */
interface End {
  /** Names it among the parameters. */
  parameter: 'base' | 'quote';
  /** The currency by which tables of rates can know it: itself, or what its price is in. */
  anchor: string;
  price?: PriceLeg;
}

/** A way from one currency to another, and what it rests on. */
interface Way {
  legs: Leg[];
  table?: SourcedRates;
  prices: PriceLeg[];
}

/** Turns amounts of one currency or crypto-asset into another. */
@Service()
export class ConversionService {
  constructor(
    private readonly tables: RateTables,
    private readonly prices: PriceLegs,
    private readonly clock: Clock,
  ) {}

  /**
   * Between currencies by the table of rates, by way of its base where neither is the base; a crypto-asset, and a currency that the table does not
   * have, by its latest price in USD.
   * @throws Problem `invalid_request` for a day in the future; `unprocessable` for a currency without a rate, for a day before all rates and for a
   *   price of a day that is over; `unavailable`
   */
  async convert({ amount, date, ...ends }: ConversionRequest, signal?: AbortSignal): Promise<Conversion> {
    const now = this.clock.now();
    refuseFutureDay(date, now);
    const [from, to] = [ends.base.toUpperCase(), ends.quote.toUpperCase()];
    const [whole, wanted] = [priceUnit(from), priceUnit(to)];
    const way = await this.wayOf(whole.currency, wanted.currency, date, signal);
    const { table, prices } = way;
    const legs = from === to ? [] : [...hundredth(from, whole), ...way.legs, ...hundredth(to, wanted).map(reversed)];
    const rate = rateOf(legs);
    const given = rationalOf(amount.toLowerCase());
    const exact = times(given, rate);
    const oldest = prices.map(({ at }) => dayOf(at.getTime())).sort()[0];
    return {
      amount: /e/i.test(amount) ? trimmed(rounded(given, MOST_DECIMALS_GIVEN)) : amount,
      base: from,
      quote: to,
      rate: numberOf(rate),
      result: rounded(exact, decimalsOf(wanted.currency)),
      preciseResult: trimmed(rounded(exact, MOST_DECIMALS)),
      path: legs.map((leg) => ({ base: leg.from, quote: leg.to, rate: numberOf(leg.rate), provider: leg.provider })),
      date: table?.table.day ?? oldest ?? date ?? dayOf(now),
      requestedDate: date ?? null,
      provenance: joined([...(table === undefined ? [] : [table.provenance]), ...prices.map(({ provenance }) => provenance)]),
    };
  }

  private async wayOf(from: string, to: string, date?: string, signal?: AbortSignal): Promise<Way> {
    if (from === to && isCurrency(from)) return { legs: [], prices: [] };
    const asked: [End, End] = [
      { parameter: 'base', anchor: from },
      { parameter: 'quote', anchor: to },
    ];
    const inTables = await this.priced(asked, ({ anchor }) => !isCurrency(anchor), date, signal);
    // A crypto-asset for itself: nothing to convert, but that it is one was asked for.
    if (from === to) return { legs: [], prices: pricesOf(inTables) };
    if (inTables[0].anchor === inTables[1].anchor) return wayBetween(inTables, []);
    const sourced = await this.tables.read(date);
    const { table, provenance } = sourced;
    refuseUnusable(
      table,
      inTables.map(({ anchor }) => anchor),
    );
    const ends = await this.priced(inTables, ({ anchor }) => !hasRate(table, anchor), date, signal);
    const [start, end] = ends;
    if (start.anchor === end.anchor) return wayBetween(ends, []);
    const missing = ends.filter(({ anchor }) => !hasRate(table, anchor));
    if (missing.length > 0) throw noSuchRate(missing.map(({ parameter }) => `query/${parameter}`));
    return { ...wayBetween(ends, legsThrough(table, start.anchor, end.anchor, provenance.provider)), table: sourced };
  }

  /** The ends with prices for those that need one. */
  private async priced(ends: [End, End], needsPrice: (end: End) => boolean, date?: string, signal?: AbortSignal): Promise<[End, End]> {
    const priceOf = async (end: End): Promise<End> => {
      if (!needsPrice(end) || end.anchor === PRICED_IN) return end;
      if (date !== undefined && date < dayOf(this.clock.now())) throw noPastPrice(end.parameter);
      const price = await this.prices.toUsd(end.anchor, end.parameter, signal);
      return { ...end, anchor: PRICED_IN, price };
    };
    return Promise.all([priceOf(ends[0]), priceOf(ends[1])]);
  }
}

const MOST_DECIMALS = 18;
/** Of an amount with 18 decimals and the exponent -18. */
const MOST_DECIMALS_GIVEN = 36;
const trimmed = (text: string): string => (text.includes('.') ? text.replace(/\.?0+$/, '') : text);

/** From a hundredth (pence) to its currency; nothing for a whole currency. */
const hundredth = (code: string, { currency, divisor }: PriceUnit): Leg[] =>
  divisor === 1 ? [] : [{ from: code, to: currency, rate: { over: 1n, under: BigInt(divisor) }, provider: 'fixed' }];

const pricesOf = (ends: readonly End[]): PriceLeg[] => ends.flatMap(({ price }) => price ?? []);

/** From one end to the other, `middle` being the way between their anchors. */
function wayBetween([start, end]: [End, End], middle: Leg[]): Way {
  const first = start.price === undefined ? [] : [start.price.leg];
  const last = end.price === undefined ? [] : [reversed(end.price.leg)];
  return { legs: [...first, ...middle, ...last], prices: pricesOf([start, end]) };
}

const reversed = ({ from, to, rate, provider }: Leg): Leg => ({ from: to, to: from, rate: inverse(rate), provider });

const noPastPrice = (parameter: string): Problem =>
  noSuchRate([`query/${parameter}`], 'has no reference rate on that day; without a date it is converted at its latest price');
