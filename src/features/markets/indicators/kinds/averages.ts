import { chain, ema, movingSum, regression, type Stream, sma, wilder, wma } from '../streams/averages.js';
import { change, highest, lag, lowest } from '../streams/windows.js';
import {
  EXPONENTIAL_PERIODS,
  factor,
  type IndicatorKind,
  type IndicatorKinds,
  period,
  type Step,
  WILDER_PERIODS,
} from './indicator-kind.js';

/** Creates the calculation of one output from the closes. */
export const ofClose =
  (stream: (...parameters: number[]) => Stream) =>
  (out: Float64Array, ...parameters: number[]): Step => {
    const next = stream(...parameters);
    return ({ close }) => {
      out[0] = next(close);
    };
  };

/** An average of closes: one line over the candles. */
const average = (
  name: string,
  about: Pick<IndicatorKind, 'title' | 'sentence' | 'source' | 'parameters' | 'warmUp'> & Partial<IndicatorKind>,
  stream: (...parameters: number[]) => Stream,
): IndicatorKind => ({
  outputs: [{ name, unit: 'price' }],
  overlay: true,
  reads: 'close',
  start: ofClose(stream),
  ...about,
});

const window = (_: unknown, n: number): number => n - 1;

function tripleExponential(n: number, weights: readonly [number, number, number]): Stream {
  const [first, second, third] = [ema(n), ema(n), ema(n)];
  return (value) => {
    const one = first(value);
    const two = second(one);
    return weights[0] * one + weights[1] * two + (weights[2] === 0 ? 0 : weights[2] * third(two));
  };
}

/** Creates Kaufman's adaptive average; its first value is at index `n`, as in TA-Lib. */
function adaptive(n: number): Stream {
  const [fastest, slowest] = [2 / 3, 2 / 31];
  const [before, step, moved] = [lag(n), change(), movingSum(n)];
  let [average, previous] = [Number.NaN, Number.NaN];
  return (value) => {
    const distance = value - before(value);
    const path = moved(Math.abs(step(value)));
    const start = previous;
    if (!Number.isNaN(value)) previous = value;
    if (Number.isNaN(path)) return Number.NaN;
    // A path that is not longer than the distance, as for prices that do not change, counts as fully efficient.
    const efficiency = path <= distance || path === 0 ? 1 : Math.min(1, Math.abs(distance / path));
    const weight = (efficiency * (fastest - slowest) + slowest) ** 2;
    if (Number.isNaN(average)) average = start;
    average += weight * (value - average);
    return average;
  };
}

function tillson(n: number, volumeFactor: number): Stream {
  const averages = Array.from({ length: 6 }, () => ema(n));
  const [square, cube] = [volumeFactor ** 2, volumeFactor ** 3];
  const weights = [
    3 * square + 3 * volumeFactor + cube + 1,
    -6 * square - 3 * (volumeFactor + cube),
    3 * square + 3 * cube,
    -cube,
  ];
  return (value) => {
    let [passed, result] = [value, 0];
    for (const [index, average] of averages.entries()) {
      passed = average(passed);
      if (index >= 2) result += (weights[index - 2] as number) * passed;
    }
    return result;
  };
}

function hull(n: number): Stream {
  const [half, whole] = [wma(Math.max(1, Math.floor(n / 2))), wma(n)];
  const smooth = wma(Math.max(1, Math.floor(Math.sqrt(n))));
  return (value) => smooth(2 * half(value) - whole(value));
}

function middle(n: number): Stream {
  const [top, bottom] = [highest(n), lowest(n)];
  return (value) => (top.next(value) + bottom.next(value)) / 2;
}

const fitted =
  (ahead: number) =>
  (n: number): Stream => {
    const line = regression(n);
    return (value) => (line.next(value) ? line.at(ahead) : Number.NaN);
  };

