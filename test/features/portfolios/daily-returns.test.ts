import test from 'ava';
import type { BenchmarkSeries } from '../../../src/features/portfolios/benchmark/benchmark-series.js';
import { isWeekday } from '../../../src/features/portfolios/day.js';
import type { ValuedDay } from '../../../src/features/portfolios/returns/time-weighted.js';
import {
  benchmarkReturns,
  calendarReturns,
  tradingReturns,
} from '../../../src/features/portfolios/risk/daily-returns.js';
import { riskOf } from '../../../src/features/portfolios/risk/risk.js';
import { linked } from '../../../src/features/portfolios/risk/statistics.js';
import { dayOf } from '../../support/portfolio-cases.js';

// Friday, 2026-01-02, followed by a weekend.
const FRIDAY = dayOf('2026-01-02');
/** Returns the values at the end of days from `first` on, without external flows. */
const valued = (values: readonly number[], first = FRIDAY): ValuedDay[] =>
  values.map((endValue, index) => ({ day: first + index, endValue, paidIn: 0, takenOut: 0 }));
const observed = (days: readonly ValuedDay[]) =>
  tradingReturns(calendarReturns(days), days.at(-1)?.day as number).map(({ day, value }) => [
    day - FRIDAY,
    Number(value.toFixed(12)),
  ]);

test('changes during a weekend belong to the next weekday', (t) => {
  // The days are Thursday, Friday, Saturday (-10 %), Sunday (+10 %), Monday (+1 %) and Tuesday.
  t.deepEqual(observed(valued([100, 100, 90, 99, 99.99, 99.99], FRIDAY - 1)), [
    [0, 0],
    [3, -0.0001],
    [4, 0],
  ]);
});

test('a weekend at the end of a period is an observation of its own if the value changed', (t) => {
  t.deepEqual(observed(valued([100, 101, 101, 101], FRIDAY - 1)), [[0, 0.01]]);
  t.deepEqual(observed(valued([100, 101, 90.9], FRIDAY - 1)), [
    [0, 0.01],
    [1, -0.1],
  ]);
  t.deepEqual(observed(valued([100, 101, 90.9, 90.9], FRIDAY - 1)), [
    [0, 0.01],
    [2, -0.1],
  ]);
});

test('the change of a weekend counts even if the capital is withdrawn before the next weekday has a return', (t) => {
  const days = valued([100, 100, 80, 0, 0, 0, 50, 55], FRIDAY - 1);
  Object.assign(days[3] as ValuedDay, { takenOut: 80 });
  Object.assign(days[6] as ValuedDay, { paidIn: 50 });
  t.deepEqual(observed(days), [
    [0, 0],
    [3, -0.2],
    [5, 0],
    [6, 0.1],
  ]);
});

test('the returns of trading days link to the return of the period', (t) => {
  const values = Array.from({ length: 40 }, (_, index) => 100 + 10 * Math.sin(index * 1.7));
  for (let length = 2; length <= values.length; length += 1) {
    const days = valued(values.slice(0, length));
    const returns = tradingReturns(calendarReturns(days), days.at(-1)?.day as number).map(({ value }) => value);
    t.true(
      Math.abs(linked(returns) - ((values[length - 1] as number) / (values[0] as number) - 1)) < 1e-12,
      `${length} days`,
    );
  }
});

test('a crash on a Saturday is included in the drawdown, the volatility and the value at risk', (t) => {
  const values = Array.from({ length: 60 }, (_, index) => 100 + (index % 3));
  // On Saturday 2026-01-17, the value falls; by Monday it has recovered.
  const saturday = dayOf('2026-01-17') - FRIDAY;
  const crash = values.with(saturday, 60);
  t.like(riskOf(valued(crash), 0.95, 0).maxDrawdown, { fromDay: FRIDAY + saturday, toDay: FRIDAY + saturday });
  const lasting = values.map((value, index) => (index < saturday ? value : value * 0.6));
  const [before, after] = [riskOf(valued(values), 0.95, 0), riskOf(valued(lasting), 0.95, 0)];
  t.true((after.volatility as number) > 2 * (before.volatility as number));
  t.true(
    (after.valueAtRisk.historical?.expectedShortfall as number) <
      3 * (before.valueAtRisk.historical?.expectedShortfall as number),
  );
  t.true((after.annualReturn as number) < -0.5);
});

