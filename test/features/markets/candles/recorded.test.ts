import test from 'ava';
import type { Candle, CorporateAction } from '../../../../src/features/markets/candle.js';
import { adjust, factorsOf, onePerDay } from '../../../../src/features/markets/candles/adjust.js';
import { checkCandles } from '../../../../src/features/markets/candles/check-candles.js';
import { findGaps } from '../../../../src/features/markets/candles/expected-candles.js';
import { duringTrading, joinDays, joinInto } from '../../../../src/features/markets/candles/resample.js';
import { chunked, subtract, union } from '../../../../src/features/markets/candles/time-ranges.js';
import { findUnitSlips, slipWarnings, withoutSplits } from '../../../../src/features/markets/candles/unit-slips.js';
import { middle, minus, plus, product, quotient } from '../../../../src/features/markets/decimals.js';
import { randomNumbers } from '../../../support/random-numbers.js';
import { matchesRecording } from '../../../support/recorded.js';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const START = Date.UTC(2026, 0, 5);

/** Returns a random walk; some candles are missing. */
function walk(count: number, stepMs: number, random: () => number): Candle[] {
  let close = 100;
  return Array.from({ length: count }, (_, index) => {
    const open = close;
    close = Number((open * (0.96 + 0.08 * random())).toFixed(2));
    const [high, low] = [Math.max(open, close) + 1, Math.min(open, close) - 1];
    const volume = index % 7 === 3 ? null : Math.floor(1_000 * random());
    return { time: new Date(START + index * stepMs), open, high, low, close, volume };
  }).filter(() => random() > 0.1);
}

const scaled = (candle: Candle, factor: number): Candle => ({
  ...candle,
  open: candle.open * factor,
  high: candle.high * factor,
  low: candle.low * factor,
  close: candle.close * factor,
});

const announced = (candles: readonly Candle[]) =>
  candles.map(({ time, open, high, low, close, volume }) => [time.getTime() - START, open, high, low, close, volume]);

test('candles are joined, checked, adjusted and searched for gaps as recorded', (t) => {
  const rows = new Map<string, unknown>();
  const random = randomNumbers(17);
  const hours = walk(72, HOUR_MS, random);
  const days = walk(70, DAY_MS, random);
  const expected = Array.from({ length: 12 }, (_, index) => {
    const from = START + index * 6 * HOUR_MS + HOUR_MS;
    return { time: from, from, to: from + 4 * HOUR_MS };
  });
  rows.set('into four hours', announced(joinInto(hours, expected)));
  rows.set('weeks', announced(joinDays(days, '1w')));
  rows.set('months', announced(joinDays(days, '1M')));
  for (const length of [1, HOUR_MS, 2 * HOUR_MS])
    rows.set(`during trading ${length}`, announced(duringTrading(hours, expected, length)).length);
  for (const length of [0, HOUR_MS, 3 * HOUR_MS]) rows.set(`gaps ${length}`, findGaps(expected, hours, length));
  const range = { from: START + 2 * HOUR_MS, to: START + 60 * HOUR_MS };
  const odd = hours.map((candle, index) => {
    if (index % 9 === 1) return { ...candle, high: candle.low - 0.5 };
    if (index % 9 === 2) return { ...candle, open: candle.high * (index % 2 === 0 ? 1.00005 : 1.01) };
    if (index % 9 === 3) return { ...candle, close: candle.low * (index % 2 === 0 ? 0.99995 : 0.99) };
    if (index % 9 === 4) return { ...candle, volume: -1 };
    if (index % 9 === 5) return { ...candle, close: 0 };
    if (index % 9 === 6) return { ...candle, volume: 0 };
    return candle;
  });
  for (const interval of ['1h', '1d'] as const) {
    const { candles, rejected } = checkCandles([...odd.toReversed(), ...odd.slice(0, 3)], interval, range);
    rows.set(`checked as ${interval}`, [rejected, announced(candles)]);
  }
  const actions: CorporateAction[] = [
    { day: '2026-02-02', kind: 'split', value: 4 },
    { day: '2026-01-20', kind: 'dividend', value: 1.5 },
    { day: '2026-01-20', kind: 'dividend', value: 0.5 },
    { day: '2026-02-02', kind: 'split', value: 0.5 },
    { day: '2026-02-02', kind: 'dividend', value: 0.25 },
    { day: '2026-03-02', kind: 'dividend', value: 900 },
    { day: '2026-03-03', kind: 'dividend', value: 90 },
  ];
  const { factors, unknown } = factorsOf({
    actions: onePerDay(actions),
    startOf: (day) => Date.parse(day),
    closeBefore: (day) => (day === '2026-03-03' ? 90 : 100),
  });
  rows.set('factors', [onePerDay(actions), factors, unknown]);
  rows.set('adjusted', announced(adjust(days, factors)));
  matchesRecording(t, 'candles', rows);
});

