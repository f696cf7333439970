import test from 'ava';
import type { Candle } from '../../../../src/features/markets/candle.js';
import { checkBars } from '../../../../src/features/markets/candles/check-bars.js';

const asked = { from: Date.UTC(2026, 0, 5), to: Date.UTC(2026, 0, 10) };
const bar = (change: Partial<Candle> = {}): Candle => ({ time: new Date(Date.UTC(2026, 0, 6)), open: 10, high: 12, low: 9, close: 11, volume: 5, ...change });
const checked = (...bars: Candle[]) => checkBars(bars, '1d', asked);

const impossible: Record<string, Partial<Candle>> = {
  'a high below the low': { high: 8, low: 9 },
  'an opening above the high': { open: 13 },
  'a close below the low': { close: 8 },
  'a price of zero': { low: 0 },
  'a price below zero': { open: -10, high: -9, low: -12, close: -11 },
  'a price that is no number': { close: Number.NaN },
  'a price without end': { high: Number.POSITIVE_INFINITY },
  'a volume below zero': { volume: -1 },
  'a volume that is no number': { volume: Number.NaN },
  'a time before what was asked for': { time: new Date(asked.from - 86_400_000) },
  'a time after what was asked for': { time: new Date(asked.to) },
  'no time': { time: new Date(Number.NaN) },
  'a day that does not begin at midnight': { time: new Date(Date.UTC(2026, 0, 6, 5)) },
};

for (const [what, change] of Object.entries(impossible)) {
  test(`${what} makes no bar`, (t) => {
    const good = bar({ time: new Date(Date.UTC(2026, 0, 7)) });
    t.deepEqual(checked(bar(change), good), { bars: [good], rejected: 1 });
  });
}

test('of two bars with one opening the first stays', (t) => {
  t.deepEqual(checked(bar({ volume: 1 }), bar({ volume: 2 })), { bars: [bar({ volume: 1 })], rejected: 1 });
});

test('bars are put in order', (t) => {
  const days = [8, 6, 7].map((day) => bar({ time: new Date(Date.UTC(2026, 0, day)) }));
  t.deepEqual(
    checked(...days).bars.map(({ time }) => time.getUTCDate()),
    [6, 7, 8],
  );
});

test('a close that is off the extremes by less than its rounding widens them', (t) => {
  const { bars, rejected } = checked(bar({ close: 12.0001, low: 10.0002, open: 10 }));
  t.is(rejected, 0);
  t.deepEqual(bars, [bar({ close: 12.0001, high: 12.0001, low: 10, open: 10 })]);
});

test('within a day a bar may open at any time', (t) => {
  const late = bar({ time: new Date(asked.from + 61_000) });
  t.deepEqual(checkBars([late], '1m', asked), { bars: [late], rejected: 0 });
});
