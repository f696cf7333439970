import test from 'ava';
import type { Candle } from '../../../../src/features/markets/candle.js';
import { columnsOf } from '../../../../src/features/markets/indicators/candle-columns.js';
import { indicatorKinds } from '../../../../src/features/markets/indicators/indicator-catalog.js';
import { closesLine, indicatorLines } from '../../../support/indicator-lines.js';
import fc from '../../../support/properties.js';

const candle = (index: number, close: number, { reach = 0, volume = 1 as number | null } = {}): Candle => ({
  time: new Date(index * 86_400_000),
  open: close,
  high: close + reach,
  low: close - reach,
  close,
  volume,
});
const flat = columnsOf(Array.from({ length: 60 }, (_, index) => candle(index, 0.1)));
const shown = (values: Float64Array) => Array.from(values, (value) => (Number.isNaN(value) ? null : value));

test('constant prices are in the middle of oscillators, without range and direction', (t) => {
  t.deepEqual(shown(closesLine('rsi:14', flat.close)).slice(13, 16), [null, 50, 50]);
  const { k, d } = indicatorLines('stoch:14:3:3', flat);
  t.deepEqual([k?.at(-1), d?.at(-1)], [50, 50]);
  t.is(indicatorLines('atr:14', flat).atr?.at(-1), 0);
  const { adx: index, plus, minus } = indicatorLines('adx:14', flat);
  t.deepEqual([index?.at(-1), plus?.at(-1), minus?.at(-1)], [0, 0, 0]);
  const { upper, middle, lower } = indicatorLines('bbands:20:2', flat);
  t.is(upper?.at(-1), middle?.at(-1));
  t.is(lower?.at(-1), middle?.at(-1));
});

test('prices that only rise have an RSI of 100, prices that only fall an RSI of 0', (t) => {
  const rising = Float64Array.from({ length: 30 }, (_, index) => 10 + index);
  t.is(closesLine('rsi:14', rising).at(-1), 100);
  t.is(closesLine('rsi:14', rising.toReversed()).at(-1), 0);
});

test('prices and volumes of zero give a number or no value at all, never an infinite one', (t) => {
  const zeros = columnsOf(Array.from({ length: 60 }, (_, index) => candle(index, 0, { volume: 0 })));
  for (const name of ['sma', 'ema', 'bbands', 'rsi', 'macd', 'atr', 'adx', 'stoch', 'obv'])
    for (const values of Object.values(indicatorLines(name, zeros))) t.true(Number.isFinite(values.at(-1)), name);
  for (const name of Object.keys(indicatorKinds))
    for (const values of Object.values(indicatorLines(name, zeros)))
      t.true(
        values.every((value) => Number.isFinite(value) || Number.isNaN(value)),
        name,
      );
});

test('with too few candles every value is absent', (t) => {
  const few = (count: number) =>
    columnsOf(Array.from({ length: count }, (_, index) => candle(index, 10 + index, { reach: 1 })));
  for (const [name, { memory, parameters, outputs }] of Object.entries(indicatorKinds))
    for (const count of [0, 1, 2, 5]) {
      const found = indicatorLines(name, few(count));
      t.deepEqual(
        Object.keys(found),
        outputs.map((output) => output.name),
      );
      for (const values of Object.values(found)) {
        t.is(values.length, count, name);
        const isEarly = memory === 'sum' || parameters.every(({ fallback }) => fallback <= 5) || name === 'fisher';
        if (!isEarly) t.true(values.every(Number.isNaN), name);
      }
    }
});

test('a spike does not affect a simple average after it has left the window', (t) => {
  const values = Float64Array.from({ length: 100 }, (_, index) => (index === 40 ? 1e15 : 0.1 + (index % 3)));
  const plain = values.map((value, index) => (index === 40 ? 0.1 : value));
  for (let index = 60; index < 100; index += 1)
    t.true(
      Math.abs((closesLine('sma:20', values)[index] as number) - (closesLine('sma:20', plain)[index] as number)) <
        1e-12,
    );
});

