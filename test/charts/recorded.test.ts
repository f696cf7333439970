import test from 'ava';
import { textWidth } from '../../src/charts/draw.js';
import { movedApart } from '../../src/charts/moved-apart.js';
import { formatCompact, formatNumber, formatPrice, scaleOf } from '../../src/charts/scale.js';
import { areDays, formatDay, formatRange } from '../../src/charts/time-axis.js';
import { timeLabels } from '../../src/charts/time-labels.js';
import { matchesRecording } from '../support/recorded.js';

const SIZES = [
  0, 1e-9, 0.00012345, 0.099, 0.1, 0.5, 0.999, 1, 9.99, 10, 99.5, 999.9, 1_000, 12_345.678, 1e6, 999_999, 1e9, 2.5e12,
];
const STARTS = ['2025-12-31', '2026-01-01', '2026-02-27', '2026-11-20T13:30:00Z', '2026-11-20T23:58:00Z'];
const STEPS_MS = [60_000, 300_000, 1_800_000, 3_600_000, 10_800_000, 86_400_000, 604_800_000, 2_678_400_000];

test('numbers, scales and labels of axes equal the recorded ones', (t) => {
  const rows = new Map<string, unknown>();
  for (const size of SIZES)
    for (const value of [size, -size])
      rows.set(`${Object.is(value, -0) ? '-0' : value}`, [
        formatNumber(value, 2),
        formatNumber(value, 0),
        formatPrice(value),
        formatCompact(value),
      ]);
  for (const [low, high] of [
    [0, 0],
    [5, 5],
    [-5, -5],
    [1, 1 + 1e-9],
    [1, 1 + 1e-8],
    [0, 1],
    [0.1, 0.35],
    [-3, 7],
    [98.2, 101.7],
    [1e6, 1.2e6],
    [-1e-6, 1e-6],
    [0, 2.5],
  ] as const)
    for (const steps of [0, 1, 4, 7]) rows.set(`scale ${low} ${high} ${steps}`, scaleOf(low, high, steps));
  for (const start of STARTS)
    for (const step of STEPS_MS) {
      const times = Array.from({ length: 40 }, (_, index) => new Date(Date.parse(start) + index * step));
      const [first = new Date(0)] = times;
      rows.set(`${start} by ${step}`, [
        areDays(times),
        formatDay(first),
        formatRange(times),
        formatRange(times.slice(0, 1)),
        ...[3, 8].map((apart) => [...timeLabels(times, apart)]),
      ]);
    }
  rows.set('no times', [[...timeLabels([], 3)], formatRange([])]);
  for (const places of [[10, 11, 12], [0, 50, 100], [95, 96, 97, 98], [5], []])
    rows.set(`apart ${places}`, [movedApart(places, 12, 0, 100), movedApart(places, 30, 0, 100)]);
  rows.set(
    'widths',
    ['', 'iii', 'WWW', 'Apple 231.40', '→ é'].map((text) => textWidth(text, 12)),
  );
  matchesRecording(t, 'axes', rows);
});
