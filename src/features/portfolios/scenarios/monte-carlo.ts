import { mix } from '../../../simulation/noise.js';
import { type RunControl, reachFraction } from './run-control.js';

/** Number of observations (weekdays) in a month. */
export const MONTH_LENGTH = 21;
/** The fractions of the quantiles that are computed for each month. */
export const quantileFractions = [0.05, 0.25, 0.5, 0.75, 0.95] as const;
const BINS = 20;
/** Number of paths between two checks for a stop. */
const CONTROL_STEP = 128;

export interface MonteCarloInput {
  /** The value of each asset now, in the order of the columns of `growth`. */
  values: Float64Array<ArrayBuffer>;
  /**
   * Cumulative growth of the assets: a row per observation, whose first is 1, and a column per asset; empty without
   * assets.
   */
  growth: Float64Array<ArrayBuffer>;
  /** Total value of the positions that are held constant. */
  constant: number;
  paths: number;
  months: number;
  /** Number of consecutive observations that are drawn together. */
  blockLength: number;
  seed: number;
  /** True: weights are restored at the end of each month; false: units stay constant. */
  isRebalanced: boolean;
  /** Confidence of value at risk, such as 0.95. */
  confidence: number;
  control?: RunControl;
}

export interface MonthlyQuantiles {
  /** Months from now; 0 is now. */
  month: number;
  mean: number;
  /** Values at the fractions of `quantileFractions`. */
  quantiles: number[];
}

export interface MonteCarloResult {
  months: MonthlyQuantiles[];
  /**
   * Probability that the value at the last month is below the present value. Null when the portfolio has no positive
   * value now.
   */
  probabilityOfLoss: number | null;
  /** Returns over the horizon, as fractions: negative is a loss. Null when the portfolio has no positive value now. */
  valueAtRisk: number | null;
  expectedShortfall: number | null;
  distribution: {
    min: number;
    max: number;
    mean: number;
    deviation: number;
    bins: Array<{ from: number; to: number; paths: number }>;
  };
}

/**
 * Simulates the value of a portfolio by a block bootstrap: each path joins blocks of consecutive past observations,
 * drawn with replacement and the same for all assets, so that correlations and short trends remain (Künsch, "The
 * Jackknife and the Bootstrap for General Stationary Observations", 1989). The draws depend only on seed, path and
 * block.
 * @throws RunStopped
 */
export function simulate(input: MonteCarloInput): MonteCarloResult {
  const { values, constant, paths, months, confidence } = input;
  const start = values.reduce((sum, value) => sum + value, constant);
  const totals = simulatePaths(input);
  const monthly: MonthlyQuantiles[] = [{ month: 0, mean: start, quantiles: quantileFractions.map(() => start) }];
  for (let month = 1; month <= months; month += 1) {
    const sorted = totals.subarray((month - 1) * paths, month * paths).sort();
    monthly.push({
      month,
      mean: meanOf(sorted),
      quantiles: quantileFractions.map((fraction) => sortedQuantile(sorted, fraction)),
    });
  }
  const final = totals.subarray((months - 1) * paths);
  const limit = sortedQuantile(final, 1 - confidence);
  const beyond = final.filter((value) => value <= limit);
  const isDefined = start > 0;
  return {
    months: monthly,
    probabilityOfLoss: isDefined ? final.filter((value) => value < start).length / paths : null,
    valueAtRisk: isDefined ? limit / start - 1 : null,
    expectedShortfall: isDefined ? meanOf(beyond) / start - 1 : null,
    distribution: distributionOf(final),
  };
}

/**
 * Simulates all paths.
 * @returns the values at the end of each month: first the values of all paths in the first month, then in the second …
 */
function simulatePaths({
  values,
  growth,
  constant,
  paths,
  months,
  blockLength,
  seed,
  isRebalanced,
  control,
}: MonteCarloInput): Float64Array {
  const count = values.length;
  const starts = count === 0 ? 0 : growth.length / count - blockLength;
  const totals = new Float64Array(months * paths);
  const invested = values.reduce((sum, value) => sum + value, 0);
  // Inverses are computed once: a division per asset and step would take twice as long.
  const inverse = growth.map((value) => 1 / value);
  const now = new Float64Array(count);
  for (let path = 0; path < paths; path += 1) {
    if (control !== undefined && path % CONTROL_STEP === 0) reachFraction(control, path / paths);
    const key = mix(seed, path);
    now.set(values);
    let [block, row, left] = [0, 0, 0];
    for (let month = 0; month < months; month += 1) {
      for (let remaining = MONTH_LENGTH; remaining > 0 && starts > 0; ) {
        if (left === 0) {
          row = Math.floor((mix(key, block) / 4_294_967_296) * starts);
          [block, left] = [block + 1, blockLength];
        }
        const step = left < remaining ? left : remaining;
        const [from, to] = [row * count, (row + step) * count];
        for (let asset = 0; asset < count; asset += 1) {
          now[asset] = (now[asset] as number) * (growth[to + asset] as number) * (inverse[from + asset] as number);
        }
        row += step;
        left -= step;
        remaining -= step;
      }
      let total = 0;
      for (let asset = 0; asset < count; asset += 1) total += now[asset] as number;
      totals[month * paths + path] = total + constant;
      if (isRebalanced && invested > 0)
        for (let asset = 0; asset < count; asset += 1) now[asset] = ((values[asset] as number) * total) / invested;
    }
  }
  if (control !== undefined) reachFraction(control, 1);
  return totals;
}

function distributionOf(sorted: Float64Array): MonteCarloResult['distribution'] {
  const [min, max, mean] = [sorted[0] as number, sorted.at(-1) as number, meanOf(sorted)];
  const variance = sorted.reduce((sum, value) => sum + (value - mean) ** 2, 0) / Math.max(1, sorted.length - 1);
  const width = (max - min) / BINS;
  const counts = new Array<number>(width > 0 ? BINS : 1).fill(0);
  for (const value of sorted) {
    const at = width > 0 ? Math.min(BINS - 1, Math.floor((value - min) / width)) : 0;
    counts[at] = (counts[at] as number) + 1;
  }
  const bins = counts.map((paths, index) => ({
    from: min + index * width,
    to: index === counts.length - 1 ? max : min + (index + 1) * width,
    paths,
  }));
  return { min, max, mean, deviation: Math.sqrt(variance), bins };
}

const meanOf = (values: Float64Array): number => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Returns a quantile with linear interpolation (type 7). @param sorted ascending */
function sortedQuantile(sorted: Float64Array, fraction: number): number {
  const at = (sorted.length - 1) * fraction;
  const low = Math.floor(at);
  const lower = sorted[low] as number;
  return lower + (at - low) * ((sorted[Math.min(low + 1, sorted.length - 1)] as number) - lower);
}
