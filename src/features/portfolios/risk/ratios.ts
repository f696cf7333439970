import { isConstant, linked, meanOf, sampleDeviation, sumOf } from './statistics.js';

// Returns are simple (0.01 is 1 %), one per period, in order of time. `periods` is the number of periods in a year: 252
// for trading days, 12 for months. A figure that is not defined is null.

/** Returns the standard deviation per year, with n - 1. */
export function volatility(returns: readonly number[], periods: number): number | null {
  const deviation = sampleDeviation(returns);
  return deviation === null ? null : deviation * Math.sqrt(periods);
}

/** Returns the compounded return per year, from the number of returns. */
export function annualReturn(returns: readonly number[], periods: number): number | null {
  return returns.length === 0 ? null : (1 + linked(returns)) ** (periods / returns.length) - 1;
}

/**
 * Returns the Sharpe ratio: mean excess return ÷ its standard deviation (n - 1), per year. Source: W. F. Sharpe, "The
 * Sharpe Ratio" (1994).
 * @param riskFree the risk-free return of each period
 */
export function sharpe(
  returns: readonly number[],
  periods: number,
  riskFree: readonly number[] | number = 0,
): number | null {
  const excess = excessOf(returns, riskFree);
  const deviation = sampleDeviation(excess);
  return deviation === null || isConstant(deviation, excess) ? null : (meanOf(excess) / deviation) * Math.sqrt(periods);
}

/**
 * Returns √(Σ min(r - target, 0)² ÷ n) over all n returns, not annualized; null without returns. Source: F. A. Sortino
 * and R. van der Meer (1991).
 */
export function downsideDeviation(returns: readonly number[], target = 0): number | null {
  if (returns.length === 0) return null;
  return Math.sqrt(sumOf(returns.map((one) => Math.min(one - target, 0) ** 2)) / returns.length);
}

/**
 * Returns the Sortino ratio: mean return above the target ÷ downside deviation, per year; null when no return is below
 * the target.
 */
export function sortino(returns: readonly number[], periods: number, target = 0): number | null {
  const deviation = downsideDeviation(returns, target);
  return deviation === null || isConstant(deviation, returns)
    ? null
    : ((meanOf(returns) - target) / deviation) * Math.sqrt(periods);
}

export interface Beta {
  beta: number;
  /** Jensen's alpha per period. */
  alpha: number;
}

/**
 * Regresses excess returns on the excess returns of a benchmark.
 * @returns null with fewer than two returns, or if the excess returns of the benchmark are constant
 */
export function betaOf(
  returns: readonly number[],
  benchmark: readonly number[],
  riskFree: readonly number[] | number = 0,
): Beta | null {
  const [own, market] = [excessOf(returns, riskFree), excessOf(benchmark, riskFree)];
  const deviation = sampleDeviation(market);
  if (deviation === null || isConstant(deviation, market)) return null;
  const [meanOwn, meanMarket] = [meanOf(own), meanOf(market)];
  const shared =
    sumOf(own.map((value, index) => (value - meanOwn) * ((market[index] as number) - meanMarket))) / (own.length - 1);
  const beta = shared / deviation ** 2;
  return { beta, alpha: meanOwn - beta * meanMarket };
}

/** Returns the standard deviation of the difference from a benchmark, per year, with n - 1. */
export const trackingError = (
  returns: readonly number[],
  benchmark: readonly number[],
  periods: number,
): number | null => volatility(differenceOf(returns, benchmark), periods);

/** Returns (annual return - annual return of the benchmark) ÷ tracking error, as in PerformanceAnalytics. */
export function informationRatio(
  returns: readonly number[],
  benchmark: readonly number[],
  periods: number,
): number | null {
  const [own, market, error] = [
    annualReturn(returns, periods),
    annualReturn(benchmark, periods),
    trackingError(returns, benchmark, periods),
  ];
  if (own === null || market === null || error === null || isConstant(error, returns)) return null;
  return (own - market) / error;
}

const excessOf = (returns: readonly number[], riskFree: readonly number[] | number): number[] =>
  returns.map((one, index) => one - (typeof riskFree === 'number' ? riskFree : (riskFree[index] as number)));
const differenceOf = (a: readonly number[], b: readonly number[]): number[] =>
  a.map((one, index) => one - (b[index] as number));
