import type { CandleColumns } from '../../markets/indicators/candle-columns.js';
import type { IndicatorMemory } from '../../markets/indicators/indicator-catalog.js';

/** Calculates a line over candles; the result has one value per candle. */
export type LineOf = (candles: CandleColumns) => Float64Array;

/** Shorter pieces would repeat more of the warm-up than they save. */
const MIN_PIECE = 2_048;
/** Margin of a value that is summed in another order, as a share of the highest price. */
const ROUNDING = 1e-9;
/** Margin of averages of prices, as a share of the highest price: candles before the warm-up weigh less than e⁻¹⁸. */
const LINEAR_MARGIN = 1e-6;
/**
 * Margin of a ratio of Wilder averages of changes (0 to 100). Candles before the warm-up weigh less than e⁻¹⁹ (6e-9), and the averages are at least e⁻¹ of the
 * recent mean change, so that 200 × 6e-9 × e / 0.001 bounds the difference.
 */
const RATIO_MARGIN = 0.01;
/** The recent mean change, as a share of the largest one, below which a ratio depends on older candles. */
const MIN_RECENT_CHANGE = 1e-3;
/** The part of the warm-up of a ratio that is its period. */
const PERIODS = 20;

/**
 * Bounds of the values of an indicator at candles that are known beforehand. The line is calculated once, in long pieces, instead of over the warm-up of each
 * value; a value of such a line depends on more candles than its warm-up, and the bounds say by how much it may differ at most.
 */
export class IndicatorEstimate {
  value = Number.NaN;
  low = Number.NaN;
  high = Number.NaN;
  private start = 0;
  private end = 0;
  /** The first candle of the piece with its warm-up. */
  private offset = 0;
  private values: Float64Array = new Float64Array();
  private highest = 0;
  /** Sums of the absolute changes of the close up to each candle of the piece, for ratios. */
  private changes: Float64Array = new Float64Array();
  private largestChange = 0;

  constructor(
    private readonly candles: CandleColumns,
    private readonly line: LineOf,
    private readonly warmUp: number,
    private readonly memory: IndicatorMemory,
  ) {}

  /** Estimates the value at a candle. @returns false if it must be calculated */
  move(index: number): boolean {
    // Before, the warm-up of a value begins at the first candle.
    if (index < this.warmUp) return false;
    if (index < this.start || index >= this.end) this.read(index);
    const value = this.values[index - this.offset] as number;
    const margin = this.marginAt(index - this.offset);
    this.value = value;
    this.low = value - margin;
    this.high = value + margin;
    return Number.isFinite(value) && Number.isFinite(margin);
  }

  private marginAt(place: number): number {
    const { highest, changes, largestChange } = this;
    if (this.memory === 'window') return ROUNDING * (highest + Math.abs(this.values[place] as number));
    if (this.memory === 'linear') return LINEAR_MARGIN * highest;
    const period = Math.max(1, Math.floor(this.warmUp / PERIODS));
    const recent = ((changes[place] as number) - (changes[place - period] as number)) / period;
    return recent >= MIN_RECENT_CHANGE * largestChange && largestChange > 0 ? RATIO_MARGIN : Number.POSITIVE_INFINITY;
  }

  /** Calculates the piece that holds a candle. */
  private read(index: number): void {
    const length = Math.max(this.warmUp, MIN_PIECE);
    this.start = index - (index % length);
    this.end = Math.min(this.candles.length, this.start + length);
    this.offset = Math.max(0, this.start - this.warmUp);
    const piece = between(this.candles, this.offset, this.end);
    this.values = this.line(piece);
    this.highest = piece.high.reduce((highest, price) => Math.max(highest, Math.abs(price)), 0);
    if (this.memory === 'ratio') this.readChanges(piece.close);
  }

  private readChanges(close: Float64Array): void {
    this.changes = new Float64Array(close.length);
    this.largestChange = 0;
    for (let place = 1; place < close.length; place += 1) {
      const change = Math.abs((close[place] as number) - (close[place - 1] as number));
      this.changes[place] = (this.changes[place - 1] as number) + change;
      if (change > this.largestChange) this.largestChange = change;
    }
  }
}

function between({ time, high, low, close, volume }: CandleColumns, from: number, to: number): CandleColumns {
  const view = (column: Float64Array) => column.subarray(from, to);
  return { length: to - from, time: view(time), high: view(high), low: view(low), close: view(close), volume: view(volume) };
}
