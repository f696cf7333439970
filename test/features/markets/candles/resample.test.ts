import test from 'ava';
import { DAY_MS } from '../../../../src/durations.js';
import type { Session } from '../../../../src/features/markets/calendar/trading-calendar.js';
import type { Candle } from '../../../../src/features/markets/candle.js';
import { intoPeriods, intoSlots, withinTrading } from '../../../../src/features/markets/candles/resample.js';
import { slotsOf } from '../../../../src/features/markets/candles/slots.js';
import type { Interval } from '../../../../src/features/markets/interval.js';
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
const openings = (interval: Interval, ...sessions: Session[]) => slotsOf(sessions, interval).map(({ time }) => new Date(time).toISOString().slice(11, 16));
const bar = (time: string, open: number, high: number, low: number, close: number, volume: number | null): Candle => ({
  time: at(time),
  open,
  high,
  low,
  close,
  volume,
});

test('volumes are added up without the noise of binary fractions', (t) => {
  const bars = [0.1, 0.2, 3694351.6248].map((volume, index) => bar(`2026-07-0${index + 1}T00:00`, 1, 1, 1, 1, volume));
  t.deepEqual(
    intoPeriods(bars, '1M').map(({ volume }) => volume),
    [3694351.9248],
  );
});

/** Minutes of a session with holes and without, with any prices. */
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

test('bars of an hour are counted from the opening of trading', (t) => {
  t.deepEqual(openings('1h', newYork), ['13:30', '14:30', '15:30', '16:30', '17:30', '18:30', '19:30']);
  const last = slotsOf([newYork], '1h').at(-1);
  t.is(last?.to, newYork.close.getTime());
});

test('after a pause bars are counted anew', (t) => {
  t.deepEqual(openings('1h', tokyo), ['00:00', '01:00', '02:00', '03:30', '04:30', '05:30']);
});

test('a bar has the first open, the highest high, the lowest low, the last close and the sum of the volumes', (t) => {
  const bars = [bar('2026-07-01T13:30', 10, 12, 9, 11, 5), bar('2026-07-01T13:35', 11, 15, 8, 9, 7), bar('2026-07-01T13:45', 9, 9, 9, 9, 1)];
  t.deepEqual(intoSlots(bars, slotsOf([newYork], '15m')), [bar('2026-07-01T13:30', 10, 15, 8, 9, 12), bar('2026-07-01T13:45', 9, 9, 9, 9, 1)]);
});

test('a volume is null only where no part has one', (t) => {
  const bars = [
    bar('2026-07-01T13:30', 1, 1, 1, 1, null),
    bar('2026-07-01T13:35', 1, 1, 1, 1, null),
    bar('2026-07-01T13:45', 1, 1, 1, 1, null),
    bar('2026-07-01T13:50', 1, 1, 1, 1, 4),
  ];
  t.deepEqual(
    intoSlots(bars, slotsOf([newYork], '15m')).map(({ volume }) => volume),
    [null, 4],
  );
});

test('what is traded before and after regular hours and in a pause is left out', (t) => {
  const bars = ['2026-06-30T23:55', '2026-07-01T02:25', '2026-07-01T02:30', '2026-07-01T03:29', '2026-07-01T03:30', '2026-07-01T06:30'].map((time) =>
    bar(time, 1, 1, 1, 1, 1),
  );
  t.deepEqual(
    intoSlots(bars, slotsOf([tokyo], '5m')).map(({ time }) => time.toISOString().slice(11, 16)),
    ['02:25', '03:30'],
  );
});

test('a trading day is one bar at its midnight, whenever in UTC it was traded', (t) => {
  const sydney: Session = { ...session('2026-01-06', '00:00', '05:00'), open: at('2026-01-05T23:00') };
  const bars = [bar('2026-01-05T23:00', 3, 3, 3, 3, 1), bar('2026-01-06T04:59', 5, 6, 2, 4, 1)];
  t.deepEqual(intoSlots(bars, slotsOf([sydney], '1d')), [bar('2026-01-06T00:00', 3, 6, 2, 4, 2)]);
});

test('minutes joined to five and those to fifteen are the minutes joined to fifteen', (t) => {
  for (const one of [newYork, tokyo]) {
    const [five, fifteen, hour, day] = (['5m', '15m', '1h', '1d'] as const).map((interval) => slotsOf([one], interval));
    fc.assert(
      fc.property(minutesOf(one), (bars) => {
        const fives = intoSlots(bars, five ?? []);
        t.deepEqual(intoSlots(fives, fifteen ?? []), intoSlots(bars, fifteen ?? []));
        t.deepEqual(intoSlots(fives, day ?? []), intoSlots(intoSlots(bars, hour ?? []), day ?? []));
      }),
      { numRuns: 60 },
    );
  }
});

test('weeks begin on Monday and months on the first, whichever their first day of trading was', (t) => {
  const days = ['2026-05-29', '2026-06-02', '2026-06-05', '2026-06-08', '2026-07-01'].map((day) => bar(`${day}T00:00`, 1, 2, 1, 2, 10));
  const starts = (interval: Interval) => intoPeriods(days, interval).map(({ time, volume }) => `${time.toISOString().slice(0, 10)} ${volume}`);
  t.deepEqual(starts('1w'), ['2026-05-25 10', '2026-06-01 20', '2026-06-08 10', '2026-06-29 10']);
  t.deepEqual(starts('1M'), ['2026-05-01 10', '2026-06-01 30', '2026-07-01 10']);
  t.deepEqual(starts('1d').length, 5);
});

test('no volume gets lost or is made up, into whatever periods days are joined', (t) => {
  const days = fc
    .uniqueArray(fc.nat(3_000), { maxLength: 200 })
    .map((numbers) => numbers.sort((a, b) => a - b).map((day) => ({ ...bar('2020-01-01T00:00', 1, 2, 1, 2, 3), time: new Date(day * DAY_MS) })));
  fc.assert(
    fc.property(days, fc.constantFrom<Interval>('1w', '1M'), (bars, interval) => {
      const joined = intoPeriods(bars, interval);
      t.is(
        joined.reduce((sum, { volume }) => sum + (volume ?? 0), 0),
        bars.length * 3,
      );
      t.deepEqual(
        joined.map(({ time }) => time.getTime()),
        [...new Set(joined.map(({ time }) => time.getTime()))].sort((a, b) => a - b),
      );
    }),
    { numRuns: 100 },
  );
});

test('bars that open on the hour stay when they reach into trading', (t) => {
  const bars = ['12:00', '13:00', '14:00', '19:00', '20:00'].map((time) => bar(`2026-07-01T${time}`, 1, 1, 1, 1, 1));
  t.deepEqual(
    withinTrading(bars, slotsOf([newYork], '1h'), 3_600_000).map(({ time }) => time.getUTCHours()),
    [13, 14, 19],
  );
});
