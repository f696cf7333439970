import test from 'ava';
import { columnsOf } from '../../../../src/features/markets/indicators/candle-columns.js';
import { indicatorLines, publishedCandles, readIndicatorFixture } from '../../../support/indicator-lines.js';

const columns = columnsOf(publishedCandles());

type Published = Record<string, Array<number | null>>;

/** For each file, a description, the indicator with the published parameters, and our names of the published fields. */
const cases: Record<string, { of: string; indicator: string; fields?: Record<string, string> }> = {
  sma: { of: 'the simple average of 20 candles', indicator: 'sma:20' },
  ema: { of: 'the exponential average of 20 candles', indicator: 'ema:20' },
  rsi: { of: 'the relative strength index of 14 candles', indicator: 'rsi:14' },
  macd: { of: 'MACD 12, 26, 9', indicator: 'macd:12:26:9' },
  bb: {
    of: 'Bollinger bands of 20 candles and 2 deviations',
    indicator: 'bbands:20:2',
    fields: { sma: 'middle', upperBand: 'upper', lowerBand: 'lower' },
  },
  atr: { of: 'the average true range of 14 columns', indicator: 'atr:14' },
  adx: {
    of: 'the average directional index of 14 candles',
    indicator: 'adx:14',
    fields: { pdi: 'plus', mdi: 'minus', adx: 'adx' },
  },
  stoch: { of: 'the stochastic oscillator 14, 3, 3', indicator: 'stoch:14:3:3' },
  obv: { of: 'the on-balance volume', indicator: 'obv' },
};

/** Returns the relative difference from the published value; infinite if only one of them is present. */
const distance = (value: number, published: number | null): number => {
  if (published === null || Number.isNaN(value))
    return published === null && Number.isNaN(value) ? 0 : Number.POSITIVE_INFINITY;
  return value === published ? 0 : Math.abs(value - published) / Math.abs(published);
};

for (const [name, { of, indicator, fields }] of Object.entries(cases)) {
  test(`${of} equals the published one on every candle, to a billionth`, (t) => {
    const published: Published = JSON.parse(readIndicatorFixture(`${name}.json`));
    const found = indicatorLines(indicator, columns);
    t.is(Object.keys(found).length, Object.keys(published).length);
    for (const [field, values] of Object.entries(published)) {
      t.is(values.length, 502);
      const distances = values.map((value, index) =>
        distance((found[fields?.[field] ?? field] as Float64Array)[index] as number, value),
      );
      const worst = Math.max(...distances);
      t.log(`${field}: ${worst.toExponential(1)}`);
      t.true(worst <= 1e-9, `${field} at ${distances.indexOf(worst)}: ${worst}`);
    }
  });
}
