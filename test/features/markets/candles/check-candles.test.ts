import test from 'ava';
import type { Candle } from '../../../../src/features/markets/candle.js';
import { checkCandles } from '../../../../src/features/markets/candles/check-candles.js';

const requested = { from: Date.UTC(2026, 0, 5), to: Date.UTC(2026, 0, 10) };
const candle = (change: Partial<Candle> = {}): Candle => ({
  time: new Date(Date.UTC(2026, 0, 6)),
  open: 10,
  high: 12,
  low: 9,
  close: 11,
  volume: 5,
  ...change,
});
const checked = (...candles: Candle[]) => checkCandles(candles, '1d', requested);

const impossible: Record<string, Partial<Candle>> = {
  'a high below the low': { high: 8, low: 9 },
  'an opening above the high': { open: 13 },
  'a close below the low': { close: 8 },
  'a price of zero': { low: 0 },
  'a price below zero': { open: -10, high: -9, low: -12, close: -11 },
  'a price that is not a number': { close: Number.NaN },
  'an infinite price': { high: Number.POSITIVE_INFINITY },
  'a volume below zero': { volume: -1 },
  'a volume that is not a number': { volume: Number.NaN },
  'a time before the requested range': { time: new Date(requested.from - 86_400_000) },
  'a time after the requested range': { time: new Date(requested.to) },
  'an invalid time': { time: new Date(Number.NaN) },
  'a daily time other than midnight': { time: new Date(Date.UTC(2026, 0, 6, 5)) },
};

for (const [what, change] of Object.entries(impossible)) {
  test(`a candle with ${what} is rejected`, (t) => {
    const good = candle({ time: new Date(Date.UTC(2026, 0, 7)) });
    t.deepEqual(checked(candle(change), good), { candles: [good], rejected: 1 });
  });
}

test('the first of two candles with the same opening time is kept', (t) => {
  t.deepEqual(checked(candle({ volume: 1 }), candle({ volume: 2 })), { candles: [candle({ volume: 1 })], rejected: 1 });
});

test('candles are sorted by time', (t) => {
  const days = [8, 6, 7].map((day) => candle({ time: new Date(Date.UTC(2026, 0, day)) }));
  t.deepEqual(
    checked(...days).candles.map(({ time }) => time.getUTCDate()),
    [6, 7, 8],
  );
});

test('a close outside the range by less than rounding widens the range', (t) => {
  const { candles, rejected } = checked(candle({ close: 12.0001, low: 10.0002, open: 10 }));
  t.is(rejected, 0);
  t.deepEqual(candles, [candle({ close: 12.0001, high: 12.0001, low: 10, open: 10 })]);
});

test('an intraday candle may open at any time', (t) => {
  const late = candle({ time: new Date(requested.from + 61_000) });
  t.deepEqual(checkCandles([late], '1m', requested), { candles: [late], rejected: 0 });
});

test('an opening or a close is outside of high and low by at most a hundredth of a percent', (t) => {
  const [most, least] = [12 * (1 + 1e-4), 9 * (1 - 1e-4)];
  t.like(checked(candle({ open: most })).candles[0], { high: most });
  t.like(checked(candle({ close: least })).candles[0], { low: least });
  t.is(checked(candle({ open: most + 1e-9 })).rejected, 1);
  t.is(checked(candle({ close: least - 1e-9 })).rejected, 1);
});

test('a candle without trades, or of a fraction of a coin, is kept', (t) => {
  for (const volume of [0, 0.5, null]) t.is(checked(candle({ volume })).rejected, 0, `${volume}`);
});
