import { chain, ema, type Stream, wilder } from '../streams/averages.js';
import { change, lag, ratio } from '../streams/windows.js';
import { ofClose } from './averages.js';
import {
  EXPONENTIAL_PERIODS,
  firstIsShorter,
  type IndicatorKind,
  type IndicatorKinds,
  period,
  WILDER_PERIODS,
} from './indicator-kind.js';

/** Value of an oscillator while prices do not change: the middle of its scale. */
export const NEUTRAL = 50;

type About = Pick<IndicatorKind, 'title' | 'sentence' | 'source' | 'parameters' | 'warmUp'> & Partial<IndicatorKind>;

/** An oscillator of the closes with one line in a panel. */
export const oscillator = (name: string, about: About, stream: (...parameters: number[]) => Stream): IndicatorKind => ({
  outputs: [{ name, unit: 'number' }],
  overlay: false,
  reads: 'close',
  start: ofClose(stream),
  ...about,
});

/** Creates 100 × gains / (gains + losses) of Wilder's averages of the changes; `still` where there is no change. */
export function strength(n: number, still = NEUTRAL): Stream {
  const [step, gains, losses] = [change(), wilder(n), wilder(n)];
  return (value) => {
    const moved = step(value);
    const [up, down] = [gains(Math.max(moved, 0)), losses(Math.max(-moved, 0))];
    return up + down === 0 ? still : (100 * up) / (up + down);
  };
}

/** Creates the change of the values over `n` candles in percent. */
export function percentChange(n: number): Stream {
  const before = lag(n);
  return (value) => {
    const base = before(value);
    return ratio(100 * (value - base), base);
  };
}

/** Creates the difference of two streams of the same values. */
export function difference(one: Stream, other: Stream): Stream {
  return (value) => one(value) - other(value);
}

/** Begins a difference of two averages of a price or volume, its signal, and the difference of the two. */
const withSignal =
  (line: (fast: number, slow: number) => Stream, reads: (bar: { close: number; volume: number }) => number) =>
  (out: Float64Array, fast: number, slow: number, smoothing: number) => {
    const [main, signal] = [line(fast, slow), ema(smoothing)];
    return (bar: { close: number; volume: number }): void => {
      const value = main(reads(bar));
      const smoothed = signal(value);
      out[0] = value;
      out[1] = smoothed;
      out[2] = value - smoothed;
    };
  };

/** Creates the difference of two exponential averages, in percent of the slow one. */
export function percentDifference(fast: number, slow: number): Stream {
  const [quick, slower] = [ema(fast), ema(slow)];
  return (value) => {
    const base = slower(value);
    return ratio(100 * (quick(value) - base), base);
  };
}

const closeOf = ({ close }: { close: number }): number => close;
const volumeOf = ({ volume }: { volume: number }): number => volume;
const fastSlowSignal = [
  period(12, { name: 'fast' }),
  period(26, { name: 'slow' }),
  period(9, { name: 'signal' }),
] as const;
const signalWarmUp = (_: unknown, __: number, slow: number, smoothing: number): number =>
  EXPONENTIAL_PERIODS * (slow + smoothing);

