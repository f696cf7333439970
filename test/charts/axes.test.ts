import test from 'ava';
import { labeledTimes } from '../../src/charts/axes.js';
import { textWidth } from '../../src/charts/draw.js';
import { formatCompact, formatNumber, formatPrice, scaleOf } from '../../src/charts/scale.js';
import { formatRange } from '../../src/charts/time-axis.js';
import { timeLabels } from '../../src/charts/time-labels.js';
import { drawMarks, legendOfMarks, type PlacedMark, placeMarks, type TimeMark } from '../../src/charts/time-marks.js';
import { gapPositions } from '../../src/features/markets/charts/gap-positions.js';
import { joinCandles } from '../../src/features/markets/charts/join-candles.js';
import fc from '../support/properties.js';
import { tide } from './tide.js';

test('a value axis has round steps and covers all values', (t) => {
  fc.assert(
    fc.property(
      fc.double({ min: 1e-9, max: 1e9, noNaN: true }),
      fc.double({ min: 1, max: 3, noNaN: true }),
      fc.integer({ min: 1, max: 20 }),
      (low, factor, steps) => {
        const { min, max, step } = scaleOf(low, low * factor, steps);
        const lead = step / 10 ** Math.floor(Math.log10(step) + 1e-9);
        return (
          min <= low * (1 + 1e-6) &&
          max >= low * factor * (1 - 1e-6) &&
          step > 0 &&
          [1, 2, 2.5, 5].some((round) => Math.abs(lead - round) < 1e-6)
        );
      },
    ),
  );
  t.deepEqual(scaleOf(211.5, 258.8, 6), { min: 210, max: 260, step: 10, decimals: 0 });
  t.deepEqual(scaleOf(1.0796, 1.0876, 5), { min: 1.078, max: 1.088, step: 0.002, decimals: 3 });
  t.like(scaleOf(1e-9, 1.001e-9, 3), { min: 1e-9, max: 1.001e-9, decimals: 13 });
});

test('prices are formatted by their magnitude', (t) => {
  t.deepEqual([64_123.456, 231.4, 5, 1.0843, 0.5, 0.000012345, 0, -3].map(formatPrice), [
    '64,123.46',
    '231.40',
    '5.00',
    '1.0843',
    '0.50',
    '0.000012345',
    '0.00',
    '−3.00',
  ]);
  t.is(formatNumber(1_234_567.891, 1), '1,234,567.9');
  t.is(formatNumber(-0.001, 2), '0.00');
  t.deepEqual([999, 1_000, 181_300_000, 2.5e12].map(formatCompact), ['999', '1K', '181M', '2.5T']);
});

test('a time axis of days is labeled at the beginnings of months and years, the first label with its year', (t) => {
  const times = tide(120, { start: Date.UTC(2025, 10, 10) }).map(({ time }) => time);
  t.deepEqual([...timeLabels(times, 12).values()].sort(), ['2026', 'Dec 2025', 'Feb', 'Mar']);
});

test('a chart within a year has the year at its first day or month', (t) => {
  const days = tide(7, { start: Date.UTC(2026, 10, 23) }).map(({ time }) => time);
  t.is([...timeLabels(days, 2)].sort(([one], [other]) => one - other)[0]?.[1], '25 Nov 2026');
  const months = tide(90, { start: Date.UTC(2026, 2, 10) }).map(({ time }) => time);
  t.deepEqual([...timeLabels(months, 25).values()].sort(), ['Apr 2026', 'Jun', 'May']);
});

