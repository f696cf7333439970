import { lengthOf } from '../engine/candle-source.js';
import type { Observation } from '../engine/observation.js';
import { type CandleNumbers, candleAt, countOf, endedBy, pricesAt, timeAt } from './candle-numbers.js';

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
  next: Observation | undefined;
  private index: number;
  /** The price within the candle. */
  private place = 0;
  private path: number[] = [];
  private readonly length: number;

  constructor(
    private readonly series: CandleNumbers,
    from: number,
  ) {
    this.index = endedBy(series, from);
    this.length = lengthOf(series.interval);
    this.next = this.read();
  }

  advance(): void {
    this.place += 1;
    if (this.series.use === 'candles' || this.place === PLACES) {
      this.place = 0;
      this.index += 1;
    }
    this.next = this.read();
  }

  private read(): Observation | undefined {
    const { series, index, place, length } = this;
    if (index >= countOf(series)) return undefined;
    const { symbol, interval, use } = series;
    const start = timeAt(series, index);
    if (use === 'candles') return { kind: 'candle', symbol, interval, candle: candleAt(series, index), isFinal: true, at: start + length };
    if (place === 0) this.path = pathOf(pricesAt(series, index));
    const at = place === PLACES - 1 ? start + length - 1 : start + place * Math.floor(length / (PLACES - 1));
    return { kind: 'quote', symbol, price: this.path[place] as number, at };
  }
}

/** The prices of a candle that are observed. */
const PLACES = 4;

/**
 * The prices of a candle in the order that is usual for tests on candles: a rising candle goes from the open to the low, the high and the close, a falling one
 * to the high first. So a threshold that a price touched is touched; the time within the candle is estimated.
 */
const pathOf = ([open, high, low, close]: [number, number, number, number]): number[] => (close >= open ? [open, low, high, close] : [open, high, low, close]);
