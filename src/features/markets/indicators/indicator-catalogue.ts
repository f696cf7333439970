import { DAY_MS } from '../../../durations.js';
import { type Interval, intradayMs } from '../interval.js';
import type { Bars } from './bars.js';
import { macd, rsi, stochastic } from './momentum.js';
import { ema, sma } from './moving-averages.js';
import { adx, atr, bollinger } from './volatility.js';
import { obv, vwap } from './volume.js';

interface Parameter {
  fallback: number;
  min: number;
  max: number;
  /** Whether it may have a fraction, such as a number of deviations. */
  fractional?: boolean;
}

/** What an indicator is computed from. */
export interface IndicatorInput {
  bars: Bars;
  /** 1 for bars that begin a session; for days and longer for the first alone. Computed when it is asked for. */
  sessionStarts(): Uint8Array;
}

export interface IndicatorKind {
  parameters: readonly Parameter[];
  /** Drawn over the prices, as it is a price; else in a pane of its own. */
  overlay: boolean;
  /** A rule between parameters. @returns what is wrong, or undefined */
  check?(...parameters: number[]): string | undefined;
  /** How many bars before a bar decide its value; 0 for what is counted from the first bar of the range. */
  warmUp(interval: Interval, ...parameters: number[]): number;
  lines(input: IndicatorInput, ...parameters: number[]): Record<string, Float64Array>;
}

const LONGEST = 500;
const period = (fallback: number): Parameter => ({ fallback, min: 1, max: LONGEST });

/**
 * Recursive averages never forget; after so many periods what came before weighs less than a billionth: an exponential average keeps e⁻² of it a period,
 * one of Wilder e⁻¹.
 */
const EXPONENTIAL = 10;
const WILDER = 20;

export const indicatorKinds: Readonly<Record<string, IndicatorKind>> = {
  sma: { parameters: [period(20)], overlay: true, warmUp: (_, n = 0) => n - 1, lines: ({ bars }, n = 0) => ({ sma: sma(bars.close, n) }) },
  ema: { parameters: [period(20)], overlay: true, warmUp: (_, n = 0) => EXPONENTIAL * n, lines: ({ bars }, n = 0) => ({ ema: ema(bars.close, n) }) },
  bbands: {
    parameters: [period(20), { fallback: 2, min: 0.1, max: 10, fractional: true }],
    overlay: true,
    warmUp: (_, n = 0) => n - 1,
    lines: ({ bars }, n = 0, deviations = 0) => ({ ...bollinger(bars.close, n, deviations) }),
  },
  vwap: {
    parameters: [],
    overlay: true,
    // Of a session that began before the range the beginning is needed.
    warmUp: (interval) => DAY_MS / (intradayMs(interval) ?? Number.POSITIVE_INFINITY),
    lines: ({ bars, sessionStarts }) => ({ vwap: vwap(bars, sessionStarts()) }),
  },
  rsi: { parameters: [period(14)], overlay: false, warmUp: (_, n = 0) => WILDER * n, lines: ({ bars }, n = 0) => ({ rsi: rsi(bars.close, n) }) },
  macd: {
    parameters: [period(12), period(26), period(9)],
    overlay: false,
    check: (fast = 0, slow = 0) => (fast < slow ? undefined : 'must have a first period shorter than the second'),
    warmUp: (_, _fast, slow = 0, smoothing = 0) => EXPONENTIAL * (slow + smoothing),
    lines: ({ bars }, fast = 0, slow = 0, smoothing = 0) => ({ ...macd(bars.close, fast, slow, smoothing) }),
  },
  atr: { parameters: [period(14)], overlay: false, warmUp: (_, n = 0) => WILDER * n, lines: ({ bars }, n = 0) => ({ atr: atr(bars, n) }) },
  adx: { parameters: [period(14)], overlay: false, warmUp: (_, n = 0) => 2 * WILDER * n, lines: ({ bars }, n = 0) => ({ ...adx(bars, n) }) },
  stoch: {
    parameters: [period(14), period(3), period(3)],
    overlay: false,
    warmUp: (_, n = 0, smoothing = 0, signal = 0) => n + smoothing + signal - 3,
    lines: ({ bars }, n = 0, smoothing = 0, signal = 0) => ({ ...stochastic(bars, n, smoothing, signal) }),
  },
  obv: { parameters: [], overlay: false, warmUp: () => 0, lines: ({ bars }) => ({ obv: obv(bars) }) },
};
