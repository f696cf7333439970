import test from 'ava';
import { DAY_MS } from '../../../../src/durations.js';
import type { Session } from '../../../../src/features/markets/calendar/trading-calendar.js';
import { gapsBetween } from '../../../../src/features/markets/candles/gaps.js';
import { slotsOf } from '../../../../src/features/markets/candles/slots.js';
import { barAt } from '../../../support/candle-provider.js';
import fc from '../../../support/properties.js';

const session = (day: string): Session => ({ day, open: new Date(`${day}T13:30Z`), close: new Date(`${day}T20:00Z`), breaks: [], early: false });
const week = ['2026-07-06', '2026-07-07', '2026-07-08', '2026-07-09', '2026-07-10', '2026-07-13'].map(session);
const barsAt = (...times: string[]) => times.map((time) => barAt(Date.parse(`${time}Z`)));
const shown = (gaps: ReturnType<typeof gapsBetween>) => gaps.map(({ from, to }) => `${from.toISOString().slice(0, 16)} – ${to.toISOString().slice(0, 16)}`);

test('what is there leaves no gap', (t) => {
  const slots = slotsOf(week, '5m');
  t.deepEqual(
    gapsBetween(
      slots,
      slots.map(({ time }) => barAt(time)),
    ),
    [],
  );
});

test('days that follow each other and are missing are one gap, weekends between them too', (t) => {
  const bars = barsAt('2026-07-06T00:00', '2026-07-09T00:00');
  t.deepEqual(shown(gapsBetween(slotsOf(week, '1d'), bars)), ['2026-07-07T00:00 – 2026-07-09T00:00', '2026-07-10T00:00 – 2026-07-14T00:00']);
});

test('missing bars within a day are told to the minute', (t) => {
  const slots = slotsOf([session('2026-07-06')], '1h');
  const bars = barsAt('2026-07-06T13:30', '2026-07-06T16:30', '2026-07-06T17:30', '2026-07-06T18:30');
  t.deepEqual(shown(gapsBetween(slots, bars)), ['2026-07-06T14:30 – 2026-07-06T16:30', '2026-07-06T19:30 – 2026-07-06T20:00']);
});

test('bars on the hour fill the trading they reach into', (t) => {
  const bars = barsAt('2026-07-06T13:00', '2026-07-06T14:00', '2026-07-06T15:00', '2026-07-06T18:00', '2026-07-06T19:00');
  t.deepEqual(shown(gapsBetween(slotsOf([session('2026-07-06')], '1h'), bars, 3_600_000)), ['2026-07-06T16:30 – 2026-07-06T17:30']);
});

test('bars the calendar does not expect fill no gap and make none', (t) => {
  const bars = barsAt(
    '2026-07-05T00:00',
    '2026-07-06T00:00',
    '2026-07-07T00:00',
    '2026-07-08T00:00',
    '2026-07-09T00:00',
    '2026-07-10T00:00',
    '2026-07-11T00:00',
    '2026-07-13T00:00',
  );
  t.deepEqual(gapsBetween(slotsOf(week, '1d'), bars), []);
});

test('every expected bar is either there or in a gap, and none is both', (t) => {
  const slots = slotsOf(week, '15m');
  fc.assert(
    fc.property(fc.subarray(slots), (present) => {
      const gaps = gapsBetween(
        slots,
        present.map(({ time }) => barAt(time)),
      );
      const isInGap = (time: number) => gaps.some(({ from, to }) => time >= from.getTime() && time < to.getTime());
      const there = new Set(present.map(({ time }) => time));
      for (const { time } of slots) t.not(isInGap(time), there.has(time));
      for (const [index, gap] of gaps.entries()) t.true(index === 0 || gap.from.getTime() >= (gaps[index - 1]?.to.getTime() ?? 0));
    }),
    { numRuns: 50 },
  );
});

test('around the clock every day is expected', (t) => {
  const days = Array.from({ length: 4 }, (_, index) => {
    const open = new Date(Date.UTC(2026, 6, 4 + index));
    return { day: open.toISOString().slice(0, 10), open, close: new Date(open.getTime() + DAY_MS), breaks: [], early: false };
  });
  t.deepEqual(shown(gapsBetween(slotsOf(days, '1d'), barsAt('2026-07-04T00:00', '2026-07-06T00:00'))), [
    '2026-07-05T00:00 – 2026-07-06T00:00',
    '2026-07-07T00:00 – 2026-07-08T00:00',
  ]);
});
