import test from 'ava';
import type { BenchmarkSeries } from '../../../src/features/portfolios/benchmark/benchmark-series.js';
import type { ValuedDay } from '../../../src/features/portfolios/returns/time-weighted.js';
import { seriesOf } from '../../../src/features/portfolios/series/performance-series.js';

const DAY_MS = 86_400_000;
const FIRST = Date.UTC(2026, 9, 28) / DAY_MS;
const dateOf = (day: number) => new Date(day * DAY_MS).toISOString().slice(0, 10);

const valued = (values: readonly number[], changes: Record<number, Partial<ValuedDay>> = {}): ValuedDay[] =>
  values.map((endValue, at) => ({ day: FIRST + at, endValue, paidIn: 0, takenOut: 0, ...changes[at] }));
const round = (value: number | null) => (value === null ? null : Number(value.toFixed(6)));

test('a series has the last day of each week or month, and the last day of the period', (t) => {
  const days = valued(Array.from({ length: 40 }, (_, at) => 100 + at));
  const daysOf = (interval: '1d' | '1w' | '1M') => seriesOf(days, undefined, interval).map(({ day }) => dateOf(day));
  t.is(daysOf('1d').length, 39);
  t.deepEqual(daysOf('1w'), ['2026-11-01', '2026-11-08', '2026-11-15', '2026-11-22', '2026-11-29', '2026-12-06']);
  t.deepEqual(daysOf('1M'), ['2026-10-31', '2026-11-30', '2026-12-06']);
});

test('returns and declines of a portfolio and its benchmark follow from their days', (t) => {
  const days = valued([100, 110, 99, 120, 132], { 3: { paidIn: 30, takenOut: 9 } });
  const benchmark = { index: Float64Array.of(1, 1.2, 0.9, 1.5, 1.2) } as unknown as BenchmarkSeries;
  const points = seriesOf(days, benchmark, '1d');
  t.deepEqual(
    points.map(({ value, netFlow }) => [value, netFlow]),
    [
      [110, 0],
      [99, 0],
      [120, 21],
      [132, 0],
    ],
  );
  t.deepEqual(
    points.map((point) => round(point.return)),
    [0.1, -0.01, -0.01, 0.089],
  );
  t.deepEqual(
    points.map((point) => round(point.drawdown)),
    [0, -0.1, -0.1, -0.01],
  );
  t.deepEqual(
    points.map((point) => round(point.benchmarkReturn)),
    [0.2, -0.1, 0.5, 0.2],
  );
  t.deepEqual(
    points.map((point) => round(point.benchmarkDrawdown)),
    [0, -0.25, 0, -0.2],
  );
});

test('money that moves within an interval is added up', (t) => {
  const days = valued([100, 150, 150, 150, 150, 170], { 1: { paidIn: 50 }, 2: { takenOut: 10 }, 5: { paidIn: 20 } });
  t.deepEqual(
    seriesOf(days, undefined, '1w').map(({ netFlow }) => netFlow),
    [40, 20],
  );
});

test('until money is invested, a portfolio has no return and no decline', (t) => {
  const points = seriesOf(valued([0, 0, 100, 90], { 2: { paidIn: 100 } }), undefined, '1d');
  t.deepEqual(
    points.map((point) => [round(point.return), round(point.drawdown)]),
    [
      [null, null],
      [0, 0],
      [-0.1, -0.1],
    ],
  );
  t.true(
    points.every(({ benchmarkReturn, benchmarkDrawdown }) => benchmarkReturn === null && benchmarkDrawdown === null),
  );
});
