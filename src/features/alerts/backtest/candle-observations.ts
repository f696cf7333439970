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

/** Observations in the order in which they were made, one at a time. */
export interface ObservationCursor {
  /** The order of the next one, see `orderOf`: when it was observed (ms); infinite at the end. */
  readonly at: number;
  /** Returns the next one and moves on. Not at the end. */
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

/** The prices of a candle that are observed. */
const PLACES = 4;
/**
 * The prices of a candle in the order that is usual for tests on candles: a rising candle goes from the open to the
 * low, the high and the close, a falling one to the high first. So a threshold that a price touched is touched; the
 * time within the candle is estimated.
 */
const RISING = ['open', 'low', 'high', 'close'] as const;
const FALLING = ['open', 'high', 'low', 'close'] as const;

/**
 * The candles that were observed after `from`, as observations: a candle when it was observed, or the prices within it.
 */
export class CandleCursor implements ObservationCursor {
  at: number;
  private index: number;
  /** The price within the candle. */
  private place = 0;
  private path: typeof RISING | typeof FALLING = RISING;
  private readonly length: number;

  constructor(
    private readonly series: CandleNumbers,
    from: number,
    /** Times of which the prices themselves are known. */
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
    // The first price of a candle may have been skipped.
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

/** The observations of several cursors in the order of time; of those of one moment, that of the first cursor first. */
export class MergedObservations {
  /** The order of the observation that was taken last. */
  order = Number.NEGATIVE_INFINITY;
  /** When the next observation of each cursor is: scanned for each observation. */
  private readonly times: Float64Array;

  constructor(private readonly cursors: readonly ObservationCursor[]) {
    this.times = Float64Array.from(cursors, ({ at }) => at);
  }

  /** The next one before a time (ms); undefined without one. */
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
