import { readFileSync } from 'node:fs';
import test from 'ava';
import type { Candle } from '../../../../src/features/markets/candle.js';
import { findUnitSlips, slipWarnings, withoutSplits } from '../../../../src/features/markets/candles/unit-slips.js';
import fc from '../../../support/properties.js';

const recorded = (name: string): Candle[] =>
  readFileSync(new URL(`../../../fixtures/markets/yfinance/${name}.csv`, import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .slice(1)
    .map((row) => {
      const [time, open, high, low, close] = row.split(',') as [string, string, string, string, string];
      return {
        time: new Date(time),
        open: Number(open),
        high: Number(high),
        low: Number(low),
        close: Number(close),
        volume: null,
      };
    });
const closing = (...closes: number[]): Candle[] =>
  closes.map((close, index) => ({
    time: new Date(Date.UTC(2026, 0, 1 + index)),
    open: close,
    high: close * 1.01,
    low: close * 0.99,
    close,
    volume: null,
  }));
const warned = (candles: Candle[], isDaily = true) => slipWarnings(candles, findUnitSlips(candles), isDaily);
const level = (count: number, close: number) => Array.from({ length: count }, (_, index) => close + (index % 3) / 10);

test('days with prices a hundred times those of their neighbors are named in a warning (AET in London, recorded)', (t) => {
  const candles = recorded('AET-L-1d-100x-error');
  t.deepEqual(warned(candles), [
    '9 candles from 2022-05-08 to 2022-05-18 have prices about 100 times those around; unchanged as sent by the provider, but probably in the wrong unit.',
  ]);
  t.deepEqual(warned(recorded('AET-L-1d-100x-error-fixed')), []);
});

test('a candle with prices in two units is named in a warning (ASAI in London, recorded)', (t) => {
  t.deepEqual(warned(recorded('ASAI-L-1h-bad-unit'), false), [
    'The candle of 2024-10-24T15:00Z has prices in two units; unchanged as sent by the provider, but probably in the wrong unit.',
  ]);
});

test('a five-for-one split is not a unit slip (4063 in Tokyo, recorded)', (t) => {
  t.deepEqual(warned(recorded('4063-T-1d-stock-split')), []);
});

test('a single day a hundred times too low is found at the start, in the middle and at the end', (t) => {
  for (const at of [0, 10, 19]) {
    const closes = level(20, 50);
    closes[at] = 0.5;
    t.deepEqual(
      findUnitSlips(closing(...closes)).slips.map(({ from, to }) => [from, to]),
      [[at, at + 1]],
    );
  }
});

test('a lasting change is doubted for five candles and then trusted, except a change by a factor of a hundred', (t) => {
  t.is(findUnitSlips(closing(...level(20, 5_000), ...level(5, 125))).slips.length, 1);
  t.deepEqual(findUnitSlips(closing(...level(20, 5_000), ...level(6, 125))), { slips: [], steps: [] });
  const named =
    'From 2026-02-01 on prices are about 0.01 times those before, without a known split on that day; unchanged as sent by the provider, but ';
  t.deepEqual(warned(closing(...level(31, 900), ...level(9, 9))), [`${named}probably in another unit.`]);
  const stepsOf = (...closes: number[]) =>
    findUnitSlips(closing(...closes)).steps.map(({ at, factor }) => [at, Math.round(factor * 100) / 100]);
  t.deepEqual(stepsOf(...level(9, 9), ...level(31, 900)), [[9, 97.83]]);
  t.deepEqual(stepsOf(...level(10, 900), ...level(40, 9), ...level(10, 900)), [
    [10, 0.01],
    [50, 100],
  ]);
  for (const [price, count] of [
    [69, 0],
    [71, 1],
    [142, 1],
    [144, 0],
  ] as const)
    t.is(stepsOf(...Array(10).fill(1), ...Array(10).fill(price)).length, count, `${price}`);
});

test('a known split on the day of a change explains it; one of another day or ratio does not', (t) => {
  const candles = closing(...level(31, 9), ...level(9, 900));
  const left = (all: Candle[], day: string, ratio: number) => {
    const { slips, steps } = withoutSplits(findUnitSlips(all), all, [{ day: Date.parse(day), ratio }]);
    return slips.length + steps.length;
  };
  t.is(left(candles, '2026-02-01', 0.01), 0);
  t.is(left(candles, '2026-01-31', 0.01), 1);
  t.is(left(candles, '2026-02-02', 0.01), 1);
  t.is(left(candles, '2026-02-01', 0.1), 1);
  t.is(left(candles, '2026-02-01', 100), 1);
  t.is(left(candles.slice(0, 34), '2026-02-01', 0.01), 0);
  t.is(left(candles.slice(28), '2026-02-01', 0.01), 0);
  // A single candle after which prices return to their level is not a split.
  t.is(left(closing(...level(31, 9), 900, ...level(9, 9)), '2026-02-01', 0.01), 1);
});

test('a single candle whose prices differ by the ratio of a split, or its inverse, is named as a wrong split', (t) => {
  for (const ratio of [1.5, 2, 3, 4, 5, 10, 20, 25, 30].flatMap((one) => [one, 1 / one])) {
    const closes = level(20, 50);
    closes[10] = 50 * ratio;
    const [warning, ...others] = warned(closing(...closes));
    t.regex(
      warning ?? '',
      /^The candle of 2026-01-11 has prices about [\d.]+ times those around; unchanged .* probably adjusted for a wrong split\.$/,
    );
    t.deepEqual(others, []);
  }
});

test('a candle with other factors, a candle explained by a move, and a lasting change are not wrong splits', (t) => {
  const at = (close: number, rest = 50) => closing(...level(10, 50), close, ...level(9, rest));
  for (const close of [50 * 1.3, 50 * 1.6, 50 * 2.5, 50 * 7, 50 * 14, 50 / 1.6, 50 / 2.5])
    t.deepEqual(warned(at(close)), [], `${close}`);
  t.deepEqual(warned(at(100, 100)), []);
  t.deepEqual(warned(at(100, 70)), []);
  // Prices within days also move by half, so a split of 3:2 needs calmer neighbors than larger ones.
  const unrest = (close: number) => closing(...level(10, 50), close, ...level(9, 55));
  t.deepEqual([warned(unrest(75)).length, warned(unrest(100)).length], [0, 1]);
  // The candle opens at the close of the previous one, so the change is a real move.
  t.deepEqual(warned(at(100).map((candle, index) => (index === 10 ? { ...candle, open: 50, low: 50 } : candle))), []);
  // A change by one tick is allowed, even if it doubles the price.
  t.deepEqual(warned(closing(0.01, 0.01, 0.01, 0.02, 0.01, 0.01)), []);
  t.is(warned(closing(0.2, 0.21, 0.4, 0.2, 0.21)).length, 1);
  t.is(warned(closing(0.18, 0.19, 0.36, 0.18, 0.19)).length, 0);
});

test('the first and the last candle are named as a wrong split unless the volume shows that the change was traded', (t) => {
  const volumes = (candles: Candle[], at: number, volume: number | null) =>
    candles.map((candle, index) => ({ ...candle, volume: index === at ? volume : 1_000 }));
  const last = (ratio: number, volume: number | null) =>
    warned(volumes(closing(...level(19, 50), 50 * ratio), 19, volume)).length;
  for (const ratio of [1.5, 2, 3, 4, 5, 10, 20].flatMap((one) => [one, 1 / one])) {
    t.is(last(ratio, 1_000), 1, `${ratio}`);
    t.is(last(ratio, 40_100), 0, `${ratio}`);
  }
  t.deepEqual([last(3, 2_000), last(3, 2_001), last(1 / 3, 6_000), last(1 / 3, 6_001)], [1, 0, 1, 0]);
  // Without volumes only a change that trading never makes overnight is doubted.
  t.deepEqual([last(5, null), last(1 / 5, null), last(10, null), last(1 / 10, null)], [0, 0, 1, 1]);
  // The trades of a change after the first candle are in the second one.
  const first = (ratio: number, volume: number | null) =>
    warned(volumes(closing(50 * ratio, ...level(19, 50)), 1, volume)).length;
  t.deepEqual([first(3, 2_000), first(3, 2_001), first(5, null), first(10, null)], [1, 0, 0, 1]);
  const few = (count: number) => warned(volumes(closing(...level(count, 50), 150), count, 1_000)).length;
  t.deepEqual([few(4), few(5)], [0, 1]);
});

test('a lasting change by a hundred or a thousand is named with its day and factor; by other factors it is trusted', (t) => {
  for (const [price, count] of [
    [0.01, 1],
    [100, 1],
    [0.001, 1],
    [1_000, 1],
    [699, 0],
    [701, 1],
    [1_429, 1],
    [1_431, 0],
    [300, 0],
    [10_000, 0],
    [10, 0],
  ] as const) {
    const warnings = warned(closing(...Array(12).fill(70), ...Array(12).fill(70 * price)));
    t.is(warnings.length, count, `${price}`);
    if (count > 0) t.true(warnings[0]?.startsWith('From 2026-01-13 on prices are about '), `${price}`);
  }
  t.regex(warned(closing(...Array(12).fill(7), ...Array(12).fill(7_000))).join(), /about 1000 times those before/);
});

test('repeated slips are all found; the first three are named and the rest counted', (t) => {
  const candles = closing(...[1, 2, 3, 4, 5].flatMap(() => [...level(4, 50), 5_000]), ...level(4, 50));
  t.deepEqual(
    findUnitSlips(candles).slips.map(({ from, to, factor }) => [from, to, Math.round(factor ?? 0)]),
    [4, 9, 14, 19, 24].map((at) => [at, at + 1, 100]),
  );
  t.is(warned(candles).length, 4);
});

test('prices that never change by a factor of thirty have no slips', (t) => {
  const moves = fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { maxLength: 60 });
  fc.assert(
    fc.property(moves, (logs) => {
      let close = 100;
      return (
        findUnitSlips(closing(...logs.map((log) => (close = Math.min(450, Math.max(20, close * Math.exp(log))))))).slips
          .length === 0
      );
    }),
  );
  t.pass();
});
