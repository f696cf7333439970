import type { CandleField } from './expression.js';

export interface NumberParameter {
  name: string;
  /** Default value; undefined if the number is required. */
  fallback?: number;
  min: number;
  max: number;
  isWhole: boolean;
}

/** A function of the language that computes a point from several points of its operands. */
export interface ChartFunction {
  operands: number;
  /** The fields of a candle that it reads, if its operand is a symbol; `compute` then receives a column of each. */
  fields?: readonly CandleField[];
  numbers: readonly NumberParameter[];
  /** Returns the problem with a combination of numbers; undefined if it is valid. */
  check?(numbers: readonly number[]): string | undefined;
  /** Returns the number of points before the first shown one on which a value depends. */
  warmUp(numbers: readonly number[]): number;
  /**
   * Computes the values.
   * @param operands columns of the same times; NaN where a candle has no volume
   * @param anchor index of the first shown point; the length of the series if no point is shown
   * @returns a column of the same length, NaN where absent
   */
  compute(operands: readonly Float64Array[], numbers: readonly number[], anchor: number): Float64Array;
}
