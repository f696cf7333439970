import { endOf, lengthOf } from '../engine/candle-source.js';
import type { Observation } from '../engine/observation.js';
import type { Span } from '../record/tick-record.service.js';
import { type CandleNumbers, candleAt, countOf, endedBy, orderAt, priceAt, timeAt } from './candle-numbers.js';

/** Earlier prices that filled the windows of a symbol when a rule began. */
export interface EarlierPrices {
  kind: 'earlier_prices';
  symbol: string;
  prices: Array<{ at: number; price: number }>;
}

export type ReplayStep = Observation | EarlierPrices;

/** Iterates over observations in the order in which they were made. */
export interface ObservationCursor {
  /** Order of the next observation (see `orderOf`), whose whole part is its time (ms); infinite at the end. */
  readonly at: number;
  /** Returns the next observation and advances. Must not be called at the end. */
  take(): ReplayStep;
}

export class ListCursor implements ObservationCursor {
  private index = 0;

  constructor(private readonly observations: readonly Observation[]) {}

  get at(): number {
    return this.observations[this.index]?.at ?? Number.POSITIVE_INFINITY;
  }

  take(): Observation {
    this.index += 1;
    return this.observations[this.index - 1] as Observation;
  }
}

/** Number of prices that are observed within a candle. */
const PLACES = 4;
/**
 * The prices within a candle in the order that backtests on candles usually assume: a rising candle goes from its open
 * to its low, high and close; a falling one reaches its high first. Every price between low and high is thus passed, so
 * no crossing is missed; the times within the candle are estimates.
 */
const RISING = ['open', 'low', 'high', 'close'] as const;
const FALLING = ['open', 'high', 'low', 'close'] as const;

/** Iterates over the candles that were observed after `from`: as candles, or as the prices within each candle. */
export class CandleCursor implements ObservationCursor {
  at: number;
  private index: number;
  /** Index of the next price within the candle. */
  private place = 0;
  private path: typeof RISING | typeof FALLING = RISING;
  private readonly length: number;

  constructor(
    private readonly series: CandleNumbers,
    from: number,
    /** Times for which recorded prices exist; the estimated prices of these times are skipped. */
    private readonly covered: readonly Span[] = [],
  ) {
    this.index = endedBy(series, from);
    this.length = lengthOf(series.interval);
    this.at = this.nextTime();
    this.skipCovered();
  }

  take(): Observation {
    const { series, index, place, at } = this;
    const { symbol, interval, use } = series;
    if (use === 'candles') {
      this.index += 1;
      this.at = this.nextTime();
      const candle = candleAt(series, index);
      return { kind: 'candle', symbol, interval, candle, isFinal: true, at: endOf(candle, interval) };
    }
    // The direction is computed at every price, because the first price of a candle may have been skipped.
    this.path = priceAt(series, index, 'close') >= priceAt(series, index, 'open') ? RISING : FALLING;
    const price = priceAt(series, index, this.path[place] as (typeof RISING)[number]);
    this.step();
    this.skipCovered();
    return { kind: 'quote', symbol, price, at };
  }

  private step(): void {
    this.place = (this.place + 1) % PLACES;
    if (this.place === 0) this.index += 1;
    this.at = this.nextTime();
  }

  private skipCovered(): void {
    const { covered, series } = this;
    if (series.use === 'prices' && covered.length > 0) while (isCovered(covered, this.at)) this.step();
  }

  private nextTime(): number {
    const { series, index, place, length } = this;
    if (index >= countOf(series)) return Number.POSITIVE_INFINITY;
    const start = timeAt(series, index);
    if (series.use === 'candles') return orderAt(series, index);
    return place === PLACES - 1 ? start + length - 1 : start + place * Math.floor(length / (PLACES - 1));
  }
}

export const isCovered = (spans: readonly Span[], time: number): boolean =>
  spans.some(({ from, to }) => time >= from && time < to);

/**
 * Merges the observations of several cursors in the order of time; at equal times, the earlier cursor in the list comes
 * first.
 */
export class MergedObservations {
  /** Order of the last observation taken. */
  order = Number.NEGATIVE_INFINITY;
  /** Order of the next observation of each cursor; `take` scans it for every observation. */
  private readonly times: Float64Array;

  constructor(private readonly cursors: readonly ObservationCursor[]) {
    this.times = Float64Array.from(cursors, ({ at }) => at);
  }

  /** Takes the next observation whose order is less than `before`; undefined if there is no such observation. */
  take(before: number): ReplayStep | undefined {
    const { times } = this;
    let first = -1;
    let at = before;
    for (let index = 0; index < times.length; index += 1) {
      if ((times[index] as number) >= at) continue;
      first = index;
      at = times[index] as number;
    }
    const cursor = this.cursors[first];
    if (cursor !== undefined) this.order = at;
    const taken = cursor?.take();
    if (cursor !== undefined) times[first] = cursor.at;
    return taken;
  }
}
