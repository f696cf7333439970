import { lengthOf } from '../engine/candle-source.js';
import type { Observation } from '../engine/observation.js';
import { type CandleNumbers, candleAt, countOf, endedBy, priceAt, timeAt } from './candle-numbers.js';

/** Observations in the order of time, one at a time. */
export interface ObservationCursor {
  /** When the next one is (ms); infinite at the end. */
  readonly at: number;
  /** Returns the next one and moves on. Not at the end. */
  take(): Observation;
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
 * The prices of a candle in the order that is usual for tests on candles: a rising candle goes from the open to the low, the high and the close, a falling one
 * to the high first. So a threshold that a price touched is touched; the time within the candle is estimated.
 */
const RISING = ['open', 'low', 'high', 'close'] as const;
const FALLING = ['open', 'high', 'low', 'close'] as const;

/** The candles that end after `from`, as observations: a candle when it ends, or the prices within it. */
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
  ) {
    this.index = endedBy(series, from);
    this.length = lengthOf(series.interval);
    this.at = this.nextTime();
  }

  take(): Observation {
    const { series, index, place, at } = this;
    const { symbol, interval, use } = series;
    if (use === 'candles') {
      this.index += 1;
      this.at = this.nextTime();
      return { kind: 'candle', symbol, interval, candle: candleAt(series, index), isFinal: true, at };
    }
    if (place === 0) this.path = priceAt(series, index, 'close') >= priceAt(series, index, 'open') ? RISING : FALLING;
    const price = priceAt(series, index, this.path[place] as (typeof RISING)[number]);
    this.place = (place + 1) % PLACES;
    if (this.place === 0) this.index += 1;
    this.at = this.nextTime();
    return { kind: 'quote', symbol, price, at };
  }

  private nextTime(): number {
    const { series, index, place, length } = this;
    if (index >= countOf(series)) return Number.POSITIVE_INFINITY;
    const start = timeAt(series, index);
    if (series.use === 'candles') return start + length;
    return place === PLACES - 1 ? start + length - 1 : start + place * Math.floor(length / (PLACES - 1));
  }
}

/** The observations of several cursors in the order of time; of those of one moment, that of the first cursor first. */
export class MergedObservations {
  /** When the next observation of each cursor is: scanned for each observation. */
  private readonly times: Float64Array;

  constructor(private readonly cursors: readonly ObservationCursor[]) {
    this.times = Float64Array.from(cursors, ({ at }) => at);
  }

  /** The next one before a time (ms); undefined without one. */
  take(before: number): Observation | undefined {
    const { times } = this;
    let first = -1;
    let at = before;
    for (let index = 0; index < times.length; index += 1) {
      if ((times[index] as number) >= at) continue;
      first = index;
      at = times[index] as number;
    }
    const cursor = this.cursors[first];
    const taken = cursor?.take();
    if (cursor !== undefined) times[first] = cursor.at;
    return taken;
  }
}