export const momentumKinds: IndicatorKinds = {
  rsi: oscillator(
    'rsi',
    {
      title: 'Relative strength index',
      sentence: "100 G / (G + L), with Wilder's averages of gains and losses; 50 while prices do not change.",
      source: 'J. W. Wilder, 1978; TA-Lib RSI',
      parameters: [period(14)],
      range: [0, 100],
      hasFixedScale: true,
      guides: [30, 70],
      memory: 'ratio',
      warmUp: (_, n) => WILDER_PERIODS * n,
    },
    strength,
  ),
  macd: {
    title: 'Moving average convergence/divergence',
    sentence: 'The difference of two exponential averages, its exponential average (signal), and their difference.',
    source: 'G. Appel, 1979; TA-Lib MACD',
    parameters: fastSlowSignal,
    outputs: [
      { name: 'macd', unit: 'price' },
      { name: 'signal', unit: 'price' },
      { name: 'histogram', unit: 'price' },
    ],
    overlay: false,
    reads: 'close',
    guides: [0],
    memory: 'linear',
    check: firstIsShorter,
    warmUp: signalWarmUp,
    start: withSignal((fast, slow) => difference(ema(fast), ema(slow)), closeOf),
  },
  ppo: {
    title: 'Percentage price oscillator',
    sentence: 'MACD in percent of the slow average, with its signal and their difference; by exponential averages.',
    source: 'G. Appel; TA-Lib PPO with exponential averages',
    parameters: fastSlowSignal,
    outputs: [
      { name: 'ppo', unit: 'percent' },
      { name: 'signal', unit: 'percent' },
      { name: 'histogram', unit: 'percent' },
    ],
    overlay: false,
    reads: 'close',
    guides: [0],
    check: firstIsShorter,
    warmUp: signalWarmUp,
    start: withSignal(percentDifference, closeOf),
  },
  pvo: {
    title: 'Percentage volume oscillator',
    sentence: 'The difference of two exponential averages of the volume in percent of the slow one, with its signal.',
    source: 'G. Appel',
    parameters: fastSlowSignal,
    outputs: [
      { name: 'pvo', unit: 'percent' },
      { name: 'signal', unit: 'percent' },
      { name: 'histogram', unit: 'percent' },
    ],
    overlay: false,
    reads: 'volume',
    guides: [0],
    check: firstIsShorter,
    warmUp: signalWarmUp,
    start: withSignal(percentDifference, volumeOf),
  },
  apo: oscillator(
    'apo',
    {
      title: 'Absolute price oscillator',
      sentence: 'The difference of two exponential averages of the close.',
      source: 'TA-Lib APO with exponential averages',
      parameters: [period(12, { name: 'fast' }), period(26, { name: 'slow' })],
      outputs: [{ name: 'apo', unit: 'price' }],
      guides: [0],
      memory: 'linear',
      check: firstIsShorter,
      warmUp: (_, __, slow) => EXPONENTIAL_PERIODS * slow,
    },
    (fast, slow) => difference(ema(fast), ema(slow)),
  ),
  mom: oscillator(
    'mom',
    {
      title: 'Momentum',
      sentence: 'The change of the close over n candles.',
      source: 'TA-Lib MOM',
      parameters: [period(10)],
      outputs: [{ name: 'mom', unit: 'price' }],
      guides: [0],
      memory: 'window',
      warmUp: (_, n) => n,
    },
    (n) => {
      const before = lag(n);
      return (value) => value - before(value);
    },
  ),
  roc: oscillator(
    'roc',
    {
      title: 'Rate of change',
      sentence: 'The change of the close over n candles in percent.',
      source: 'TA-Lib ROC',
      parameters: [period(10)],
      outputs: [{ name: 'roc', unit: 'percent' }],
      guides: [0],
      range: [-100, Number.POSITIVE_INFINITY],
      warmUp: (_, n) => n,
    },
    percentChange,
  ),
  trix: oscillator(
    'trix',
    {
      title: 'TRIX',
      sentence: 'The change of a triple exponential average from candle to candle, in percent.',
      source: 'J. Hutson, 1983; TA-Lib TRIX',
      parameters: [period(30)],
      outputs: [{ name: 'trix', unit: 'percent' }],
      guides: [0],
      warmUp: (_, n) => 3 * EXPONENTIAL_PERIODS * n + 1,
    },
    (n) => chain(ema(n), ema(n), ema(n), percentChange(1)),
  ),
  cmo: oscillator(
    'cmo',
    {
      title: 'Chande momentum oscillator',
      sentence: "100 (G - L) / (G + L), with Wilder's averages of gains and losses as in TA-Lib; null without changes.",
      source: 'T. Chande, 1994, smoothed as in TA-Lib CMO',
      parameters: [period(14)],
      range: [-100, 100],
      guides: [-50, 50],
      warmUp: (_, n) => WILDER_PERIODS * n,
    },
    (n) => {
      const gains = strength(n, Number.NaN);
      return (value) => 2 * gains(value) - 100;
    },
  ),
};