test('days between months are labeled at equal steps, which leave space for the year', (t) => {
  const daysOf = (count: number, apart: number, start: number) =>
    [
      ...timeLabels(
        tide(count, { start }).map(({ time }) => time),
        apart,
      ),
    ]
      .toSorted(([one], [other]) => one - other)
      .map(([, label]) => label);
  t.deepEqual(daysOf(90, 6, Date.UTC(2026, 8, 3)), [
    '11 Sep 2026',
    '21 Sep',
    'Oct',
    '11 Oct',
    '21 Oct',
    'Nov',
    '11 Nov',
    '21 Nov',
    'Dec',
  ]);
  // The last day of a long month has no label beside that of the next month.
  t.deepEqual(daysOf(15, 1.2, Date.UTC(2026, 9, 24)).slice(0, 5), ['25 Oct 2026', '27 Oct', '29 Oct', 'Nov', '3 Nov']);
  const hours = Array.from({ length: 40 }, (_, hour) => new Date(Date.UTC(2026, 10, 29, 9 + hour)));
  t.deepEqual(
    [...timeLabels(hours, 5)].toSorted(([one], [other]) => one - other).map(([, label]) => label),
    ['12:00', '18:00', '30 Nov 2026', '06:00', '12:00', '18:00', '1 Dec'],
  );
  const midnight = Array.from({ length: 30 }, (_, hour) => new Date(Date.UTC(2026, 10, 30, 11 + hour)));
  t.true([...timeLabels(midnight, 5).values()].includes('1 Dec 2026'));
  const newYear = Array.from({ length: 30 }, (_, hour) => new Date(Date.UTC(2026, 11, 31, 11 + hour)));
  t.true([...timeLabels(newYear, 5).values()].includes('1 Jan 2027'));
});

test('a mark is at the last time of the axis before it, and a mark before all times is left out', (t) => {
  const times = tide(5).map(({ time }) => time);
  const mark = (time: string, letter = 'D'): TimeMark => ({
    time: new Date(time),
    letter,
    kind: ['dividend', 'dividends'],
    text: `${letter} ${time}`,
    color: 'line1',
  });
  const placed = placeMarks(
    [mark('2026-01-07T15:30:00Z', 'E'), mark('2026-01-04'), mark('2026-01-07'), mark('2026-01-20')],
    times,
  );
  t.deepEqual(
    placed.map(({ index, letter }) => `${letter}${index}`),
    ['D2', 'E2', 'D4'],
  );
  t.deepEqual(
    legendOfMarks(placed).map(({ name }) => name),
    ['2 dividends', 'E 2026-01-07T15:30:00Z'],
  );
});

test('marks that would overlap are drawn as one with the letters of their kinds, and each text is a tooltip', (t) => {
  const mark = (index: number, text: string): PlacedMark => ({
    index,
    text,
    letter: text.slice(0, 1),
    time: new Date(0),
    kind: ['one', 'several'],
    color: 'line1',
  });
  const pane = { left: 0, right: 800, top: 0, bottom: 300 };
  const marks = [mark(0, 'A <first>'), mark(1, 'B'), mark(1, 'A again'), mark(9, 'C')];
  const svg = drawMarks(marks, pane, (index) => 10 * index);
  t.deepEqual(
    [...svg.matchAll(/<title>([^<]*)<\/title>/g)].map(([, text]) => text),
    ['A &lt;first&gt;; B; A again', 'C'],
  );
  t.deepEqual(
    [...svg.matchAll(/<text[^>]*>([^<]*)<\/text>/g)].map(([, text]) => text),
    ['AB', 'C'],
  );
});

test('a time axis of minutes is labeled at hours, without overlapping labels', (t) => {
  const times = tide(390, { start: Date.UTC(2026, 10, 19, 14, 30), stepMs: 60_000 }).map(({ time }) => time);
  const labels = timeLabels(times, 50);
  t.deepEqual([...labels.values()].sort(), ['15:00', '16:00', '17:00', '18:00', '19:00', '20:00']);
  const places = [...labels.keys()].sort((one, other) => one - other);
  t.true(places.every((place, index) => index === 0 || place - (places[index - 1] as number) >= 50));
});

test('a range is formatted as days, or with times if one of them is not midnight', (t) => {
  const [noon, evening] = [new Date('2026-11-20T12:00:00Z'), new Date('2026-11-20T20:30:00Z')];
  t.is(formatRange([noon, evening]), '20 Nov 2026 12:00 – 20:30 UTC');
  t.is(formatRange([new Date('2026-11-19'), new Date('2026-11-20')]), '19 Nov – 20 Nov 2026');
  t.is(formatRange([new Date('2026-11-19')]), '19 Nov 2026');
  t.is(formatRange([]), '');
});

