import { readFileSync } from 'node:fs';
import test from 'ava';
import type { Candle } from '../../../../src/features/markets/candle.js';
import { columnsOf } from '../../../../src/features/markets/indicators/candle-columns.js';
import { macd, rsi, stochastic } from '../../../../src/features/markets/indicators/momentum.js';
import { ema, sma } from '../../../../src/features/markets/indicators/moving-averages.js';
import { adx, atr, bollinger } from '../../../../src/features/markets/indicators/volatility.js';
import { obv } from '../../../../src/features/markets/indicators/volume.js';

const folder = new URL('../../../fixtures/markets/indicators/', import.meta.url);
const read = (name: string) => readFileSync(new URL(name, folder), 'utf8');

const candles = read('default.csv')
  .trim()
  .split('\n')
  .slice(1)
  .map((row): Candle => {
    const [date, open, high, low, close, volume] = row.split(',') as [string, ...string[]];
    return {
      time: new Date(date),
      open: Number(open),
      high: Number(high),
      low: Number(low),
      close: Number(close),
      volume: Number(volume),
    };
  });
const columns = columnsOf(candles);
const { close } = columns;

type Published = Record<string, Array<number | null>>;

/**
 * For each indicator, a description with the published parameters, and the calculated lines in the order of the
 * published fields.
 */
const cases: Record<string, { of: string; lines: () => Record<string, Float64Array> }> = {
  sma: { of: 'the simple average of 20 candles', lines: () => ({ sma: sma(close, 20) }) },
  ema: { of: 'the exponential average of 20 candles', lines: () => ({ ema: ema(close, 20) }) },
  rsi: { of: 'the relative strength index of 14 candles', lines: () => ({ rsi: rsi(close, 14) }) },
  macd: { of: 'MACD 12, 26, 9', lines: () => ({ ...macd(close, 12, 26, 9) }) },
  bb: {
    of: 'Bollinger bands of 20 candles and 2 deviations',
    lines: () => {
      const { upper, middle, lower } = bollinger(close, 20, 2);
      return { sma: middle, upperBand: upper, lowerBand: lower };
    },
  },
  atr: { of: 'the average true range of 14 columns', lines: () => ({ atr: atr(columns, 14) }) },
  adx: {
    of: 'the average directional index of 14 candles',
    lines: () => {
      const { adx: index, plus, minus } = adx(columns, 14);
      return { pdi: plus, mdi: minus, adx: index };
    },
  },
  stoch: { of: 'the stochastic oscillator 14, 3, 3', lines: () => ({ ...stochastic(columns, 14, 3, 3) }) },
  obv: { of: 'the on-balance volume', lines: () => ({ obv: obv(columns) }) },
};

/** Returns the relative difference from the published value; infinite if only one of them is present. */
const distance = (value: number, published: number | null): number => {
  if (published === null || Number.isNaN(value))
    return published === null && Number.isNaN(value) ? 0 : Number.POSITIVE_INFINITY;
  return value === published ? 0 : Math.abs(value - published) / Math.abs(published);
};

for (const [name, { of, lines }] of Object.entries(cases)) {
  test(`${of} equals the published one on every candle, to a billionth`, (t) => {
    const published: Published = JSON.parse(read(`${name}.json`));
    const found = lines();
    t.deepEqual(Object.keys(found).sort(), Object.keys(published).sort());
    for (const [field, values] of Object.entries(published)) {
      t.is(values.length, 502);
      const distances = values.map((value, index) => distance((found[field] as Float64Array)[index] as number, value));
      const worst = Math.max(...distances);
      t.log(`${field}: ${worst.toExponential(1)}`);
      t.true(worst <= 1e-9, `${field} at ${distances.indexOf(worst)}: ${worst}`);
    }
  });
}
