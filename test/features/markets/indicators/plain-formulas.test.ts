import test from 'ava';
import { columnsOf } from '../../../../src/features/markets/indicators/candle-columns.js';
import { indicatorKinds } from '../../../../src/features/markets/indicators/indicator-catalog.js';
import { indicatorLines, publishedCandles } from '../../../support/indicator-lines.js';

// Formulas without a recorded answer, written as they are published: each value from its own window of the columns.
const candles = publishedCandles();
const columns = columnsOf(candles);
const closes = candles.map(({ close }) => close);
type Values = number[];

const at = (values: readonly number[], index: number): number => values[index] ?? Number.NaN;
const each = (value: (index: number) => number): Values => closes.map((_, index) => value(index));
const window = (values: readonly number[], index: number, length: number): Values =>
  index < length - 1 ? [Number.NaN] : values.slice(index - length + 1, index + 1);
const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
const meanOf = (values: readonly number[], length: number): Values =>
  each((index) => sum(window(values, index, length)) / length);
const rate = (length: number): Values =>
  each((index) => (100 * (at(closes, index) - at(closes, index - length))) / at(closes, index - length));
const weighted = (values: readonly number[], length: number): Values =>
  each((index) => {
    const part = window(values, index, length);
    return part.length < length
      ? Number.NaN
      : sum(part.map((value, place) => (place + 1) * value)) / ((length * (length + 1)) / 2);
  });
/** Returns the exponential average; leading NaN are left out. */
function exponential(values: readonly number[], length: number): Values {
  const start = values.findIndex((value) => !Number.isNaN(value));
  let average = sum(values.slice(start, start + length)) / length;
  return values.map((value, index) => {
    if (index < start + length - 1) return Number.NaN;
    if (index >= start + length) average = (2 * value + (length - 1) * average) / (length + 1);
    return average;
  });
}

/** Returns an indicator that each candle gets from the candle before it and from the typical price of that candle. */
const before = (value: (candle: (typeof candles)[number], pivot: number) => number): Values =>
  each((index) => {
    const candle = candles[index - 1];
    return candle === undefined ? Number.NaN : value(candle, (candle.high + candle.low + candle.close) / 3);
  });

const plain: Record<string, () => Record<string, Values>> = {
  'pivots:1': () => ({
    pivot: before((_, pivot) => pivot),
    resistance: before(({ low }, pivot) => 2 * pivot - low),
    support: before(({ high }, pivot) => 2 * pivot - high),
  }),
  'pivots:2': () => ({
    resistance: before(({ high, low }, pivot) => pivot + high - low),
    support: before(({ high, low }, pivot) => pivot - high + low),
  }),
  'pivots:3': () => ({
    resistance: before(({ high, low }, pivot) => high + 2 * (pivot - low)),
    support: before(({ high, low }, pivot) => low - 2 * (high - pivot)),
  }),
  'dpo:20': () => {
    const means = meanOf(closes, 20);
    return { dpo: each((index) => at(closes, index - 11) - at(means, index)) };
  },
  'coppock:14:11:10': () => {
    const [long, short] = [rate(14), rate(11)];
    return {
      coppock: weighted(
        each((index) => at(long, index) + at(short, index)),
        10,
      ),
    };
  },
  'kst:9': () => {
    const parts = [meanOf(rate(10), 10), meanOf(rate(15), 10), meanOf(rate(20), 10), meanOf(rate(30), 15)];
    const kst = each((index) => sum(parts.map((part, place) => (place + 1) * at(part, index))));
    return { kst, signal: meanOf(kst, 9) };
  },
  'mass:25:9': () => {
    const once = exponential(
      candles.map(({ high, low }) => high - low),
      9,
    );
    const twice = exponential(once, 9);
    const parts = each((index) => at(once, index) / at(twice, index));
    return { mass: each((index) => sum(window(parts, index, 25))) };
  },
  'ulcer:14': () => {
    const squares = each((index) => {
      const highest = Math.max(...window(closes, index, 14));
      return ((100 * (at(closes, index) - highest)) / highest) ** 2;
    });
    return { ulcer: meanOf(squares, 14).map(Math.sqrt) };
  },
  pvt: () => {
    const parts = candles.map(({ close, volume }, index) =>
      index === 0 ? 0 : ((close - at(closes, index - 1)) / at(closes, index - 1)) * (volume ?? 0),
    );
    return { pvt: each((index) => sum(parts.slice(0, index + 1))) };
  },
};

for (const [indicator, formula] of Object.entries(plain))
  test(`${indicator} equals the published formula, calculated from each window by itself`, (t) => {
    const found = indicatorLines(indicator, columns);
    for (const [line, values] of Object.entries(formula())) {
      const own = found[line] as Float64Array;
      t.true(values.filter(Number.isFinite).length > 400);
      for (const [index, value] of values.entries())
        t.true(
          Number.isNaN(value)
            ? Number.isNaN(own[index])
            : Math.abs((own[index] as number) - value) <= 1e-9 * Math.max(1, Math.abs(value)),
          `${line} ${index} ${own[index]} ${value}`,
        );
    }
  });

test('a value of an indicator depends on no later candle', (t) => {
  for (const name of Object.keys(indicatorKinds)) {
    const whole = indicatorLines(name, columns);
    for (const length of [1, 97, 260]) {
      const part = indicatorLines(name, columnsOf(candles.slice(0, length)));
      for (const [line, values] of Object.entries(part))
        t.deepEqual(values, whole[line]?.slice(0, length), `${name} ${line}`);
    }
  }
});

test('when prices stop changing, volumes are missing or prices jump, no value is infinite, and later candles have values again', (t) => {
  const odd = candles.map((candle, index) => {
    if (index > 200 && index < 260) return { ...candle, open: 100, high: 100, low: 100, close: 100, volume: 0 };
    if (index > 280 && index < 300) return { ...candle, volume: null };
    return index === 320 ? { ...candle, high: 1e12, close: 1e12 } : candle;
  });
  for (const name of Object.keys(indicatorKinds))
    for (const [line, values] of Object.entries(indicatorLines(name, columnsOf(odd)))) {
      t.true(
        values.every((value) => Number.isFinite(value) || Number.isNaN(value)),
        `${name} ${line}`,
      );
      const isOneSided = name === 'supertrend' && line !== 'supertrend';
      if (!isOneSided) t.true(Number.isFinite(values.at(-1)), `${name} ${line}`);
    }
});