test('averages of any prices match the definition', (t) => {
  const prices = fc.array(fc.double({ min: 0.01, max: 1e5, noNaN: true }), { minLength: 1, maxLength: 80 });
  const near = (one: number, other: number) =>
    Math.abs(one - other) <= 1e-9 * Math.abs(other) || (Number.isNaN(one) && Number.isNaN(other));
  t.notThrows(() =>
    fc.assert(
      fc.property(prices, fc.integer({ min: 1, max: 30 }), (list, period) => {
        const values = Float64Array.from(list);
        const mean = (end: number) =>
          end < period ? Number.NaN : list.slice(end - period, end).reduce((sum, value) => sum + value, 0) / period;
        const simple = closesLine(`sma:${period}`, values).every((value, index) => near(value, mean(index + 1)));
        let average = mean(period);
        const exponential = closesLine(`ema:${period}`, values).every((value, index) => {
          if (index >= period) average = average + (2 / (period + 1)) * ((list[index] as number) - average);
          return near(value, index < period - 1 ? Number.NaN : average);
        });
        return simple && exponential;
      }),
    ),
  );
});

test('the stochastic oscillator finds the extremes of its window', (t) => {
  t.notThrows(() =>
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 1, maxLength: 60 }),
        fc.integer({ min: 1, max: 20 }),
        (closes, period) => {
          const columns = columnsOf(closes.map((close, index) => candle(index, close, { reach: (index % 4) + 1 })));
          const k = indicatorLines(`stoch:${period}:1:1`, columns).k as Float64Array;
          return k.every((value, index) => {
            if (index < period - 1) return Number.isNaN(value);
            const highest = Math.max(...columns.high.slice(index - period + 1, index + 1));
            const lowest = Math.min(...columns.low.slice(index - period + 1, index + 1));
            return Math.abs(value - (100 * ((closes[index] as number) - lowest)) / (highest - lowest)) < 1e-9;
          });
        },
      ),
    ),
  );
});

test('VWAP restarts with each session, and a candle without volume does not change it', (t) => {
  const columns = columnsOf([
    candle(0, 10, { volume: null }),
    candle(1, 10),
    candle(2, 20, { volume: 3 }),
    candle(3, 99, { volume: null }),
    candle(4, 40, { volume: 2 }),
    candle(5, 10, { volume: 0 }),
  ]);
  t.deepEqual(shown(indicatorLines('vwap', columns, Uint8Array.of(1, 0, 0, 0, 1, 0)).vwap as Float64Array), [
    null,
    10,
    17.5,
    17.5,
    40,
    40,
  ]);
});

test('candles without a volume have no OBV and do not change it', (t) => {
  const columns = columnsOf([
    candle(0, 10),
    candle(1, 11, { volume: 5 }),
    candle(2, 9, { volume: null }),
    candle(3, 9, { volume: 7 }),
    candle(4, 8, { volume: 2 }),
  ]);
  t.deepEqual(shown(indicatorLines('obv', columns).obv as Float64Array), [0, 5, null, 5, 3]);
});

test('with the warm-up candles of the catalog, values do not depend on where the range begins', (t) => {
  const at = (index: number) => 100 + 20 * Math.sin(index / 17) + 5 * Math.sin(index * 1.7) + (index % 11);
  const candles = Array.from({ length: 3_500 }, (_, index) =>
    candle(index, at(index), { reach: 1 + (index % 5), volume: 1_000 + (index % 7) * 100 }),
  );
  for (const [name, { warmUp, memory, reads, parameters }] of Object.entries(indicatorKinds)) {
    if (memory === 'sum' || reads === 'sessions') continue; // Such values depend on all earlier candles.
    const before = warmUp('1d', ...parameters.map(({ fallback }) => fallback));
    const from = 3_400;
    const whole = indicatorLines(name, columnsOf(candles));
    const part = indicatorLines(name, columnsOf(candles.slice(from - before)));
    for (const [line, values] of Object.entries(part)) {
      for (let index = from; index < 3_500; index += 1) {
        const [one, other] = [values[index - from + before] as number, whole[line]?.[index] as number];
        const isSame = Number.isNaN(one) ? Number.isNaN(other) : Math.abs(one - other) <= 1e-7 * (1 + Math.abs(other));
        t.true(isSame, `${name} ${line} ${index} ${one} ${other}`);
      }
    }
  }
});
