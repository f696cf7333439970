import { type CandleColumns, candlesBetween } from '../../markets/indicators/candle-columns.js';
import type { IndicatorMemory } from '../../markets/indicators/kinds/indicator-kind.js';

/** Calculates a line of an indicator over candles, one value per candle. */
export type LineOf = (candles: CandleColumns) => Float64Array;

/** Minimum length of a piece (candles); shorter pieces would cost more in repeated warm-ups than they save. */
const MIN_PIECE = 2_048;
/** Margin for rounding differences of sums in another order, as a fraction of the highest price. */
const ROUNDING = 1e-9;
/**
 * Margin for averages of prices, as a fraction of the highest price: candles before the warm-up have a total weight of
 * less than e⁻¹⁸.
 */
const LINEAR_MARGIN = 1e-6;
/**
 * Margin for a ratio (0 to 100) of Wilder averages of changes. Candles before the warm-up have a total weight of less
 * than e⁻¹⁹ (6e-9), and the averages are at least e⁻¹ of the recent mean change, so that 200 × 6e-9 × e / 0.001 bounds
 * the difference. A smoothed ratio averages such ratios: ratios in the first half of the warm-up may differ by 100 and
 * have a total weight of less than e⁻²⁰, and ratios in the second half have this bound if no recent mean change there
 * is small.
 */
const RATIO_MARGIN = 0.01;
/**
 * Fraction of the largest change; if the recent mean change is smaller, a ratio may depend on candles before the
 * warm-up.
 */
const MIN_RECENT_CHANGE = 1e-3;
/** Number of Wilder periods in the warm-up of a ratio; each of the two averages of a smoothed ratio has half of it. */
const PERIODS = 20;

/**
 * Estimates the values of an indicator at candles that are known in advance, with error bounds. The line is calculated
 * once over long pieces, instead of over the warm-up of each value. Its values therefore depend on more candles than
 * exact ones do; the bounds limit the difference.
 */
export class IndicatorEstimate {
  value = Number.NaN;
  low = Number.NaN;
  high = Number.NaN;
  private start = 0;
  private end = 0;
  /** Index of the first candle of the current piece, including its warm-up. */
  private offset = 0;
  private values: Float64Array = new Float64Array();
  private highest = 0;
  /**
   * For ratios: whether at each candle of the piece the recent mean change has been large enough for a sufficient run
   * of candles.
   */
  private isMoving: Uint8Array = new Uint8Array();

  constructor(
    private readonly candles: CandleColumns,
    private readonly line: LineOf,
    private readonly warmUp: number,
    private readonly memory: IndicatorMemory,
  ) {}

  /** Estimates the value at a candle. @returns false if there is no estimate and the value must be calculated */
  move(index: number): boolean {
    // The warm-up of earlier candles would begin before the first candle.
    if (index < this.warmUp) return false;
    if (index < this.start || index >= this.end) this.read(index);
    const value = this.valueAt(index - this.offset);
    const margin = this.marginAt(index - this.offset);
    this.value = value;
    this.low = value - margin;
    this.high = value + margin;
    return Number.isFinite(value) && Number.isFinite(margin);
  }

  private valueAt(place: number): number {
    const value = this.values[place] as number;
    return this.memory === 'sum' ? value - (this.values[place - this.warmUp] as number) : value;
  }

  private marginAt(place: number): number {
    const { highest } = this;
    if (this.memory === 'window' || this.memory === 'sum')
      return ROUNDING * (highest + Math.abs(this.values[place] as number));
    if (this.memory === 'linear') return LINEAR_MARGIN * highest;
    return this.isMoving[place] === 1 ? RATIO_MARGIN : Number.POSITIVE_INFINITY;
  }

  /** Calculates the piece that contains a candle. */
  private read(index: number): void {
    const length = Math.max(this.warmUp, MIN_PIECE);
    this.start = index - (index % length);
    this.end = Math.min(this.candles.length, this.start + length);
    this.offset = Math.max(0, this.start - this.warmUp);
    const piece = candlesBetween(this.candles, this.offset, this.end);
    this.values = this.line(piece);
    this.highest = (this.memory === 'sum' ? this.values : piece.high).reduce(
      (highest, value) => Math.max(highest, Math.abs(value) || 0),
      0,
    );
    if (this.memory === 'ratio') this.readMovement(piece, closeChange, this.warmUp / PERIODS, 1);
    if (this.memory === 'smoothed_ratio')
      this.readMovement(piece, directionalMovement, this.warmUp / PERIODS / 2, this.warmUp / 2);
  }

  /**
   * Fills `isMoving`.
   * @param run number of consecutive candles whose recent mean change must not be small
   */
  private readMovement(
    piece: CandleColumns,
    changeAt: (piece: CandleColumns, place: number) => number,
    exactPeriod: number,
    run: number,
  ): void {
    const period = Math.max(1, Math.floor(exactPeriod));
    const sums = new Float64Array(piece.length);
    let largest = 0;
    for (let place = 1; place < piece.length; place += 1) {
      const change = changeAt(piece, place);
      sums[place] = (sums[place - 1] as number) + change;
      if (change > largest) largest = change;
    }
    this.isMoving = new Uint8Array(piece.length);
    let lastStill = period - 1;
    for (let place = period; place < piece.length; place += 1) {
      const recent = ((sums[place] as number) - (sums[place - period] as number)) / period;
      if (!(recent >= MIN_RECENT_CHANGE * largest && largest > 0)) lastStill = place;
      if (place - lastStill >= run) this.isMoving[place] = 1;
    }
  }
}

const closeChange = ({ close }: CandleColumns, place: number): number =>
  Math.abs((close[place] as number) - (close[place - 1] as number));

/** Returns Wilder's directional movement, up or down, at a candle. */
function directionalMovement({ high, low }: CandleColumns, place: number): number {
  const up = (high[place] as number) - (high[place - 1] as number);
  const down = (low[place - 1] as number) - (low[place] as number);
  return up === down ? 0 : Math.max(up, down, 0);
}