test('a joined candle has the first open, the last close, the highest high and the lowest low', (t) => {
  const candles = tide(10);
  const [first, second, third, ...rest] = joinCandles(candles, 4);
  t.is(rest.length, 0);
  t.is(first?.open, candles[0]?.open);
  t.is(first?.close, candles[3]?.close);
  t.is(first?.high, Math.max(...candles.slice(0, 4).map(({ high }) => high)));
  t.is(second?.low, Math.min(...candles.slice(4, 8).map(({ low }) => low)));
  t.is(third?.volume, (candles[8]?.volume as number) + (candles[9]?.volume as number));
  t.deepEqual(joinCandles(candles, 1), candles);
  t.is(
    joinCandles(
      candles.map((candle) => ({ ...candle, volume: null })),
      5,
    )[0]?.volume,
    null,
  );
});

test('a gap is marked before the first candle after its start; if there are too many gaps, the longest are marked', (t) => {
  const times = tide(5).map(({ time }) => time);
  const at = (day: number) => new Date(Date.UTC(2026, 0, 5) + day * 86_400_000);
  const gap = (from: number, to: number) => ({ from: at(from), to: at(to) });
  t.deepEqual(gapPositions(times, [gap(-3, 0), gap(1.5, 1.9), gap(1.2, 1.4), gap(9, 10)]), [0, 2, 5]);
  const many = Array.from({ length: 100 }, (_, index) => gap(index, index + 0.001 * index));
  t.deepEqual(gapPositions(times, many), [5]);
});

test('an axis has finer steps where it would be empty at an end otherwise', (t) => {
  t.like(scaleOf(-22.1, 0, 4.2), { min: -25, max: 0, step: 5 });
  t.like(scaleOf(0.2, 40, 4.2), { min: 0, max: 40, step: 10 });
});

test('in little space every label that fits is drawn, and months are drawn together or not at all', (t) => {
  const years = tide(174, { start: Date.UTC(2021, 11, 27), stepMs: 10.5 * 86_400_000 }).map(({ time }) => time);
  t.deepEqual([...timeLabels(years, 36).values()].sort(), ['2022', '2023', '2024', '2025', '2026']);
  const year = tide(250, { start: Date.UTC(2025, 11, 1), stepMs: 1.45 * 86_400_000 }).map(({ time }) => time);
  const inOrder = (apart: number) => [...timeLabels(year, apart)].sort(([one], [other]) => one - other);
  const months = 'Feb Mar Apr May Jun Jul Aug Sep Oct Nov'.split(' ');
  t.deepEqual(
    inOrder(18).map(([, label]) => label),
    ['2026', ...months],
  );
  t.deepEqual(
    inOrder(60).map(([, label]) => label),
    ['2026', 'Apr', 'Jul', 'Oct'],
  );
});

test('a range of one year names it once', (t) => {
  t.is(formatRange([new Date('2026-05-13'), new Date('2026-11-27')]), '13 May – 27 Nov 2026');
  t.is(formatRange([new Date('2025-12-01'), new Date('2026-11-27')]), '1 Dec 2025 – 27 Nov 2026');
  const hours = [new Date('2026-11-24T00:00:00Z'), new Date('2026-11-29T06:00:00Z')];
  t.is(formatRange(hours), '24 Nov 00:00 – 29 Nov 2026 06:00 UTC');
});

test('the first label of a time axis is not cut at the left end of the image', (t) => {
  const days = tide(251, { start: Date.UTC(2025, 10, 28), stepMs: 1.4 * 86_400_000 }).map(({ time }) => time);
  const { formatter } = labeledTimes(days, 870).axisLabel;
  const [first] = days.flatMap((_, index) => (formatter('', index) === '' ? [] : [index]));
  const left = 16 + (((first as number) + 0.5) * 870) / 251;
  t.true(left >= textWidth(formatter('', first as number), 11) / 2, `${formatter('', first as number)} at ${left} px`);
});
