import { type Candle } from '../../markets/candle.js';
import { endOf } from '../engine/candle-source.js';
import type { Observation } from '../engine/observation.js';
import { type CandleNumbers, candleAt, countOf } from './candle-numbers.js';

/** Observations in the order of time, one at a time. */
export interface ObservationCursor {
  /** The next one; undefined at the end. */
  readonly next: Observation | undefined;
  advance(): void;
}

export function cursorOf(observations: readonly Observation[]): ObservationCursor {
  let index = 0;
  return {
    get next() {
      return observations[index];
    },
    advance() {
      index += 1;
    },
  };
}

/** The candles that end after `from`, as observations: a candle when it ends, or the prices within it. */
export class CandleCursor implements ObservationCursor {
  private index = 0;
  private queue: Observation[] = [];
  private place = 0;

  constructor(
    private readonly series: CandleNumbers,
    from: number,
  ) {
    while (this.index < countOf(series) && endOf(candleAt(series, this.index), series.interval) <= from) this.index += 1;
    this.fill();
  }

  get next(): Observation | undefined {
    return this.queue[this.place];
  }

  advance(): void {
    this.place += 1;
    if (this.place < this.queue.length) return;
    this.index += 1;
    this.fill();
  }

  private fill(): void {
    this.place = 0;
    this.queue = this.index < countOf(this.series) ? this.observations(candleAt(this.series, this.index)) : [];
  }

  private observations(candle: Candle): Observation[] {
    const { symbol, interval, use } = this.series;
    const end = endOf(candle, interval);
    if (use === 'candles') return [{ kind: 'candle', symbol, interval, candle, isFinal: true, at: end }];
    return pricesWithin(candle, end).map(([at, price]) => ({ kind: 'quote', symbol, price, at }));
  }
}

/**
 * The prices of a candle in the order that is usual for tests on candles: a rising candle goes from the open to the low, the high and the close, a falling one
 * to the high first. So a threshold that a price touched is touched; the time within the candle is estimated.
 */
function pricesWithin({ time, open, high, low, close }: Candle, end: number): Array<[number, number]> {
  const start = time.getTime();
  const third = Math.floor((end - start) / 3);
  const [first, second] = close >= open ? [low, high] : [high, low];
  return [
    [start, open],
    [start + third, first],
    [start + 2 * third, second],
    [end - 1, close],
  ];
}
