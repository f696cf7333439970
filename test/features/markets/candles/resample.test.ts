import test from 'ava';
import type { Session } from '../../../../src/features/markets/calendar/trading-calendar.js';
import type { Candle } from '../../../../src/features/markets/candle.js';
import { expectedCandles } from '../../../../src/features/markets/candles/expected-candles.js';
import { duringTrading, joinDays, joinInto } from '../../../../src/features/markets/candles/resample.js';
import type { Interval } from '../../../../src/features/markets/interval.js';
import { DAY_MS } from '../../../../src/time/durations.js';
import fc from '../../../support/properties.js';

const at = (text: string) => new Date(`${text}Z`);
const session = (day: string, open: string, close: string, breaks: Session['breaks'] = []): Session => ({
  day,
  open: at(`${day}T${open}`),
  close: at(`${day}T${close}`),
  breaks,
  early: false,
});
const newYork = session('2026-07-01', '13:30', '20:00');
const tokyo = session('2026-07-01', '00:00', '06:30', [{ from: at('2026-07-01T02:30'), to: at('2026-07-01T03:30') }]);
const openings = (interval: Interval, ...sessions: Session[]) =>
  expectedCandles(sessions, interval).map(({ time }) => new Date(time).toISOString().slice(11, 16));
const candle = (
  time: string,
  open: number,
  high: number,
  low: number,
  close: number,
  volume: number | null,
): Candle => ({
  time: at(time),
  open,
  high,
  low,
  close,
  volume,
});

test('sums of volumes have no floating-point noise', (t) => {
  const candles = [0.1, 0.2, 3694351.6248].map((volume, index) =>
    candle(`2026-07-0${index + 1}T00:00`, 1, 1, 1, 1, volume),
  );
  t.deepEqual(
    joinDays(candles, '1M').map(({ volume }) => volume),
    [3694351.9248],
  );
});

/** Generates one-minute candles of a session, with or without gaps, at any prices. */
const minutesOf = ({ open, close }: Session) =>
  fc
    .array(
      fc.record({
        offset: fc.nat(Math.round((close.getTime() - open.getTime()) / 60_000) - 1),
        price: fc.integer({ min: 1, max: 1_000 }),
        volume: fc.option(fc.nat(1_000)),
      }),
      { maxLength: 200 },
    )
    .map((drawn) => {
      const byOffset = new Map(drawn.map((one) => [one.offset, one]));
      return [...byOffset.values()]
        .sort((a, b) => a.offset - b.offset)
        .map(({ offset, price, volume }): Candle => {
          const time = new Date(open.getTime() + offset * 60_000);
          return { time, open: price, high: price + 3, low: price / 2, close: price + 1, volume };
        });
    });

test('hourly candles are aligned to the opening of trading', (t) => {
  t.deepEqual(openings('1h', newYork), ['13:30', '14:30', '15:30', '16:30', '17:30', '18:30', '19:30']);
  const last = expectedCandles([newYork], '1h').at(-1);
  t.is(last?.to, newYork.close.getTime());
});

test('after a break candles are aligned again', (t) => {
  t.deepEqual(openings('1h', tokyo), ['00:00', '01:00', '02:00', '03:30', '04:30', '05:30']);
});

test('a joined candle has the first open, the highest high, the lowest low, the last close and the sum of volumes', (t) => {
  const candles = [
    candle('2026-07-01T13:30', 10, 12, 9, 11, 5),
    candle('2026-07-01T13:35', 11, 15, 8, 9, 7),
    candle('2026-07-01T13:45', 9, 9, 9, 9, 1),
  ];
  t.deepEqual(joinInto(candles, expectedCandles([newYork], '15m')), [
    candle('2026-07-01T13:30', 10, 15, 8, 9, 12),
    candle('2026-07-01T13:45', 9, 9, 9, 9, 1),
  ]);
});

test('a volume is null only if no part has one', (t) => {
  const candles = [
    candle('2026-07-01T13:30', 1, 1, 1, 1, null),
    candle('2026-07-01T13:35', 1, 1, 1, 1, null),
    candle('2026-07-01T13:45', 1, 1, 1, 1, null),
    candle('2026-07-01T13:50', 1, 1, 1, 1, 4),
  ];
  t.deepEqual(
    joinInto(candles, expectedCandles([newYork], '15m')).map(({ volume }) => volume),
    [null, 4],
  );
});