test('prices in another unit are found and reported as recorded', (t) => {
  const rows = new Map<string, unknown>();
  const changes: Record<string, (candle: Candle, index: number) => Candle> = {
    'as they are': (candle) => candle,
    'one in cents': (candle, index) => (index === 20 ? scaled(candle, 100) : candle),
    'three in cents': (candle, index) => (index >= 20 && index < 23 ? scaled(candle, 100) : candle),
    'the first in pounds': (candle, index) => (index < 2 ? scaled(candle, 0.01) : candle),
    'the last in cents': (candle, index) => (index > 55 ? scaled(candle, 100) : candle),
    'a lasting change by 100': (candle, index) => (index >= 30 ? scaled(candle, 100) : candle),
    'a lasting change by 40': (candle, index) => (index >= 30 ? scaled(candle, 40) : candle),
    'a split 20 for 1': (candle, index) => (index >= 30 ? scaled(candle, 1 / 20) : candle),
    'a wrong split': (candle, index) => (index === 25 ? scaled(candle, 0.5) : candle),
    'two units in one candle': (candle, index) => (index === 25 ? { ...candle, high: candle.high * 100 } : candle),
  };
  for (const [name, change] of Object.entries(changes)) {
    const candles = walk(64, DAY_MS, randomNumbers(23)).map(change);
    const findings = findUnitSlips(candles);
    const at = (candles[30] as Candle).time.getTime();
    const known = [-DAY_MS, -1, 0, 13 * HOUR_MS, 14 * HOUR_MS, 15 * HOUR_MS].map((shift) => {
      const { slips, steps } = withoutSplits(findings, candles, [{ day: at + shift, ratio: 20 }]);
      return [slips.length, steps.length];
    });
    rows.set(name, [findings, known, slipWarnings(candles, findings, true), slipWarnings(candles, findings, false)]);
  }
  matchesRecording(t, 'unit-slips', rows);
});

test('ranges are joined, subtracted and cut, and decimals calculated, as recorded', (t) => {
  const rows = new Map<string, unknown>();
  const random = randomNumbers(31);
  for (let index = 0; index < 30; index += 1) {
    const ranges = Array.from({ length: 1 + Math.floor(5 * random()) }, () => {
      const from = Math.floor(40 * random());
      return { from, to: from + Math.floor(12 * random()) };
    });
    rows.set(`${index}`, [
      ranges,
      union(ranges),
      subtract({ from: 5, to: 35 }, union(ranges)),
      chunked(union(ranges), 4),
    ]);
  }
  for (const [one, other] of [
    [0.1, 0.2],
    [1.005, 2],
    [1e-8, 3],
    [123_456.789, 0.001],
    [1e21, 1],
    [-0.3, 0.1],
    [7, 3],
  ] as const)
    rows.set(
      `${one} ${other}`,
      [plus, minus, middle, product, quotient].map((of) => of(one, other)),
    );
  matchesRecording(t, 'ranges', rows);
});