test('portfolios that do not change during weekends have exactly the figures of their weekdays', (t) => {
  let value = 1_000;
  const days: ValuedDay[] = Array.from({ length: 300 }, (_, index) => {
    const day = FRIDAY + index;
    if (isWeekday(day)) value *= 1 + 0.02 * Math.sin(index * 2.3);
    return { day, endValue: value, paidIn: 0, takenOut: 0 };
  });
  const weekdays = days.filter(({ day }) => isWeekday(day));
  for (const end of [298, 299, 300]) {
    const of = (chosen: readonly ValuedDay[]) => riskOf(chosen, 0.95, 0.02);
    t.deepEqual(of(days.slice(0, end)), of(weekdays.filter(({ day }) => day < FRIDAY + end)));
  }
});

test('a benchmark has the same trading days, on which all of its components have a price', (t) => {
  const index = Float64Array.from([1, 1, 0.9, 0.99, 1.0098, 1.0098, 1.1]);
  const series = (isTraded: number[]): BenchmarkSeries => ({
    name: 'BTC-USD.CC',
    firstDay: FRIDAY - 1,
    index,
    local: index,
    isTraded: Uint8Array.from(isTraded),
    providers: [],
  });
  const returns = (isTraded: number[]) =>
    [...benchmarkReturns(series(isTraded))].map(([day, value]) => [day - FRIDAY, Number(value.toFixed(12))]);
  t.deepEqual(returns([1, 1, 1, 1, 1, 1, 1]), [
    [0, 0],
    [3, 0.0098],
    [4, 0],
    [5, 0.089324618736],
  ]);
  t.deepEqual(returns([1, 1, 0, 0, 1, 0, 1]), [
    [0, 0],
    [3, 0.0098],
    [5, 0.089324618736],
  ]);
});

test('a portfolio compared with itself has a beta of 1 and no tracking error, weekends included', (t) => {
  const values = Array.from({ length: 61 }, (_, at) => 100 + 10 * Math.sin(at * 1.7));
  const index = Float64Array.from(values, (value) => value / 100);
  const market = benchmarkReturns({
    name: 'X',
    firstDay: FRIDAY,
    index,
    local: index,
    isTraded: new Uint8Array(61).fill(1),
    providers: [],
  });
  // The period ends on a Tuesday, then on the Sunday before.
  for (const length of [61, 59]) {
    const days = valued(values.slice(0, length));
    const { benchmark, observations } = riskOf(
      days,
      0.95,
      0,
      new Map([...market].filter(([day]) => day <= FRIDAY + length - 1)),
    );
    t.true(
      Math.abs((benchmark?.beta as number) - 1) < 1e-9 && (benchmark?.trackingError as number) < 1e-9,
      `${length} days`,
    );
    t.true(observations > 40);
  }
});

test('annual figures need 12 returns, and value at risk as many returns as put one in the tail', (t) => {
  const of = (count: number, confidence = 0.95) =>
    riskOf(
      // The returns are those of weekdays only, as for a portfolio of shares.
      Array.from({ length: count + 1 }, (_, index): ValuedDay => {
        const day = FRIDAY + 3 + Math.floor(index / 5) * 7 + (index % 5);
        return { day, endValue: 100 + (index % 4), paidIn: 0, takenOut: 0 };
      }),
      confidence,
      0,
    );
  const annual = (count: number) =>
    (['annualReturn', 'volatility', 'sharpe', 'sortino'] as const).map((name) => of(count)[name] === null);
  t.deepEqual([annual(11), annual(12)], [Array(4).fill(true), Array(4).fill(false)]);
  for (const [confidence, min] of [
    [0.5, 2],
    [0.8, 5],
    [0.9, 10],
    [0.95, 20],
    [0.99, 100],
    [0.999, 1_000],
  ] as const)
    for (const method of ['historical', 'parametric', 'cornish_fisher'] as const) {
      t.is(of(min - 1, confidence).valueAtRisk[method], null, `${method} ${confidence}`);
      t.not(of(min, confidence).valueAtRisk[method], null, `${method} ${confidence}`);
    }
});

test('figures against a benchmark need 12 days that both have', (t) => {
  const days = valued(
    Array.from({ length: 25 }, (_, index) => 100 + (index % 4)),
    FRIDAY - 1,
  );
  const returns = tradingReturns(calendarReturns(days), FRIDAY + 23);
  const market = (count: number) => new Map(returns.slice(0, count).map(({ day, value }) => [day, value / 2]));
  t.true(returns.length > 12);
  t.deepEqual(riskOf(days, 0.95, 0, market(11)).benchmark, {
    beta: null,
    alpha: null,
    correlation: null,
    trackingError: null,
    informationRatio: null,
  });
  t.true(Math.abs((riskOf(days, 0.95, 0, market(12)).benchmark?.beta as number) - 2) < 1e-9);
});
