import { DAY_MS } from '../../../time/durations.js';
import type { Candle } from '../../markets/candle.js';
import { type CandleColumns, candlesBetween, columnsFor } from '../../markets/indicators/candle-columns.js';

/** Number of candles above the needed ones that are stored before the columns are compacted. */
const SPARE = 512;

/** Keeps the latest final candles of one symbol and interval, in columns that indicators read without copying. */
export class CandleHistory {
  private columns = columnsFor(SPARE);
  private start = 0;
  private end = 0;
  private needed = 0;

  /** Start of the first candle (ms); −∞ without candles, so that no candle is before it. */
  get firstTime(): number {
    return this.end === this.start ? Number.NEGATIVE_INFINITY : (this.columns.time[this.start] as number);
  }

  get lastTime(): number {
    return this.end === this.start ? Number.NEGATIVE_INFINITY : (this.columns.time[this.end - 1] as number);
  }

  get length(): number {
    return this.end - this.start;
  }

  /** Increases the number of candles that are kept to at least `count`. */
  require(count: number): void {
    if (count <= this.needed) return;
    this.needed = count;
    this.resize();
  }

  /** Adds a candle that starts later than all stored ones. @returns false for another candle, which is ignored */
  add({ time, open, high, low, close, volume }: Candle): boolean {
    if (time.getTime() <= this.lastTime) return false;
    if (this.end === this.columns.time.length) this.resize();
    this.columns.time[this.end] = time.getTime();
    this.columns.open[this.end] = open;
    this.columns.high[this.end] = high;
    this.columns.low[this.end] = low;
    this.columns.close[this.end] = close;
    this.columns.volume[this.end] = volume ?? Number.NaN;
    this.end += 1;
    if (this.length > this.needed) this.start = this.end - this.needed;
    return true;
  }

  /**
   * Returns the last `count` candles, or all if there are fewer. The columns are views and valid only until the next
   * candle is added.
   */
  latest(count: number): CandleColumns {
    const from = Math.max(this.start, this.end - count);
    return candlesBetween(this.columns, from, this.end);
  }

  private resize(): void {
    const kept = this.latest(this.needed);
    this.columns = columnsFor(this.needed + Math.max(SPARE, this.needed >> 1));
    for (const name of ['time', 'open', 'high', 'low', 'close', 'volume'] as const) this.columns[name].set(kept[name]);
    this.start = 0;
    this.end = kept.length;
  }
}

/** Returns 1 for each candle that begins a new day (UTC), 0 for the others. */
export function dayStarts({ time, length }: CandleColumns): Uint8Array {
  const starts = new Uint8Array(length);
  for (let index = 0; index < length; index += 1) {
    const day = Math.floor((time[index] as number) / DAY_MS);
    starts[index] = index === 0 || day !== Math.floor((time[index - 1] as number) / DAY_MS) ? 1 : 0;
  }
  return starts;
}
