import { DAY_MS } from '../../../time/durations.js';
import type { Candle } from '../../markets/candle.js';
import type { CandleColumns } from '../../markets/indicators/candle-columns.js';

/** Number of candles above the needed ones that are stored before the columns are compacted. */
const SPARE = 512;

/** Keeps the latest final candles of one symbol and interval, in columns that indicators read without copying. */
export class CandleHistory {
  private columns = emptyColumns(SPARE);
  private start = 0;
  private end = 0;
  private needed = 0;

  /** Start of the first candle (ms); −∞ if there is none, so that no candle is before it. */
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
  add({ time, high, low, close, volume }: Candle): boolean {
    if (time.getTime() <= this.lastTime) return false;
    if (this.end === this.columns.time.length) this.resize();
    this.columns.time[this.end] = time.getTime();
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
    const { time, high, low, close, volume } = this.columns;
    const view = (column: Float64Array) => column.subarray(from, this.end);
    return {
      length: this.end - from,
      time: view(time),
      high: view(high),
      low: view(low),
      close: view(close),
      volume: view(volume),
    };
  }

  private resize(): void {
    const kept = this.latest(this.needed);
    this.columns = emptyColumns(this.needed + Math.max(SPARE, this.needed >> 1));
    for (const name of ['time', 'high', 'low', 'close', 'volume'] as const) this.columns[name].set(kept[name]);
    this.start = 0;
    this.end = kept.length;
  }
}

function emptyColumns(capacity: number): Omit<CandleColumns, 'length'> {
  const column = () => new Float64Array(capacity);
  return { time: column(), high: column(), low: column(), close: column(), volume: column() };
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
