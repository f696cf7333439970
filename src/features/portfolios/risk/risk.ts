import type { ValuedDay } from '../returns/time-weighted.js';
import { calendarReturns, type DailyReturn, tradingReturns } from './daily-returns.js';
import { maxDrawdown } from './drawdown.js';
import { annualReturn, betaOf, informationRatio, sharpe, sortino, trackingError, volatility } from './ratios.js';
import { correlation } from './statistics.js';
import { type RiskMethod, type ValueAtRisk, valueAtRisk } from './value-at-risk.js';

/** Trading days in a year, the usual convention for daily returns. */
const PERIODS = 252;
/** Minimum number of returns; figures from fewer are not meaningful, so they are null. */
const MIN_FOR_VOLATILITY = 12;
/**
 * Returns the number of returns from which at least one is in the tail. Rounded, because 1 / (1 - 0.9) is a little
 * above 10.
 */
const minForConfidence = (confidence: number) => Math.ceil(Number((1 / (1 - confidence)).toFixed(9)));

export interface BenchmarkRisk {
  beta: number | null;
  /** Jensen's alpha, per year. */
  alpha: number | null;
  correlation: number | null;
  trackingError: number | null;
  informationRatio: number | null;
}

export interface Risk {
  /** Number of returns of trading days from which the figures are computed. */
  observations: number;
  annualReturn: number | null;
  volatility: number | null;
  sharpe: number | null;
  sortino: number | null;
  /**
   * Depth as a fraction of 0 or below, with the first day of the decline and the day of the lowest value; null without
   * returns.
   */
  maxDrawdown: { depth: number; fromDay: number; toDay: number; recoveredDay: number | null } | null;
  /** Value at risk of one day, by method; null with too few observations. */
  valueAtRisk: Record<RiskMethod, ValueAtRisk | null>;
  benchmark: BenchmarkRisk | null;
}

/**
 * Computes risk figures. The drawdown uses all days, as the series of the performance does; all other figures use
 * trading days, whose returns include the returns of weekends.
 * @param days the first is the day before the period; empty without a transaction
 * @param riskFreeRate annual rate as a fraction
 * @param benchmark returns of trading days, by day; undefined without a benchmark
 */
export function riskOf(
  days: readonly ValuedDay[],
  confidence: number,
  riskFreeRate: number,
  benchmark?: ReadonlyMap<number, number>,
): Risk {
  const all = calendarReturns(days);
  const returns = tradingReturns(all, days.at(-1)?.day ?? 0);
  const values = returns.map(({ value }) => value);
  const daily = (1 + riskFreeRate) ** (1 / PERIODS) - 1;
  const enough = values.length >= MIN_FOR_VOLATILITY;
  const risk = (method: RiskMethod) =>
    values.length >= minForConfidence(confidence) ? valueAtRisk(values, confidence, method) : null;
  return {
    observations: values.length,
    annualReturn: enough ? annualReturn(values, PERIODS) : null,
    volatility: enough ? volatility(values, PERIODS) : null,
    sharpe: enough ? sharpe(values, PERIODS, daily) : null,
    sortino: enough ? sortino(values, PERIODS, daily) : null,
    maxDrawdown: drawdownOfDays(all),
    valueAtRisk: {
      historical: risk('historical'),
      parametric: risk('parametric'),
      cornish_fisher: risk('cornish_fisher'),
    },
    benchmark: benchmark === undefined ? null : benchmarkRisk(returns, benchmark, daily),
  };
}

function drawdownOfDays(returns: readonly DailyReturn[]): Risk['maxDrawdown'] {
  const drawdown = maxDrawdown(returns.map(({ value }) => value));
  if (drawdown === undefined) return null;
  const dayAt = (index: number) => returns[index]?.day as number;
  const { depth, from, to, recovered } = drawdown;
  return { depth, fromDay: dayAt(from), toDay: dayAt(to), recoveredDay: recovered === null ? null : dayAt(recovered) };
}

/** Compares returns with a benchmark. Days that one of the two does not have are left out, not filled with zeros. */
function benchmarkRisk(
  returns: readonly DailyReturn[],
  benchmark: ReadonlyMap<number, number>,
  daily: number,
): BenchmarkRisk {
  const pairs = returns.flatMap(({ day, value }) =>
    benchmark.has(day) ? [[value, benchmark.get(day) as number] as const] : [],
  );
  const [own, market] = [pairs.map(([value]) => value), pairs.map(([, value]) => value)];
  if (pairs.length < MIN_FOR_VOLATILITY)
    return { beta: null, alpha: null, correlation: null, trackingError: null, informationRatio: null };
  const regression = betaOf(own, market, daily);
  return {
    beta: regression?.beta ?? null,
    alpha: regression === null ? null : (1 + regression.alpha) ** PERIODS - 1,
    correlation: correlation(own, market),
    trackingError: trackingError(own, market, PERIODS),
    informationRatio: informationRatio(own, market, PERIODS),
  };
}
