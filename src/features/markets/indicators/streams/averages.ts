// Averages that take one value after another. A missing value (NaN) returns NaN and changes nothing.

/** Takes the next value and returns the result so far; NaN while there are too few values. */
export type Stream = (value: number) => number;

/**
 * Creates the sum of the last `period` values. It is compensated (Neumaier), so that a spike leaves no error after it
 * has left the window; zeros have a sum of exactly 0.
 */
export function movingSum(period: number): Stream {
  const window = new Float64Array(period);
  let [count, at, sum, lost, filled] = [0, 0, 0, 0, 0];
  const add = (value: number) => {
    const next = sum + value;
    lost += Math.abs(sum) >= Math.abs(value) ? sum - next + value : value - next + sum;
    sum = next;
  };
  return (value) => {
    if (Number.isNaN(value)) return Number.NaN;
    add(value);
    if (value !== 0) filled += 1;
    if (count === period) {
      const leaving = window[at] as number;
      add(-leaving);
      if (leaving !== 0) filled -= 1;
    } else count += 1;
    if (filled === 0) [sum, lost] = [0, 0];
    window[at] = value;
    at = at + 1 === period ? 0 : at + 1;
    return count === period ? sum + lost : Number.NaN;
  };
}

/** Creates the simple moving average: the mean of the last `period` values. */
export function sma(period: number): Stream {
  const sum = movingSum(period);
  return (value) => sum(value) / period;
}

/**
 * Creates a recursive average: the first result is the mean of the first `period` values; each further result moves
 * towards its value by `weight`.
 */
function recursive(period: number, weight: number): Stream {
  let [count, average] = [0, 0];
  return (value) => {
    if (Number.isNaN(value)) return Number.NaN;
    if (count < period) {
      count += 1;
      average += value;
      if (count < period) return Number.NaN;
      average /= period;
    } else average += weight * (value - average);
    return average;
  };
}

/** Creates the exponential moving average: weight 2 / (period + 1), seeded by the mean of the first values. */
export const ema = (period: number): Stream => recursive(period, 2 / (period + 1));

/** Creates the average of J. Welles Wilder (1978): weight 1 / period, seeded by the mean of the first values. */
export const wilder = (period: number): Stream => recursive(period, 1 / period);

/**
 * Creates the sum of Wilder as TA-Lib seeds it: it begins with the sum of the first `period - 1` values; each
 * further value is added after the sum was reduced by a `period`-th. The first result is at the `period`-th value.
 */
export function wilderSum(period: number): Stream {
  let [count, sum] = [1, 0];
  return (value) => {
    if (Number.isNaN(value)) return Number.NaN;
    if (count < period) {
      count += 1;
      sum += value;
      return Number.NaN;
    }
    sum += value - sum / period;
    return sum;
  };
}

/** Applies streams one after another. */
export function chain(...streams: readonly Stream[]): Stream {
  return (value) => {
    let result = value;
    for (const stream of streams) result = stream(result);
    return result;
  };
}

/**
 * Creates the sums that weighted averages and regressions need over the last `period` values: of the values and of the
 * values × 1 … period, the newest with the highest factor. Both are relative to `origin`, a value of the window, and
 * are added up again once in every `period` values, so that errors do not accumulate.
 */
export function movingLine(period: number): {
  next(value: number): boolean;
  origin: number;
  sum: number;
  weighted: number;
} {
  const window = new Float64Array(period);
  let [count, at] = [0, 0];
  const line = {
    origin: 0,
    sum: 0,
    weighted: 0,
    /** Takes the next value. @returns false while there are too few values, and for a missing value */
    next(value: number): boolean {
      if (Number.isNaN(value)) return false;
      const oldest = window[at] as number;
      window[at] = value;
      at = at + 1 === period ? 0 : at + 1;
      if (count < period) count += 1;
      if (count < period) return false;
      if (at === 0) readAgain();
      else {
        line.weighted += period * (value - line.origin) - line.sum;
        line.sum += value - oldest;
      }
      return true;
    },
  };
  function readAgain(): void {
    line.origin = window[0] as number;
    line.sum = 0;
    line.weighted = 0;
    for (let index = 0; index < period; index += 1) {
      const distance = (window[index] as number) - line.origin;
      line.sum += distance;
      line.weighted += (index + 1) * distance;
    }
  }
  return line;
}

/** Creates the weighted moving average: the newest of `period` values weighs `period`, the oldest 1. */
export function wma(period: number): Stream {
  const line = movingLine(period);
  const weights = (period * (period + 1)) / 2;
  return (value) => (line.next(value) ? line.origin + line.weighted / weights : Number.NaN);
}

/** Creates the straight line of least squares through the last `period` values. */
export function regression(period: number): {
  next(value: number): boolean;
  slope: number;
  /** The value of the line `ahead` candles after the newest one. */
  at(ahead: number): number;
} {
  const line = movingLine(period);
  const sumOfPlaces = (period * (period + 1)) / 2;
  const spread = (period * (period * period - 1)) / 12;
  const result = {
    slope: 0,
    next(value: number): boolean {
      if (!line.next(value)) return false;
      result.slope = period === 1 ? 0 : (line.weighted - (sumOfPlaces * line.sum) / period) / spread;
      return true;
    },
    at: (ahead: number) => line.origin + line.sum / period + result.slope * ((period - 1) / 2 + ahead),
  };
  return result;
}
