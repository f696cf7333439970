import { readFileSync } from 'node:fs';
import test from 'ava';
import type { Candle } from '../../../../src/features/markets/candle.js';
import { findUnitSlips, slipWarnings } from '../../../../src/features/markets/candles/unit-slips.js';
import fc from '../../../support/properties.js';

const recorded = (name: string): Candle[] =>
  readFileSync(new URL(`../../../fixtures/markets/yfinance/${name}.csv`, import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .slice(1)
    .map((row) => {
      const [time, open, high, low, close] = row.split(',') as [string, string, string, string, string];
      return { time: new Date(time), open: Number(open), high: Number(high), low: Number(low), close: Number(close), volume: null };
    });
const closing = (...closes: number[]): Candle[] =>
  closes.map((close, index) => ({ time: new Date(Date.UTC(2026, 0, 1 + index)), open: close, high: close * 1.01, low: close * 0.99, close, volume: null }));
const warned = (candles: Candle[], isDaily = true) => slipWarnings(candles, findUnitSlips(candles), isDaily);
const level = (count: number, close: number) => Array.from({ length: count }, (_, index) => close + (index % 3) / 10);

test('days a hundred times those around them are named in a warning (AET in London, recorded)', (t) => {
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
      findUnitSlips(closing(...closes)).map(({ from, to }) => [from, to]),
      [[at, at + 1]],
    );
  }
});

test('a lasting jump is doubted for five candles and then trusted', (t) => {
  t.is(findUnitSlips(closing(...level(20, 5_000), ...level(5, 50))).length, 1);
  t.deepEqual(findUnitSlips(closing(...level(20, 5_000), ...level(6, 50))), []);
});

test('repeated slips are all found; the first three are named and the rest counted', (t) => {
  const candles = closing(...[1, 2, 3, 4, 5].flatMap(() => [...level(4, 50), 5_000]), ...level(4, 50));
  t.deepEqual(
    findUnitSlips(candles).map(({ from, to, factor }) => [from, to, Math.round(factor ?? 0)]),
    [4, 9, 14, 19, 24].map((at) => [at, at + 1, 100]),
  );
  t.is(warned(candles).length, 4);
});

test('prices that never change by a factor of thirty have no slips', (t) => {
  const moves = fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { maxLength: 60 });
  fc.assert(
    fc.property(moves, (logs) => {
      let close = 100;
      return findUnitSlips(closing(...logs.map((log) => (close = Math.min(450, Math.max(20, close * Math.exp(log))))))).length === 0;
    }),
  );
  t.pass();
});
