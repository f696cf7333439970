import { unit } from '../../../simulation/noise.js';
import { distributionOf, type PriceDays, type ReturnDistribution } from './event-study.js';
import { returnOf, type Start } from './study-windows.js';

/** Maximum number of random returns whose distribution is the base rate. */
const MAX_BASE_RETURNS = 20_000;
/** Differences of means below this are rounding errors. */
const ROUNDING = 1e-12;

export interface RandomMoments {
  base: ReturnDistribution;
  pValue: number;
}

/**
 * Compares the mean return of cases with the mean returns of random moments. Each of the random sets has as many
 * moments as there are cases, with the same kinds of first prices (open or close) and, like the cases, windows that do
 * not overlap; all such sets of the calendar are equally likely. The p-value is two-sided: the fraction of the means
 * that are at least as far from the mean of all random means, with the observed set counted as one of them, so that it
 * is never 0 (Phipson and Smyth, "Permutation P-values Should Never Be Zero", Statistical Applications in Genetics and
 * Molecular Biology 9, 2010).
 * @param starts of the cases, ascending, within the calendar
 * @param calendar the first and the last day on which a window may start, both inclusive
 * @param key of the random numbers
 */
export function permutationTest(
  days: PriceDays,
  starts: readonly Start[],
  window: number,
  [firstDay, lastDay]: readonly [number, number],
  permutationCount: number,
  key: number,
): RandomMoments {
  const length = lastDay - firstDay + 1;
  const [afterOpen, afterClose] = [true, false].map((isOpen) =>
    Float64Array.from({ length }, (_, at) => returnOf(days, { day: firstDay + at, isOpen }, window)),
  ) as [Float64Array, Float64Array];
  const kinds = starts.map(({ isOpen }) => (isOpen ? afterOpen : afterClose));
  const observed = meanOf(Float64Array.from(starts, (start) => returnOf(days, start, window)));
  const draw = distinctDraws(starts.length, length - (starts.length - 1) * (window - 1), window, key);
  const means = new Float64Array(permutationCount);
  const base = new Float64Array(Math.min(MAX_BASE_RETURNS, permutationCount * starts.length));
  for (let permutation = 0, kept = 0; permutation < permutationCount; permutation += 1) {
    const drawn = draw();
    let sum = 0;
    for (let at = 0; at < drawn.length; at += 1) {
      const one = (kinds[at] as Float64Array)[drawn[at] as number] as number;
      sum += one;
      if (kept < base.length) {
        base[kept] = one;
        kept += 1;
      }
    }
    means[permutation] = sum / drawn.length;
  }
  const center = meanOf(means);
  const distance = Math.abs(observed - center) - ROUNDING;
  const asFar = means.reduce((count, mean) => count + (Math.abs(mean - center) >= distance ? 1 : 0), 0);
  return { base: distributionOf(base), pValue: (1 + asFar) / (1 + permutationCount) };
}

/**
 * Returns a function that draws `count` days at random, in random order, with at least `window` days from each to the
 * next: distinct numbers below `room`, each moved by (window - 1) days for every smaller one. This maps the subsets of
 * size `count` one to one to the sets without overlap, so that all of these are equally likely.
 */
function distinctDraws(count: number, room: number, window: number, key: number): () => Int32Array {
  const pool = Int32Array.from({ length: room }, (_, index) => index);
  const drawn = new Int32Array(count);
  const order = new Int32Array(count);
  let index = 0;
  return () => {
    // The first steps of a Fisher-Yates shuffle; the pool need not be restored for the next draw.
    for (let at = 0; at < count; at += 1) {
      const other = at + Math.floor(unit(key, index) * (room - at));
      index += 1;
      const value = pool[other] as number;
      pool[other] = pool[at] as number;
      pool[at] = value;
      drawn[at] = value;
    }
    if (window === 1) return drawn;
    order.set(drawn);
    order.sort();
    for (let at = 0; at < count; at += 1)
      drawn[at] = (drawn[at] as number) + rankOf(order, drawn[at] as number) * (window - 1);
    return drawn;
  };
}

function rankOf(sorted: Int32Array, value: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] as number) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

const meanOf = (values: Float64Array): number => values.reduce((sum, one) => sum + one, 0) / values.length;
