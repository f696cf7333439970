import { centralMoment, isConstant, meanOf, populationDeviation, quantile } from './statistics.js';

export type RiskMethod = 'historical' | 'parametric' | 'cornish_fisher';

/** Value at risk and expected shortfall as returns of one period: a negative number is a loss. */
export interface ValueAtRisk {
  valueAtRisk: number;
  /** Mean return of the cases at or beyond the value at risk; null if the method cannot compute it. */
  expectedShortfall: number | null;
}

/**
 * Computes value at risk and expected shortfall at a confidence such as 0.95. `historical`: the quantile (type 7) of
 * the returns. `parametric`: the quantile of a normal distribution with the mean and population deviation of the
 * returns. `cornish_fisher`: as `parametric`, with the quantile corrected for skewness and excess kurtosis; its
 * expected shortfall follows Boudt, Peterson and Croux, "Estimation and Decomposition of Downside Risk" (2008), and is
 * replaced by the value at risk if it would be a smaller loss, as in PerformanceAnalytics.
 * @returns null for fewer than two returns, and, except for `historical`, for constant returns
 */
export function valueAtRisk(returns: readonly number[], confidence: number, method: RiskMethod): ValueAtRisk | null {
  if (returns.length < 2) return null;
  if (method === 'historical') {
    const limit = quantile(returns, 1 - confidence);
    return { valueAtRisk: limit, expectedShortfall: meanOf(returns.filter((one) => one <= limit)) };
  }
  const [mean, deviation] = [meanOf(returns), populationDeviation(returns)];
  if (isConstant(deviation, returns)) return null;
  const z = normalQuantile(1 - confidence);
  if (method === 'parametric')
    return {
      valueAtRisk: mean + z * deviation,
      expectedShortfall: mean - (deviation * normalDensity(z)) / (1 - confidence),
    };
  const skewness = centralMoment(returns, 3) / deviation ** 3;
  const kurtosis = centralMoment(returns, 4) / deviation ** 4 - 3;
  const corrected =
    z +
    ((z ** 2 - 1) * skewness) / 6 +
    ((z ** 3 - 3 * z) * kurtosis) / 24 -
    ((2 * z ** 3 - 5 * z) * skewness ** 2) / 36;
  const limit = mean + corrected * deviation;
  const shortfall = mean - deviation * edgeworthTail(corrected, skewness, kurtosis, 1 - confidence);
  return { valueAtRisk: limit, expectedShortfall: Math.min(limit, shortfall) };
}

/**
 * Returns the mean of the tail beyond `g` of the Edgeworth expansion, as a positive number of deviations (Boudt et al.,
 * equation 17).
 */
function edgeworthTail(g: number, skewness: number, kurtosis: number, tail: number): number {
  const density = normalDensity(g);
  const bracket =
    density +
    ((integral(4, g) - 6 * integral(2, g) + 3 * density) * kurtosis) / 24 +
    ((integral(3, g) - 3 * integral(1, g)) * skewness) / 6 +
    ((integral(6, g) - 15 * integral(4, g) + 45 * integral(2, g) - 15 * density) * skewness ** 2) / 72;
  return bracket / tail;
}

/** Computes I^q of Boudt et al., equations 18 and 19. */
function integral(q: number, g: number): number {
  const density = normalDensity(g);
  const isEven = q % 2 === 0;
  const half = isEven ? q / 2 : (q - 1) / 2;
  const product = (to: number) => {
    let result = 1;
    for (let j = isEven ? 1 : 0; j <= to; j += 1) result *= isEven ? 2 * j : 2 * j + 1;
    return result;
  };
  let sum = 0;
  for (let i = isEven ? 1 : 0; i <= half; i += 1)
    sum += (product(half) / product(i)) * g ** (isEven ? 2 * i : 2 * i + 1) * density;
  return isEven ? sum + product(half) * density : sum - product(half) * normalShare(g);
}

const normalDensity = (x: number): number => Math.exp((-x * x) / 2) / Math.sqrt(2 * Math.PI);

/**
 * Returns the fraction of a standard normal distribution below x, by the continued fraction or the series of erf
 * (Abramowitz and Stegun 7.1.6 and 7.1.14).
 */
export function normalShare(x: number): number {
  const z = Math.abs(x) / Math.SQRT2;
  let upper: number;
  if (z < 2.5) {
    let [term, sum] = [z, z];
    for (let n = 1; Math.abs(term) > Number.EPSILON * sum; n += 1) {
      term *= (2 * z * z) / (2 * n + 1);
      sum += term;
    }
    upper = 0.5 * (1 - (2 / Math.sqrt(Math.PI)) * Math.exp(-z * z) * sum);
  } else {
    let fraction = z;
    for (let n = 80; n > 0; n -= 1) fraction = z + n / 2 / fraction;
    upper = (0.5 * Math.exp(-z * z)) / Math.sqrt(Math.PI) / fraction;
  }
  return x > 0 ? 1 - upper : upper;
}

/** Returns the inverse of `normalShare`, by Newton's method from a rough start. */
export function normalQuantile(share: number): number {
  if (share > 0.5) return -normalQuantile(1 - share);
  let x = share === 0.5 ? 0 : -Math.sqrt(-2 * Math.log(2 * share));
  for (let left = 60; left > 0; left -= 1) {
    const step = (normalShare(x) - share) / normalDensity(x);
    x -= step;
    if (Math.abs(step) <= 1e-15 * Math.max(1, Math.abs(x))) break;
  }
  return x;
}