export const averageKinds: IndicatorKinds = {
  sma: average(
    'sma',
    {
      title: 'Simple moving average',
      sentence: 'The mean of the last n closes.',
      source: 'TA-Lib SMA',
      parameters: [period(20)],
      memory: 'window',
      range: [0, Number.POSITIVE_INFINITY],
      warmUp: window,
    },
    sma,
  ),
  ema: average(
    'ema',
    {
      title: 'Exponential moving average',
      sentence: 'The mean of all closes, in which each has a weight of 2 / (n + 1); begins with the mean of n closes.',
      source: 'TA-Lib EMA',
      parameters: [period(20)],
      memory: 'linear',
      range: [0, Number.POSITIVE_INFINITY],
      warmUp: (_, n) => EXPONENTIAL_PERIODS * n,
    },
    ema,
  ),
  wma: average(
    'wma',
    {
      title: 'Weighted moving average',
      sentence: 'The mean of the last n closes, weighted from 1 for the oldest to n for the newest.',
      source: 'TA-Lib WMA',
      parameters: [period(20)],
      memory: 'window',
      range: [0, Number.POSITIVE_INFINITY],
      warmUp: window,
    },
    wma,
  ),
  dema: average(
    'dema',
    {
      title: 'Double exponential moving average',
      sentence: '2 × EMA - EMA of the EMA, which lags less than an EMA.',
      source: 'P. Mulloy, 1994; TA-Lib DEMA',
      parameters: [period(20)],
      warmUp: (_, n) => 2 * EXPONENTIAL_PERIODS * n,
    },
    (n) => tripleExponential(n, [2, -1, 0]),
  ),
  tema: average(
    'tema',
    {
      title: 'Triple exponential moving average',
      sentence: '3 × EMA - 3 × EMA of the EMA + EMA of that, which lags less than a DEMA.',
      source: 'P. Mulloy, 1994; TA-Lib TEMA',
      parameters: [period(20)],
      warmUp: (_, n) => 3 * EXPONENTIAL_PERIODS * n,
    },
    (n) => tripleExponential(n, [3, -3, 1]),
  ),
  trima: average(
    'trima',
    {
      title: 'Triangular moving average',
      sentence: 'The simple average of simple averages, in which the middle of the last n closes weighs most.',
      source: 'TA-Lib TRIMA',
      parameters: [period(20)],
      memory: 'window',
      range: [0, Number.POSITIVE_INFINITY],
      warmUp: window,
    },
    (n) => chain(sma(Math.floor((n + 1) / 2)), sma(Math.floor(n / 2) + 1)),
  ),
  kama: average(
    'kama',
    {
      title: 'Adaptive moving average',
      sentence: 'An average that follows straight movements quickly and others slowly (2 to 30 candles).',
      source: 'P. Kaufman, 1995; TA-Lib KAMA',
      parameters: [period(30, { min: 2 })],
      // Where prices have no direction at all, a candle has a weight of only (2 / 31)².
      range: [0, Number.POSITIVE_INFINITY],
      warmUp: (_, n) => 2_000 + n,
    },
    adaptive,
  ),
  tillson: average(
    'tillson',
    {
      title: 'Tillson T3',
      sentence: 'A combination of six successive exponential averages; a higher factor follows prices more closely.',
      source: 'T. Tillson, 1998; TA-Lib T3',
      parameters: [period(5, { min: 2 }), factor('volume factor', 0.7, 0, 1)],
      warmUp: (_, n) => 6 * EXPONENTIAL_PERIODS * n,
    },
    tillson,
  ),
  hma: average(
    'hma',
    {
      title: 'Hull moving average',
      sentence: 'The weighted average over √n candles of 2 × WMA(n / 2) - WMA(n), with lengths rounded down.',
      source: 'A. Hull, 2005',
      parameters: [period(20, { min: 2 })],
      memory: 'window',
      warmUp: (_, n) => n + Math.floor(Math.sqrt(n)) - 2,
    },
    hull,
  ),
  smma: average(
    'smma',
    {
      title: 'Smoothed moving average',
      sentence: "Wilder's average: each close has a weight of 1 / n; begins with the mean of n closes.",
      source: 'J. W. Wilder, 1978',
      parameters: [period(20)],
      memory: 'linear',
      range: [0, Number.POSITIVE_INFINITY],
      warmUp: (_, n) => WILDER_PERIODS * n,
    },
    wilder,
  ),
  midpoint: average(
    'midpoint',
    {
      title: 'Midpoint of closes',
      sentence: 'The middle between the highest and the lowest of the last n closes.',
      source: 'TA-Lib MIDPOINT',
      parameters: [period(14, { min: 2 })],
      memory: 'window',
      range: [0, Number.POSITIVE_INFINITY],
      warmUp: window,
    },
    middle,
  ),
  linreg: average(
    'linreg',
    {
      title: 'Linear regression',
      sentence: 'The end of the straight line of least squares through the last n closes.',
      source: 'TA-Lib LINEARREG',
      parameters: [period(14, { min: 2 })],
      memory: 'window',
      warmUp: window,
    },
    fitted(0),
  ),
  tsf: average(
    'tsf',
    {
      title: 'Time series forecast',
      sentence: 'The straight line of least squares through the last n closes, one candle ahead.',
      source: 'TA-Lib TSF',
      parameters: [period(14, { min: 2 })],
      memory: 'window',
      warmUp: window,
    },
    fitted(1),
  ),
};
