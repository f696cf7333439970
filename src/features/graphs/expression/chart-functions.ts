import type { ChartFunction, NumberParameter } from './chart-function.js';
import { indicatorFunctions } from './indicator-functions.js';
import { movingMoments } from './moving-moments.js';

const MAX_PERIOD = 500;
const period = (fallback: number, min = 1): NumberParameter => ({
  name: 'period',
  fallback,
  min,
  max: MAX_PERIOD,
  isWhole: true,
});
const deviations: NumberParameter = { name: 'deviations', fallback: 2, min: 0.1, max: 10, isWhole: false };

type Columns = readonly [Float64Array, Float64Array];
type Numbers = readonly [number, number, number];

/** Creates a function of one column. */
const ofOne = (
  numbers: readonly NumberParameter[],
  warmUp: (numbers: Numbers) => number,
  compute: (x: Float64Array, numbers: Numbers) => Float64Array,
) => ({
  operands: 1,
  numbers,
  warmUp: (given: readonly number[]) => warmUp(given as Numbers),
  compute: ([x]: readonly Float64Array[], given: readonly number[]) => compute(x as Float64Array, given as Numbers),
});

/**
 * Returns a Bollinger band: the mean of the last `n` values, and `k` population standard deviations above or below it.
 */
const bandOf = (sign: 1 | -1): ChartFunction =>
  ofOne(
    [period(20, 2), deviations],
    ([n]) => n - 1,
    (x, [n, k]) => {
      const { meanX, deviationX } = movingMoments(x, x, n);
      const population = Math.sqrt((n - 1) / n);
      return meanX.map((mean, index) => mean + sign * k * population * (deviationX[index] as number));
    },
  );

/** Returns x[t - n]. */
function lagged(x: Float64Array, n: number): Float64Array {
  const result = new Float64Array(x.length).fill(Number.NaN);
  result.set(x.subarray(0, Math.max(0, x.length - n)), Math.min(n, x.length));
  return result;
}

/** Returns x[t] ÷ x[t - n] - 1, a fraction: 0.05 is 5 %. */
const returnsOf = (x: Float64Array, n: number): Float64Array =>
  lagged(x, n).map((before, index) => (x[index] as number) / before - 1);

/** Returns the sample standard deviation of the last `n` returns between successive points. */
function volatilityOf(x: Float64Array, n: number): Float64Array {
  const result = new Float64Array(x.length).fill(Number.NaN);
  const returns = returnsOf(x, 1).subarray(1);
  // The return after a value of 0 is not defined; the window then contains `n` other returns.
  const places = Int32Array.from(returns.keys()).filter((index) => Number.isFinite(returns[index]));
  const finite =
    places.length === returns.length ? returns : Float64Array.from(places, (index) => returns[index] as number);
  const { deviationX } = movingMoments(finite, finite, n);
  for (let at = 0; at < places.length; at += 1) result[(places[at] as number) + 1] = deviationX[at] as number;
  return result;
}

/** Returns Pearson's correlation of the last `n` pairs; absent where one of the two is constant. */
function correlationOf([x, y]: Columns, n: number): Float64Array {
  const { deviationX, deviationY, covariance } = movingMoments(x, y, n);
  return covariance.map((value, index) => {
    const product = (deviationX[index] as number) * (deviationY[index] as number);
    return product === 0 ? Number.NaN : Math.max(-1, Math.min(1, value / product));
  });
}

/** Returns x ÷ x[anchor] × base. */
function rebased(x: Float64Array, base: number, anchor: number): Float64Array {
  const first = x[anchor] ?? Number.NaN;
  return x.map((value) => (value / first) * base);
}

/**
 * Returns x[t] ÷ (highest value since the anchor) - 1, which is 0 or negative. Absent before the anchor, and while no
 * value was positive.
 */
function drawdownOf(x: Float64Array, anchor: number): Float64Array {
  const result = new Float64Array(x.length).fill(Number.NaN);
  let peak = 0;
  for (let index = anchor; index < x.length; index += 1) {
    peak = Math.max(peak, x[index] as number);
    if (peak > 0) result[index] = (x[index] as number) / peak - 1;
  }
  return result;
}

/**
 * The functions by name, except functions that compute each point separately and functions that name a source.
 * docs/graphs.md has their formulas.
 */
export const chartFunctions: Readonly<Record<string, ChartFunction>> = {
  ...indicatorFunctions,
  bb_upper: bandOf(1),
  bb_lower: bandOf(-1),
  lag: ofOne(
    [period(1)],
    ([n]) => n,
    (x, [n]) => lagged(x, n),
  ),
  returns: ofOne(
    [period(1)],
    ([n]) => n,
    (x, [n]) => returnsOf(x, n),
  ),
  vol: ofOne(
    [period(20, 2), { name: 'periods per year', fallback: 1, min: 1, max: 600_000, isWhole: false }],
    ([n]) => n,
    (x, [n, perYear]) => volatilityOf(x, n).map((deviation) => deviation * Math.sqrt(perYear)),
  ),
  zscore: ofOne(
    [period(20, 2)],
    ([n]) => n - 1,
    (x, [n]) => {
      const { meanX, deviationX } = movingMoments(x, x, n);
      return x.map((value, index) => (value - (meanX[index] as number)) / (deviationX[index] || Number.NaN));
    },
  ),
  corr: {
    operands: 2,
    numbers: [period(60, 2)],
    warmUp: ([n = 0]) => n - 1,
    compute: ([x, y], [n = 0]) => correlationOf([x as Float64Array, y as Float64Array], n),
  },
  rebase: {
    operands: 1,
    numbers: [{ name: 'base', fallback: 100, min: 1e-6, max: 1e9, isWhole: false }],
    warmUp: () => 0,
    compute: ([x], [base = 0], anchor) => rebased(x as Float64Array, base, anchor),
  },
  drawdown: {
    operands: 1,
    numbers: [],
    warmUp: () => 0,
    compute: ([x], _, anchor) => drawdownOf(x as Float64Array, anchor),
  },
};
