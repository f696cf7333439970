import test from 'ava';
import type { Session } from '../../../../src/features/markets/calendar/trading-calendar.js';
import { expectedCandles, findGaps } from '../../../../src/features/markets/candles/expected-candles.js';
import { DAY_MS } from '../../../../src/time/durations.js';
import { candleAt } from '../../../support/candle-provider.js';
import fc from '../../../support/properties.js';

const session = (day: string): Session => ({
  day,
  open: new Date(`${day}T13:30Z`),
  close: new Date(`${day}T20:00Z`),
  breaks: [],
  early: false,
});
const week = ['2026-07-06', '2026-07-07', '2026-07-08', '2026-07-09', '2026-07-10', '2026-07-13'].map(session);
const candlesAt = (...times: string[]) => times.map((time) => candleAt(Date.parse(`${time}Z`)));
const shown = (gaps: ReturnType<typeof findGaps>) =>
  gaps.map(({ from, to }) => `${from.toISOString().slice(0, 16)} – ${to.toISOString().slice(0, 16)}`);

test('a complete series has no gaps', (t) => {
  const expected = expectedCandles(week, '5m');
  t.deepEqual(
    findGaps(
      expected,
      expected.map(({ time }) => candleAt(time)),
    ),
    [],
  );
});

test('consecutive missing days are one gap, including a weekend between them', (t) => {
  const candles = candlesAt('2026-07-06T00:00', '2026-07-09T00:00');
  t.deepEqual(shown(findGaps(expectedCandles(week, '1d'), candles)), [
    '2026-07-07T00:00 – 2026-07-09T00:00',
    '2026-07-10T00:00 – 2026-07-14T00:00',
  ]);
});

test('gaps within a day are exact to the minute', (t) => {
  const expected = expectedCandles([session('2026-07-06')], '1h');
  const candles = candlesAt('2026-07-06T13:30', '2026-07-06T16:30', '2026-07-06T17:30', '2026-07-06T18:30');
  t.deepEqual(shown(findGaps(expected, candles)), [
    '2026-07-06T14:30 – 2026-07-06T16:30',
    '2026-07-06T19:30 – 2026-07-06T20:00',
  ]);
});

test('candles on the hour fill the trading time they overlap', (t) => {
  const candles = candlesAt(
    '2026-07-06T13:00',
    '2026-07-06T14:00',
    '2026-07-06T15:00',
    '2026-07-06T18:00',
    '2026-07-06T19:00',
  );
  t.deepEqual(shown(findGaps(expectedCandles([session('2026-07-06')], '1h'), candles, 3_600_000)), [
    '2026-07-06T16:30 – 2026-07-06T17:30',
  ]);
});

test('unexpected candles neither fill nor cause gaps', (t) => {
  const candles = candlesAt(
    '2026-07-05T00:00',
    '2026-07-06T00:00',
    '2026-07-07T00:00',
    '2026-07-08T00:00',
    '2026-07-09T00:00',
    '2026-07-10T00:00',
    '2026-07-11T00:00',
    '2026-07-13T00:00',
  );
  t.deepEqual(findGaps(expectedCandles(week, '1d'), candles), []);
});

test('every expected candle is either present or in a gap, never both', (t) => {
  const expected = expectedCandles(week, '15m');
  fc.assert(
    fc.property(fc.subarray(expected), (present) => {
      const gaps = findGaps(
        expected,
        present.map(({ time }) => candleAt(time)),
      );
      const isInGap = (time: number) => gaps.some(({ from, to }) => time >= from.getTime() && time < to.getTime());
      const there = new Set(present.map(({ time }) => time));
      for (const { time } of expected) t.not(isInGap(time), there.has(time));
      for (const [index, gap] of gaps.entries())
        t.true(index === 0 || gap.from.getTime() >= (gaps[index - 1]?.to.getTime() ?? 0));
    }),
    { numRuns: 50 },
  );
});

test('every day is expected for instruments that always trade', (t) => {
  const days = Array.from({ length: 4 }, (_, index) => {
    const open = new Date(Date.UTC(2026, 6, 4 + index));
    return {
      day: open.toISOString().slice(0, 10),
      open,
      close: new Date(open.getTime() + DAY_MS),
      breaks: [],
      early: false,
    };
  });
  t.deepEqual(shown(findGaps(expectedCandles(days, '1d'), candlesAt('2026-07-04T00:00', '2026-07-06T00:00'))), [
    '2026-07-05T00:00 – 2026-07-06T00:00',
    '2026-07-07T00:00 – 2026-07-08T00:00',
  ]);
});