test('candles before and after regular hours and in breaks are dropped', (t) => {
  const candles = [
    '2026-06-30T23:55',
    '2026-07-01T02:25',
    '2026-07-01T02:30',
    '2026-07-01T03:29',
    '2026-07-01T03:30',
    '2026-07-01T06:30',
  ].map((time) => candle(time, 1, 1, 1, 1, 1));
  t.deepEqual(
    joinInto(candles, expectedCandles([tokyo], '5m')).map(({ time }) => time.toISOString().slice(11, 16)),
    ['02:25', '03:30'],
  );
});

test('a trading day is one candle at its midnight, whatever its hours in UTC', (t) => {
  const sydney: Session = { ...session('2026-01-06', '00:00', '05:00'), open: at('2026-01-05T23:00') };
  const candles = [candle('2026-01-05T23:00', 3, 3, 3, 3, 1), candle('2026-01-06T04:59', 5, 6, 2, 4, 1)];
  t.deepEqual(joinInto(candles, expectedCandles([sydney], '1d')), [candle('2026-01-06T00:00', 3, 6, 2, 4, 2)]);
});

test('joining 1m to 5m to 15m equals joining 1m to 15m', (t) => {
  for (const one of [newYork, tokyo]) {
    const [five, fifteen, hour, day] = (['5m', '15m', '1h', '1d'] as const).map((interval) =>
      expectedCandles([one], interval),
    );
    fc.assert(
      fc.property(minutesOf(one), (candles) => {
        const fives = joinInto(candles, five ?? []);
        t.deepEqual(joinInto(fives, fifteen ?? []), joinInto(candles, fifteen ?? []));
        t.deepEqual(joinInto(fives, day ?? []), joinInto(joinInto(candles, hour ?? []), day ?? []));
      }),
      { numRuns: 60 },
    );
  }
});

test('weeks begin on Monday and months on the first, whatever their first trading day', (t) => {
  const days = ['2026-05-29', '2026-06-02', '2026-06-05', '2026-06-08', '2026-07-01'].map((day) =>
    candle(`${day}T00:00`, 1, 2, 1, 2, 10),
  );
  const starts = (interval: Interval) =>
    joinDays(days, interval).map(({ time, volume }) => `${time.toISOString().slice(0, 10)} ${volume}`);
  t.deepEqual(starts('1w'), ['2026-05-25 10', '2026-06-01 20', '2026-06-08 10', '2026-06-29 10']);
  t.deepEqual(starts('1M'), ['2026-05-01 10', '2026-06-01 30', '2026-07-01 10']);
  t.deepEqual(starts('1d').length, 5);
});

test('joining days into periods preserves the total volume', (t) => {
  const days = fc
    .uniqueArray(fc.nat(3_000), { maxLength: 200 })
    .map((numbers) =>
      numbers
        .sort((a, b) => a - b)
        .map((day) => ({ ...candle('2020-01-01T00:00', 1, 2, 1, 2, 3), time: new Date(day * DAY_MS) })),
    );
  fc.assert(
    fc.property(days, fc.constantFrom<Interval>('1w', '1M'), (candles, interval) => {
      const joined = joinDays(candles, interval);
      t.is(
        joined.reduce((sum, { volume }) => sum + (volume ?? 0), 0),
        candles.length * 3,
      );
      t.deepEqual(
        joined.map(({ time }) => time.getTime()),
        [...new Set(joined.map(({ time }) => time.getTime()))].sort((a, b) => a - b),
      );
    }),
    { numRuns: 100 },
  );
});

test('candles on the hour are kept if they overlap trading', (t) => {
  const candles = ['12:00', '13:00', '14:00', '19:00', '20:00'].map((time) =>
    candle(`2026-07-01T${time}`, 1, 1, 1, 1, 1),
  );
  t.deepEqual(
    duringTrading(candles, expectedCandles([newYork], '1h'), 3_600_000).map(({ time }) => time.getUTCHours()),
    [13, 14, 19],
  );
});
