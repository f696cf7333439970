import type { CandleColumns } from '../../markets/indicators/candle-columns.js';
import type { IndicatorMemory } from '../../markets/indicators/indicator-catalog.js';

/** Calculates a line over candles; the result has one value per candle. */
export type LineOf = (candles: CandleColumns) => Float64Array;

/** Shorter pieces would repeat more of the warm-up than they save. */
const MIN_PIECE = 2_048;
/** Margin of a value that is summed in another order, as a fraction of the highest price. */
const ROUNDING = 1e-9;
/**
 * Margin of averages of prices, as a fraction of the highest price: candles before the warm-up weigh less than e⁻¹⁸.
 */
const LINEAR_MARGIN = 1e-6;
/**
 * Margin of a ratio of Wilder averages of changes (0 to 100). Candles before the warm-up weigh less than e⁻¹⁹ (6e-9),
 * and the averages are at least e⁻¹ of the recent mean change, so that 200 × 6e-9 × e / 0.001 bounds the difference. A
 * smoothed ratio averages such ratios: those of the first half of the warm-up may differ by 100 and weigh less than
 * e⁻²⁰ together, and those of the second half have this bound if no recent mean change there is small.
 */
const RATIO_MARGIN = 0.01;
/** The recent mean change, as a fraction of the largest one, below which a ratio depends on older candles. */
const MIN_RECENT_CHANGE = 1e-3;
/** Periods of Wilder in the warm-up of a ratio; the averages of a smoothed one have half of its warm-up each. */
const PERIODS = 20;

/**
 * Bounds of the values of an indicator at candles that are known beforehand. The line is calculated once, in long
 * pieces, instead of over the warm-up of each value; a value of such a line depends on more candles than its warm-up,
 * and the bounds say by how much it may differ at most.
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
  /** For ratios: whether each candle of the piece ends a run of candles that are long enough and not still. */
  private isMoving: Uint8Array = new Uint8Array();

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

  /** Calculates the piece that holds a candle. */
  private read(index: number): void {
    const length = Math.max(this.warmUp, MIN_PIECE);
    this.start = index - (index % length);
    this.end = Math.min(this.candles.length, this.start + length);
    this.offset = Math.max(0, this.start - this.warmUp);
    const piece = between(this.candles, this.offset, this.end);
    this.values = this.line(piece);
    this.highest = (this.memory === 'sum' ? this.values : piece.high).reduce(
      (highest, value) => Math.max(highest, Math.abs(value) || 0),
      0,
    );
    if (this.memory === 'ratio') this.readMovement(piece, closeChange, this.warmUp / PERIODS, 1);
    if (this.memory === 'smoothed_ratio')
      this.readMovement(piece, directionalMovement, this.warmUp / PERIODS / 2, this.warmUp / 2);
  }

  /** @param run candles in a row whose recent mean change is not small */
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

/** The directional movement of Wilder in either direction. */
function directionalMovement({ high, low }: CandleColumns, place: number): number {
  const up = (high[place] as number) - (high[place - 1] as number);
  const down = (low[place - 1] as number) - (low[place] as number);
  return up === down ? 0 : Math.max(up, down, 0);
}

function between({ time, high, low, close, volume }: CandleColumns, from: number, to: number): CandleColumns {
  const view = (column: Float64Array) => column.subarray(from, to);
  return {
    length: to - from,
    time: view(time),
    high: view(high),
    low: view(low),
    close: view(close),
    volume: view(volume),
  };
}
