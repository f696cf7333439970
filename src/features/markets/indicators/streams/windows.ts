// Figures of the last values, which take one value after another. A missing value (NaN) returns NaN and changes
// nothing.
import type { Stream } from './averages.js';

/** Creates the value `distance` values ago. */
export function lag(distance: number): Stream {
  if (distance === 0) return (value) => value;
  const window = new Float64Array(distance).fill(Number.NaN);
  let at = 0;
  return (value) => {
    if (Number.isNaN(value)) return Number.NaN;
    const before = window[at] as number;
    window[at] = value;
    at = at + 1 === distance ? 0 : at + 1;
    return before;
  };
}

/** Creates the change from the value before. */
export function change(): Stream {
  let before = Number.NaN;
  return (value) => {
    const result = value - before;
    if (!Number.isNaN(value)) before = value;
    return result;
  };
}

/** Returns `over / under`; NaN if `under` is 0, because the ratio is not defined. */
export const ratio = (over: number, under: number): number => (under === 0 ? Number.NaN : over / under);

/** The highest or lowest of the last values, and how many values ago it was; the newest of equal ones counts. */
export interface Extreme {
  /** Takes the next value. @returns the extreme; NaN while there are too few values, and for a missing value */
  next: Stream;
  age: number;
}

/**
 * Creates an extreme of the last `period` values in one pass: a queue holds the candidates that no later value exceeds.
 * @param sign 1 for the highest, -1 for the lowest
 */
function extreme(period: number, sign: 1 | -1): Extreme {
  const values = new Float64Array(period);
  const places = new Float64Array(period);
  let [head, size, count] = [0, 0, 0];
  const result: Extreme = {
    age: 0,
    next(value) {
      if (Number.isNaN(value)) return Number.NaN;
      if (size > 0 && (places[head] as number) <= count - period) {
        head = head + 1 === period ? 0 : head + 1;
        size -= 1;
      }
      while (size > 0) {
        const last = (head + size - 1) % period;
        if (sign * (values[last] as number) > sign * value) break;
        size -= 1;
      }
      const end = (head + size) % period;
      values[end] = value;
      places[end] = count;
      size += 1;
      count += 1;
      result.age = count - 1 - (places[head] as number);
      return count < period ? Number.NaN : (values[head] as number);
    },
  };
  return result;
}

export const highest = (period: number): Extreme => extreme(period, 1);
export const lowest = (period: number): Extreme => extreme(period, -1);

/**
 * Fraction of a leaving square below which the remaining sum of squares is added up again, because subtraction would
 * leave a large error.
 */
const MIN_REMAINDER = 1e-4;

/**
 * Creates the population variance of the last `period` values. The sums are relative to the mean at their last
 * calculation and are added up again once in every `period` values, and after a spike has left the window; equal values
 * have a variance of exactly 0.
 */
export function variance(period: number): Stream {
  const window = new Float64Array(period);
  let [count, at, origin, sum, squares] = [0, 0, 0, 0, 0];
  /** Number of equal values up to the newest one. */
  let [run, latest] = [0, Number.NaN];
  const addUp = () => {
    let total = 0;
    const first = window[0] as number;
    for (let index = 0; index < period; index += 1) total += (window[index] as number) - first;
    origin = first + total / period;
    sum = 0;
    squares = 0;
    for (let index = 0; index < period; index += 1) {
      const distance = (window[index] as number) - origin;
      sum += distance;
      squares += distance * distance;
    }
  };
  return (value) => {
    if (Number.isNaN(value)) return Number.NaN;
    run = value === latest ? run + 1 : 1;
    latest = value;
    const leaving = (window[at] as number) - origin;
    const entering = value - origin;
    window[at] = value;
    at = at + 1 === period ? 0 : at + 1;
    if (count < period) count += 1;
    if (count < period) return Number.NaN;
    sum += entering - leaving;
    squares += entering * entering - leaving * leaving;
    if (at === 0 || squares < MIN_REMAINDER * leaving * leaving || sum * sum * 4 > squares * period) addUp();
    if (run >= period) return 0;
    return Math.max(0, (squares - (sum * sum) / period) / period);
  };
}
