/** The functions of this file expect a list that is not empty, unless they document another result. */
export const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);
export const meanOf = (values: readonly number[]): number => sumOf(values) / values.length;

/** Returns Σ (value - mean)^power ÷ n. */
export function centralMoment(values: readonly number[], power: number): number {
  const mean = meanOf(values);
  return sumOf(values.map((value) => (value - mean) ** power)) / values.length;
}

/**
 * A spread below this fraction of the values is a rounding error: the standard deviation of a constant series of 0.01
 * is computed as 1e-18.
 */
const CONSTANT_SHARE = 1e-12;

/** Returns true for a deviation that is zero except for rounding errors. */
export const isConstant = (deviation: number, values: readonly number[]): boolean =>
  deviation <= CONSTANT_SHARE * Math.max(CONSTANT_SHARE, ...values.map(Math.abs));

/** Returns the standard deviation with n - 1; null below two values. */
export function sampleDeviation(values: readonly number[]): number | null {
  if (values.length < 2) return null;
  return Math.sqrt((centralMoment(values, 2) * values.length) / (values.length - 1));
}

/** Returns the standard deviation with n. */
export const populationDeviation = (values: readonly number[]): number => Math.sqrt(centralMoment(values, 2));

/** Returns the covariance with n - 1 of two lists of the same length, at least two. */
export function covariance(a: readonly number[], b: readonly number[]): number {
  const [meanA, meanB] = [meanOf(a), meanOf(b)];
  return sumOf(a.map((value, index) => (value - meanA) * ((b[index] as number) - meanB))) / (a.length - 1);
}

/** Returns Pearson's correlation; null when one of the lists is constant. */
export function correlation(a: readonly number[], b: readonly number[]): number | null {
  const [deviationA, deviationB] = [sampleDeviation(a), sampleDeviation(b)];
  if (deviationA === null || deviationB === null || isConstant(deviationA, a) || isConstant(deviationB, b)) return null;
  return Math.max(-1, Math.min(1, covariance(a, b) / (deviationA * deviationB)));
}

/**
 * Returns a quantile with linear interpolation (type 7 of Hyndman and Fan, 1996), as in R and numpy.
 * @param share from 0 to 1
 */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (sorted.length - 1) * share;
  const low = Math.floor(at);
  const lower = sorted[low] as number;
  return lower + (at - low) * ((sorted[Math.min(low + 1, sorted.length - 1)] as number) - lower);
}

/** Returns the compounded return: (1 + r₁)(1 + r₂)… - 1. */
export const linked = (returns: readonly number[]): number =>
  returns.reduce((growth, one) => growth * (1 + one), 1) - 1;
