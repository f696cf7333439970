import { chain, ema, movingSum, sma, wma } from '../streams/averages.js';
import { change, highest, lag, lowest, ratio } from '../streams/windows.js';
import { EXPONENTIAL_PERIODS, firstIsShorter, type IndicatorKinds, period, WILDER_PERIODS } from './indicator-kind.js';
import { difference, NEUTRAL, oscillator, percentChange, strength } from './momentum.js';
import { median, typical } from './prices.js';

/** Creates the position of a price between the lowest low and the highest high of `n` candles, from 0 to 100. */
function position(n: number): (price: number, high: number, low: number, still: number) => number {
  const [top, bottom] = [highest(n), lowest(n)];
  return (price, high, low, still) => {
    const floor = bottom.next(low);
    const range = top.next(high) - floor;
    return range === 0 ? still : (100 * (price - floor)) / range;
  };
}

export const oscillatorKinds: IndicatorKinds = {
  stochrsi: {
    title: 'Stochastic RSI',
    sentence:
      'The position of the RSI in its range over m values (%K), and the mean of k of them (%D); null while the RSI does ' +
      'not change.',
    source: 'T. Chande and S. Kroll, 1994; TA-Lib STOCHRSI',
    parameters: [period(14), period(14, { name: 'range period' }), period(3, { name: 'signal' })],
    outputs: [
      { name: 'k', unit: 'number' },
      { name: 'd', unit: 'number' },
    ],
    overlay: false,
    reads: 'close',
    range: [0, 100],
    hasFixedScale: true,
    guides: [20, 80],
    warmUp: (_, n, m, signal) => WILDER_PERIODS * n + m + signal,
    start: (out, n, m, signal) => {
      const [index, place, d] = [strength(n), position(m), sma(signal)];
      return ({ close }) => {
        const value = index(close);
        const k = place(value, value, value, Number.NaN);
        out[0] = k;
        out[1] = d(k);
      };
    },
  },
  stoch: {
    title: 'Stochastic oscillator',
    sentence:
      'The position of the close in the range of n candles, averaged (%K), and the average of that (%D); 50 in a range ' +
      'of 0.',
    source: 'G. Lane; TA-Lib STOCH',
    parameters: [period(14), period(3, { name: 'smoothing' }), period(3, { name: 'signal' })],
    outputs: [
      { name: 'k', unit: 'number' },
      { name: 'd', unit: 'number' },
    ],
    overlay: false,
    reads: 'prices',
    range: [0, 100],
    hasFixedScale: true,
    guides: [20, 80],
    memory: 'window',
    warmUp: (_, n, smoothing, signal) => n + smoothing + signal - 3,
    start: (out, n, smoothing, signal) => {
      const [place, k, d] = [position(n), sma(smoothing), sma(signal)];
      return ({ close, high, low }) => {
        const smoothed = k(place(close, high, low, NEUTRAL));
        out[0] = smoothed;
        out[1] = d(smoothed);
      };
    },
  },
  willr: {
    title: 'Williams %R',
    sentence:
      'The distance of the close from the highest high in percent of the range of n candles; null without range.',
    source: 'L. Williams, 1973; TA-Lib WILLR',
    parameters: [period(14, { min: 2 })],
    outputs: [{ name: 'willr', unit: 'percent' }],
    overlay: false,
    reads: 'prices',
    range: [-100, 0],
    hasFixedScale: true,
    guides: [-80, -20],
    warmUp: (_, n) => n - 1,
    start: (out, n) => {
      const place = position(n);
      return ({ close, high, low }) => {
        out[0] = place(close, high, low, Number.NaN) - 100;
      };
    },
  },
  cci: {
    title: 'Commodity channel index',
    sentence:
      'The distance of the typical price from its mean over n candles, in units of 0.015 × its mean deviation; null ' +
      'without deviation.',
    source: 'D. Lambert, 1980; TA-Lib CCI',
    parameters: [period(14, { min: 2 })],
    outputs: [{ name: 'cci', unit: 'number' }],
    overlay: false,
    reads: 'prices',
    guides: [-100, 100],
    warmUp: (_, n) => n - 1,
    start: (out, n) => {
      const [average, recent] = [sma(n), new Float64Array(n)];
      let at = 0;
      return (bar) => {
        const price = typical(bar);
        recent[at] = price;
        at = at + 1 === n ? 0 : at + 1;
        const mean = average(price);
        // The mean deviation from a mean that changes with each candle has no sum that can be continued.
        let deviations = 0;
        if (!Number.isNaN(mean))
          for (let index = 0; index < n; index += 1) deviations += Math.abs((recent[index] as number) - mean);
        const isFlat = deviations <= 1e-12 * n * Math.abs(mean);
        out[0] = isFlat ? Number.NaN : ((price - mean) * n) / (0.015 * deviations);
      };
    },
  },
  ultosc: {
    title: 'Ultimate oscillator',
    sentence:
      'Buying pressure in percent of true ranges over three lengths, weighted 4 : 2 : 1 from the shortest; null without ' +
      'range.',
    source: 'L. Williams, 1976; TA-Lib ULTOSC',
    parameters: [period(7, { name: 'short' }), period(14, { name: 'middle' }), period(28, { name: 'long' })],
    outputs: [{ name: 'ultosc', unit: 'percent' }],
    overlay: false,
    reads: 'prices',
    range: [0, 100],
    hasFixedScale: true,
    guides: [30, 70],
    check: (short, middle, long) =>
      short < middle && middle < long ? undefined : 'must have periods that grow from the first to the third',
    warmUp: (_, __, ___, long) => long,
    start: (out, ...lengths) => {
      const sums = lengths.map((length) => [movingSum(length), movingSum(length)] as const);
      let before = Number.NaN;
      return ({ high, low, close }) => {
        const bottom = Math.min(low, before);
        const [pressure, range] = [close - bottom, Math.max(high, before) - bottom];
        before = close;
        let [result, weight] = [0, 4];
        for (const [pressures, ranges] of sums) {
          result += weight * ratio(pressures(pressure), ranges(range));
          weight /= 2;
        }
        out[0] = (100 * result) / 7;
      };
    },
  },
  bop: {
    title: 'Balance of power',
    sentence: '(close - open) / (high - low); null without range.',
    source: 'I. Livshin, 2001; TA-Lib BOP',
    parameters: [],
    outputs: [{ name: 'bop', unit: 'number' }],
    overlay: false,
    reads: 'prices',
    guides: [0],
    range: [-1, 1],
    warmUp: () => 1,
    start:
      (out) =>
      ({ open, high, low, close }) => {
        out[0] = ratio(close - open, high - low);
      },
  },
  imi: {
    title: 'Intraday momentum index',
    sentence: 'Gains from open to close in percent of gains and losses of n candles; null without either.',
    source: 'T. Chande, 1994; TA-Lib IMI',
    parameters: [period(14, { min: 2 })],
    outputs: [{ name: 'imi', unit: 'percent' }],
    overlay: false,
    reads: 'prices',
    range: [0, 100],
    hasFixedScale: true,
    guides: [30, 70],
    warmUp: (_, n) => n - 1,
    start: (out, n) => {
      const [gains, losses] = [movingSum(n), movingSum(n)];
      return ({ open, close }) => {
        const [up, down] = [gains(Math.max(0, close - open)), losses(Math.max(0, open - close))];
        out[0] = ratio(100 * up, up + down);
      };
    },
  },
  tsi: {
    title: 'True strength index',
    sentence: 'The change of the close, averaged twice, in percent of its size, averaged alike, and its signal.',
    source: 'W. Blau, 1991',
    parameters: [period(25, { name: 'long' }), period(13, { name: 'short' }), period(7, { name: 'signal' })],
    outputs: [
      { name: 'tsi', unit: 'percent' },
      { name: 'signal', unit: 'percent' },
    ],
    overlay: false,
    reads: 'close',
    range: [-100, 100],
    guides: [0],
    warmUp: (_, long, short, signal) => EXPONENTIAL_PERIODS * (long + short + signal) + 1,
    start: (out, long, short, smoothing) => {
      const [step, signal] = [change(), ema(smoothing)];
      const [moves, sizes] = [chain(ema(long), ema(short)), chain(ema(long), ema(short))];
      return ({ close }) => {
        const moved = step(close);
        const value = ratio(100 * moves(moved), sizes(Math.abs(moved)));
        out[0] = value;
        out[1] = signal(value);
      };
    },
  },
  dpo: oscillator(
    'dpo',
    {
      title: 'Detrended price oscillator',
      sentence: 'The close of n / 2 + 1 candles ago (n / 2 rounded down) minus the mean of the last n closes.',
      source: 'Close without the trend, drawn at the newest candle of the mean',
      parameters: [period(20)],
      outputs: [{ name: 'dpo', unit: 'price' }],
      guides: [0],
      memory: 'window',
      warmUp: (_, n) => Math.max(n - 1, Math.floor(n / 2) + 1),
    },
    (n) => difference(lag(Math.floor(n / 2) + 1), sma(n)),
  ),
  ao: {
    title: 'Awesome oscillator',
    sentence: 'The difference of the means of median prices over a short and a long length.',
    source: 'B. Williams, 1998',
    parameters: [period(5, { name: 'fast' }), period(34, { name: 'slow' })],
    outputs: [{ name: 'ao', unit: 'price' }],
    overlay: false,
    reads: 'prices',
    guides: [0],
    memory: 'window',
    check: firstIsShorter,
    warmUp: (_, __, slow) => slow - 1,
    start: (out, fast, slow) => {
      const [quick, slower] = [sma(fast), sma(slow)];
      return (bar) => {
        const price = median(bar);
        out[0] = quick(price) - slower(price);
      };
    },
  },
  coppock: oscillator(
    'coppock',
    {
      title: 'Coppock curve',
      sentence: 'The weighted average over k candles of the rates of change over n and m candles, added up.',
      source: 'E. Coppock, 1962',
      parameters: [period(14, { name: 'long' }), period(11, { name: 'short' }), period(10, { name: 'smoothing' })],
      outputs: [{ name: 'coppock', unit: 'percent' }],
      guides: [0],
      warmUp: (_, long, short, smoothing) => Math.max(long, short) + smoothing - 1,
    },
    (long, short, smoothing) => {
      const [one, other, smooth] = [percentChange(long), percentChange(short), wma(smoothing)];
      return (value) => smooth(one(value) + other(value));
    },
  ),
  kst: {
    title: 'Know sure thing',
    sentence:
      'Rates of change over 10, 15, 20 and 30 candles, averaged over 10, 10, 10 and 15, weighted 1 to 4, and the mean ' +
      'of n sums (signal).',
    source: 'M. Pring, 1992',
    parameters: [period(9, { name: 'signal' })],
    outputs: [
      { name: 'kst', unit: 'percent' },
      { name: 'signal', unit: 'percent' },
    ],
    overlay: false,
    reads: 'close',
    guides: [0],
    warmUp: (_, signal) => 30 + 15 + signal - 2,
    start: (out, smoothing) => {
      const parts = [
        [10, 10],
        [15, 10],
        [20, 10],
        [30, 15],
      ].map(([length = 0, smoothed = 0]) => chain(percentChange(length), sma(smoothed)));
      const signal = sma(smoothing);
      return ({ close }) => {
        let sum = 0;
        for (const [index, part] of parts.entries()) sum += (index + 1) * part(close);
        out[0] = sum;
        out[1] = signal(sum);
      };
    },
  },
  fisher: {
    title: 'Fisher transform',
    sentence:
      'The median price in its range of n candles, smoothed and transformed so that extremes stand out, and its value ' +
      'of the candle before (trigger).',
    source: 'J. Ehlers, 2002',
    parameters: [period(10)],
    outputs: [
      { name: 'fisher', unit: 'number' },
      { name: 'trigger', unit: 'number' },
    ],
    overlay: false,
    reads: 'prices',
    guides: [0],
    // Each value contains half of the previous value, and its input two thirds of the previous input.
    warmUp: (_, n) => n + 60,
    start: fisher,
  },
  elder: {
    title: 'Elder ray',
    sentence: 'The high (bull) and the low (bear) minus the exponential average of n closes.',
    source: 'A. Elder, 1989',
    parameters: [period(13)],
    outputs: [
      { name: 'bull', unit: 'price' },
      { name: 'bear', unit: 'price' },
    ],
    overlay: false,
    reads: 'prices',
    guides: [0],
    memory: 'linear',
    warmUp: (_, n) => EXPONENTIAL_PERIODS * n,
    start: (out, n) => {
      const average = ema(n);
      return ({ high, low, close }) => {
        const mean = average(close);
        out[0] = high - mean;
        out[1] = low - mean;
      };
    },
  },
};

function fisher(out: Float64Array, n: number) {
  const [top, bottom] = [highest(n), lowest(n)];
  let [input, value] = [0, 0];
  let before = Number.NaN;
  return (bar: { high: number; low: number }): void => {
    const price = (bar.high + bar.low) / 2;
    const [upper, lower] = [top.next(price), bottom.next(price)];
    if (Number.isNaN(upper)) return;
    const place = upper === lower ? 0 : 2 * ((price - lower) / (upper - lower) - 0.5);
    input = 0.33 * place + 0.67 * input;
    if (Math.abs(input) > 0.99) input = 0.999 * Math.sign(input);
    value = 0.5 * Math.log((1 + input) / (1 - input)) + 0.5 * value;
    out[0] = value;
    out[1] = before;
    before = value;
  };
}
