import { ema, movingSum, sma, wilder } from '../streams/averages.js';
import { highest, lowest, ratio, variance } from '../streams/windows.js';
import { EXPONENTIAL_PERIODS, type IndicatorKinds, period, trueRange, WILDER_PERIODS } from './indicator-kind.js';

export const volatilityKinds: IndicatorKinds = {
  atr: {
    title: 'Average true range',
    sentence: "Wilder's average of the true range.",
    source: 'J. W. Wilder, 1978; TA-Lib ATR',
    parameters: [period(14)],
    outputs: [{ name: 'atr', unit: 'price' }],
    overlay: false,
    reads: 'prices',
    range: [0, Number.POSITIVE_INFINITY],
    memory: 'linear',
    warmUp: (_, n) => WILDER_PERIODS * n,
    start: (out, n) => {
      const [range, average] = [trueRange(), wilder(n)];
      return (bar) => {
        out[0] = average(range(bar));
      };
    },
  },
  natr: {
    title: 'Normalized average true range',
    sentence: 'The average true range in percent of the close.',
    source: 'J. Forman, 2006; TA-Lib NATR',
    parameters: [period(14)],
    outputs: [{ name: 'natr', unit: 'percent' }],
    overlay: false,
    reads: 'prices',
    range: [0, Number.POSITIVE_INFINITY],
    warmUp: (_, n) => WILDER_PERIODS * n,
    start: (out, n) => {
      const [range, average] = [trueRange(), wilder(n)];
      return (bar) => {
        out[0] = ratio(100 * average(range(bar)), bar.close);
      };
    },
  },
  trange: {
    title: 'True range',
    sentence: 'The largest of high - low and the distances of both from the close before.',
    source: 'J. W. Wilder, 1978; TA-Lib TRANGE',
    parameters: [],
    outputs: [{ name: 'trange', unit: 'price' }],
    overlay: false,
    reads: 'prices',
    range: [0, Number.POSITIVE_INFINITY],
    memory: 'window',
    warmUp: () => 1,
    start: (out) => {
      const range = trueRange();
      return (bar) => {
        out[0] = range(bar);
      };
    },
  },
  stddev: {
    title: 'Standard deviation',
    sentence: 'The population standard deviation of the last n closes.',
    source: 'TA-Lib STDDEV',
    parameters: [period(20, { min: 2 })],
    outputs: [{ name: 'stddev', unit: 'price' }],
    overlay: false,
    reads: 'close',
    range: [0, Number.POSITIVE_INFINITY],
    memory: 'window',
    warmUp: (_, n) => n - 1,
    start: (out, n) => {
      const spread = variance(n);
      return ({ close }) => {
        out[0] = Math.sqrt(spread(close));
      };
    },
  },
  var: {
    title: 'Variance',
    sentence: 'The population variance of the last n closes.',
    source: 'TA-Lib VAR',
    parameters: [period(20, { min: 2 })],
    outputs: [{ name: 'var', unit: 'squared_price' }],
    overlay: false,
    reads: 'close',
    range: [0, Number.POSITIVE_INFINITY],
    warmUp: (_, n) => n - 1,
    start: (out, n) => {
      const spread = variance(n);
      return ({ close }) => {
        out[0] = spread(close);
      };
    },
  },
  chop: {
    title: 'Choppiness index',
    sentence:
      '100 log(sum of true ranges / range of n candles) / log(n): high without a trend, low in one; null without range.',
    source: 'E. Dreiss, 1993',
    parameters: [period(14, { min: 2 })],
    outputs: [{ name: 'chop', unit: 'number' }],
    overlay: false,
    reads: 'prices',
    guides: [38.2, 61.8],
    range: [0, Number.POSITIVE_INFINITY],
    warmUp: (_, n) => n,
    start: (out, n) => {
      const [range, sum, top, bottom] = [trueRange(), movingSum(n), highest(n), lowest(n)];
      let before = Number.NaN;
      return (bar) => {
        const whole = range(bar);
        const [upper, lower] = [Math.max(bar.high, before), Math.min(bar.low, before)];
        before = bar.close;
        const reach = top.next(upper) - bottom.next(lower);
        const part = ratio(sum(whole), reach);
        out[0] = (100 * Math.log(part)) / Math.log(n);
      };
    },
  },
  mass: {
    title: 'Mass index',
    sentence: 'The sum over n candles of the average range divided by its average; above 27 a reversal is expected.',
    source: 'D. Dorsey, 1992',
    parameters: [period(25), period(9, { name: 'average period' })],
    outputs: [{ name: 'mass', unit: 'number' }],
    overlay: false,
    reads: 'prices',
    guides: [26.5, 27],
    range: [0, Number.POSITIVE_INFINITY],
    warmUp: (_, n, m) => 2 * EXPONENTIAL_PERIODS * m + n,
    start: (out, n, m) => {
      const [single, double, sum] = [ema(m), ema(m), movingSum(n)];
      return ({ high, low }) => {
        const average = single(high - low);
        out[0] = sum(ratio(average, double(average)));
      };
    },
  },
  ulcer: {
    title: 'Ulcer index',
    sentence: 'The root of the mean square of the last n drawdowns from the highest close of n candles, in percent.',
    source: 'P. Martin and B. McCann, 1989',
    parameters: [period(14)],
    outputs: [{ name: 'ulcer', unit: 'percent' }],
    overlay: false,
    reads: 'close',
    range: [0, Number.POSITIVE_INFINITY],
    warmUp: (_, n) => 2 * (n - 1),
    start: (out, n) => {
      const [top, average] = [highest(n), sma(n)];
      return ({ close }) => {
        const peak = top.next(close);
        // The rest of a compensated sum may be less than 0 by a rounding error.
        out[0] = Math.sqrt(Math.max(0, average(ratio(100 * (close - peak), peak) ** 2)));
      };
    },
  },
};
