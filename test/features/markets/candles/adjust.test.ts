import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import type { Candle, CorporateAction } from '../../../../src/features/markets/candle.js';
import { adjust, factorsOf, onePerDay } from '../../../../src/features/markets/candles/adjust.js';
import { midnightOf } from '../../../../src/features/markets/candles/expected-candles.js';
import fc from '../../../support/properties.js';

const fixtures = join(import.meta.dirname, '..', '..', '..', '..', '..', 'test', 'fixtures', 'markets');

const rowsOf = (file: string) =>
  readFileSync(join(fixtures, file), 'utf8')
    .split('\n')
    .slice(1)
    .filter((line) => line.includes(','))
    .map((line) => line.split(','));

const candle = (day: string, close: number, volume: number | null = 100): Candle => ({
  time: new Date(midnightOf(day)),
  open: close - 1,
  high: close + 2,
  low: close - 2,
  close,
  volume,
});
const split = (day: string, value: number): CorporateAction => ({ day, kind: 'split', value });
const dividend = (day: string, value: number): CorporateAction => ({ day, kind: 'dividend', value });

function adjusted(
  candles: readonly Candle[],
  actions: readonly CorporateAction[],
): { candles: Candle[]; unknown: number } {
  const closeBefore = (day: string) => candles.filter(({ time }) => time.getTime() < midnightOf(day)).at(-1)?.close;
  const { factors, unknown } = factorsOf({ actions, startOf: midnightOf, closeBefore });
  return { candles: adjust(candles, factors), unknown };
}

/** Returns the largest relative difference between closes and the closes of a vendor. */
const greatestDifference = (candles: readonly Candle[], vendor: readonly number[]) =>
  Math.max(...candles.map(({ close }, index) => Math.abs(close / (vendor[index] as number) - 1)));

test('closes adjusted for dividends equal those of EODHD, which rounds to four decimals', (t) => {
  const rows = rowsOf('eodhd/eod-AAPL.US.csv');
  const candles = rows.map(([day, open, high, low, close, , volume]) => ({
    time: new Date(midnightOf(day as string)),
    open: Number(open),
    high: Number(high),
    low: Number(low),
    close: Number(close),
    volume: Number(volume),
  }));
  const actions = rowsOf('eodhd/div-AAPL.US.csv').map(([day, value]) => dividend(day as string, Number(value)));
  const after = actions.filter(({ day }) => day > '2018-01-02');
  t.is(after.length, 7);
  const difference = greatestDifference(
    adjusted(candles, after).candles,
    rows.map((row) => Number(row[5])),
  );
  t.log(`greatest difference: ${difference.toExponential(2)} of the price, over ${candles.length} days`);
  t.true(difference < 2e-6);
  // Unadjusted closes differ much more, so the comparison is meaningful.
  t.true(
    greatestDifference(
      candles,
      rows.map((row) => Number(row[5])),
    ) > 0.02,
  );
});

test('closes adjusted for dividends equal those of Yahoo over two and a half years of large dividends', (t) => {
  const rows = rowsOf('yfinance/CALM-1d.csv');
  const candles = rows.map(([day, close]) => ({ ...candle(day as string, 1), close: Number(close) }));
  const actions = rows
    .filter(([, , , paid]) => Number(paid) > 0)
    .map(([day, , , paid]) => dividend(day as string, Number(paid)));
  const difference = greatestDifference(
    adjusted(candles, actions).candles,
    rows.map((row) => Number(row[2])),
  );
  t.log(`greatest difference: ${difference.toExponential(2)} of the price, ${actions.length} dividends`);
  t.true(actions.length >= 8);
  t.true(difference < 2e-6);
});

test('a split divides earlier prices, multiplies earlier volumes and changes nothing from its ex-day on', (t) => {
  const { candles } = adjusted(
    [candle('2020-08-27', 500, 10), candle('2020-08-28', 400, null), candle('2020-08-31', 100, 40)],
    [split('2020-08-31', 4)],
  );
  t.deepEqual(candles[0], {
    time: new Date('2020-08-27T00:00Z'),
    open: 124.75,
    high: 125.5,
    low: 124.5,
    close: 125,
    volume: 40,
  });
  t.is(candles[1]?.close, 100);
  t.is(candles[1]?.volume, null);
  t.deepEqual(candles[2], candle('2020-08-31', 100, 40));
});

test('a dividend does not change volumes', (t) => {
  const { candles } = adjusted(
    [candle('2024-01-02', 100, 10), candle('2024-01-03', 98, 20)],
    [dividend('2024-01-03', 2)],
  );
  t.deepEqual(
    candles.map(({ close, volume }) => [close, volume]),
    [
      [98, 10],
      [98, 20],
    ],
  );
});

test('a dividend on the day of a split is per new share', (t) => {
  const { candles } = adjusted(
    [candle('2024-01-02', 100), candle('2024-01-03', 49)],
    [split('2024-01-03', 2), dividend('2024-01-03', 1)],
  );
  t.is(candles[0]?.close, 49);
});

test('a dividend without a higher close before it is not applied, and is counted', (t) => {
  const candles = [candle('2024-01-02', 100), candle('2024-01-03', 98)];
  t.deepEqual(adjusted(candles, [dividend('2024-01-03', 100), dividend('2024-01-02', 1)]), { candles, unknown: 2 });
});

test('without splits and dividends candles are unchanged', (t) => {
  const anyBars = fc
    .array(fc.double({ min: 0.01, max: 1e6, noNaN: true }), { maxLength: 50 })
    .map((closes) =>
      closes.map((close, index) => ({ ...candle('2024-01-02', close), time: new Date(index * 86_400_000) })),
    );
  fc.assert(fc.property(anyBars, (candles) => t.deepEqual(adjust(candles, []), candles)));
});

test('consecutive splits equal one split by their product', (t) => {
  const ratios = fc.tuple(fc.integer({ min: 2, max: 20 }), fc.integer({ min: 2, max: 20 }));
  fc.assert(
    fc.property(ratios, ([one, other]) => {
      const candles = [candle('2024-01-02', 5_000), candle('2024-01-05', 10)];
      const twice = adjusted(candles, [split('2024-01-03', one), split('2024-01-04', other)]).candles;
      const once = adjusted(candles, [split('2024-01-04', one * other)]).candles;
      for (const [index, { close, volume }] of twice.entries()) {
        t.true(Math.abs(close - (once[index] as Candle).close) <= 1e-8);
        t.true(Math.abs((volume ?? 0) - ((once[index] as Candle).volume ?? 0)) <= 1e-6);
      }
    }),
  );
});

test('two dividends on a day are added, two splits multiplied', (t) => {
  const actions = [
    dividend('2024-02-01', 1),
    split('2024-01-05', 2),
    dividend('2024-02-01', 0.5),
    split('2024-01-05', 3),
  ];
  t.deepEqual(onePerDay(actions), [split('2024-01-05', 6), dividend('2024-02-01', 1.5)]);
});
