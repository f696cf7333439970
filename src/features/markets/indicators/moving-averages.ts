/** Returns an array of NaN, which means an absent value (warm-up) in all indicator series. */
const empty = (length: number): Float64Array => new Float64Array(length).fill(Number.NaN);

/** Returns the index of the first value that is not NaN; the length if there is none. */
export function firstValue(values: Float64Array): number {
  let index = 0;
  while (index < values.length && Number.isNaN(values[index] as number)) index += 1;
  return index;
}

/**
 * Computes the simple moving average: the mean of the last `period` values. The first result is at the `period`-th
 * value. The running sum is compensated (Neumaier), so that a spike leaves no error after it has left the window.
 */
export function sma(values: Float64Array, period: number): Float64Array {
  const result = empty(values.length);
  const start = firstValue(values);
  let [sum, lost] = [0, 0];
  const add = (value: number) => {
    const next = sum + value;
    lost += Math.abs(sum) >= Math.abs(value) ? sum - next + value : value - next + sum;
    sum = next;
  };
  for (let index = start; index < values.length; index += 1) {
    add(values[index] as number);
    if (index - start >= period) add(-(values[index - period] as number));
    if (index - start >= period - 1) result[index] = (sum + lost) / period;
  }
  return result;
}

/**
 * Computes a recursive average: the first result is the mean of the first `period` values; each further result moves
 * towards its value by `weight`.
 * @param weight 2 / (period + 1) for the exponential average, 1 / period for Wilder's
 */
function recursive(values: Float64Array, period: number, weight: number): Float64Array {
  const result = empty(values.length);
  const seedAt = firstValue(values) + period - 1;
  if (seedAt >= values.length) return result;
  let sum = 0;
  for (let index = seedAt - period + 1; index <= seedAt; index += 1) sum += values[index] as number;
  let average = sum / period;
  result[seedAt] = average;
  for (let index = seedAt + 1; index < values.length; index += 1) {
    average += weight * ((values[index] as number) - average);
    result[index] = average;
  }
  return result;
}

/**
 * Computes the exponential moving average: weight 2 / (period + 1), seeded by the mean of the first `period` values.
 */
export const ema = (values: Float64Array, period: number): Float64Array => recursive(values, period, 2 / (period + 1));

/**
 * Computes the average of J. Welles Wilder (New Concepts in Technical Trading Systems, 1978): weight 1 / period, seeded
 * by the mean of the first `period` values.
 */
export const wilder = (values: Float64Array, period: number): Float64Array => recursive(values, period, 1 / period);
