import { DAY_MS } from '../../../time/durations.js';
import { type Interval, intradayMs } from '../interval.js';
import type { CandleColumns } from './candle-columns.js';
import { macd, rsi, stochastic } from './momentum.js';
import { ema, sma } from './moving-averages.js';
import { adx, atr, bollinger } from './volatility.js';
import { obv, vwap } from './volume.js';

interface Parameter {
  fallback: number;
  min: number;
  max: number;
  /** True: fractions are allowed, as for a number of deviations. */
  fractional?: boolean;
}

export interface IndicatorInput {
  candles: CandleColumns;
  /**
   * Returns an array with 1 for each candle that begins a session, otherwise 0; for days and longer, only the first
   * candle has 1. Calculated on demand.
   */
  sessionStarts(): Uint8Array;
}

/**
 * The way in which a value depends on candles before its warm-up. `window`: not at all. `linear`: the value is an
 * average of prices or of their differences, in which older ones have little weight. `ratio`: the value is a ratio of
 * two such Wilder averages over a twentieth of the warm-up; the dependence has no bound while prices do not change.
 * `smoothed_ratio`: the value is a Wilder average of ratios of averages of directional movements, each over a fortieth
 * of the warm-up. `sum`: the value is the sum since the first candle, so that another start only adds a constant.
 */
export type IndicatorMemory = 'window' | 'linear' | 'ratio' | 'smoothed_ratio' | 'sum';

export interface IndicatorKind {
  parameters: readonly Parameter[];
  /** True: values are prices, drawn over the candles; false: they are drawn in a separate pane. */
  overlay: boolean;
  /** The dependence of values on candles before their warm-up; undefined if no bound is known. */
  memory?: IndicatorMemory;
  /** Checks a rule between parameters. @returns the problem, or undefined without one */
  check?(...parameters: number[]): string | undefined;
  /**
   * Returns the number of earlier candles on which a value depends; 0 if the indicator begins with the first candle of
   * the range.
   */
  warmUp(interval: Interval, ...parameters: number[]): number;
  lines(input: IndicatorInput, ...parameters: number[]): Record<string, Float64Array>;
}

const MAX_PERIOD = 500;
const period = (fallback: number): Parameter => ({ fallback, min: 1, max: MAX_PERIOD });

/**
 * Numbers of periods after which each older value weighs less than a billionth in recursive averages, which depend on
 * all earlier values: an exponential average keeps e⁻² per period, a Wilder average e⁻¹.
 */
const EXPONENTIAL_PERIODS = 10;
const WILDER_PERIODS = 20;

export const indicatorKinds: Readonly<Record<string, IndicatorKind>> = {
  sma: {
    parameters: [period(20)],
    overlay: true,
    memory: 'window',
    warmUp: (_, n = 0) => n - 1,
    lines: ({ candles }, n = 0) => ({ sma: sma(candles.close, n) }),
  },
  ema: {
    parameters: [period(20)],
    overlay: true,
    memory: 'linear',
    warmUp: (_, n = 0) => EXPONENTIAL_PERIODS * n,
    lines: ({ candles }, n = 0) => ({ ema: ema(candles.close, n) }),
  },
  bbands: {
    parameters: [period(20), { fallback: 2, min: 0.1, max: 10, fractional: true }],
    overlay: true,
    memory: 'window',
    warmUp: (_, n = 0) => n - 1,
    lines: ({ candles }, n = 0, deviations = 0) => ({ ...bollinger(candles.close, n, deviations) }),
  },
  vwap: {
    parameters: [],
    overlay: true,
    memory: 'window',
    // The session that contains the start of the range is read from its opening, which is at most a day earlier.
    warmUp: (interval) => DAY_MS / (intradayMs(interval) ?? Number.POSITIVE_INFINITY),
    lines: ({ candles, sessionStarts }) => ({ vwap: vwap(candles, sessionStarts()) }),
  },
  rsi: {
    parameters: [period(14)],
    overlay: false,
    memory: 'ratio',
    warmUp: (_, n = 0) => WILDER_PERIODS * n,
    lines: ({ candles }, n = 0) => ({ rsi: rsi(candles.close, n) }),
  },
  macd: {
    parameters: [period(12), period(26), period(9)],
    overlay: false,
    memory: 'linear',
    check: (fast = 0, slow = 0) => (fast < slow ? undefined : 'must have a first period shorter than the second'),
    warmUp: (_, _fast, slow = 0, smoothing = 0) => EXPONENTIAL_PERIODS * (slow + smoothing),
    lines: ({ candles }, fast = 0, slow = 0, smoothing = 0) => ({ ...macd(candles.close, fast, slow, smoothing) }),
  },
  atr: {
    parameters: [period(14)],
    overlay: false,
    memory: 'linear',
    warmUp: (_, n = 0) => WILDER_PERIODS * n,
    lines: ({ candles }, n = 0) => ({ atr: atr(candles, n) }),
  },
  adx: {
    parameters: [period(14)],
    overlay: false,
    memory: 'smoothed_ratio',
    warmUp: (_, n = 0) => 2 * WILDER_PERIODS * n,
    lines: ({ candles }, n = 0) => ({ ...adx(candles, n) }),
  },
  stoch: {
    parameters: [period(14), period(3), period(3)],
    overlay: false,
    memory: 'window',
    warmUp: (_, n = 0, smoothing = 0, signal = 0) => n + smoothing + signal - 3,
    lines: ({ candles }, n = 0, smoothing = 0, signal = 0) => ({ ...stochastic(candles, n, smoothing, signal) }),
  },
  obv: {
    parameters: [],
    overlay: false,
    memory: 'sum',
    warmUp: () => 0,
    lines: ({ candles }) => ({ obv: obv(candles) }),
  },
};
