import type { Interval } from '../../interval.js';

/** A parameter of an indicator. */
export interface Parameter {
  /** The name in descriptions, such as `period`. */
  name: string;
  fallback: number;
  min: number;
  max: number;
  /** True: fractions are allowed, as for a number of deviations. */
  fractional?: boolean;
}

/**
 * The units of values: `price` in the currency of the prices, also for differences of prices; `percent`; `number`
 * without a unit; `volume` in units of the instrument; `turnover`, price × volume; `degrees`; `squared_price`;
 * `candles`; `signal`: 100 for a bullish pattern, -100 for a bearish one, otherwise 0.
 */
export const units = [
  'price',
  'percent',
  'number',
  'volume',
  'turnover',
  'degrees',
  'squared_price',
  'candles',
  'signal',
] as const;
export type Unit = (typeof units)[number];

export interface Output {
  name: string;
  unit: Unit;
}

/** A candle as indicators read it. */
export interface Bar {
  open: number;
  high: number;
  low: number;
  close: number;
  /** Volume of the candle; NaN without a volume. */
  volume: number;
  /** Whether the candle begins a session; for days and longer, only the first candle of all does. */
  isSessionStart: boolean;
}

/** Takes the next candle and writes the values of the outputs; NaN for an output without a value. */
export type Step = (bar: Bar) => void;

/**
 * The way in which a value depends on candles before its warm-up. `window`: not at all. `linear`: the value is an
 * average of prices or of their differences, in which older ones have little weight. `ratio`: the value is a ratio of
 * two such Wilder averages over a twentieth of the warm-up; the dependence has no bound while prices do not change.
 * `smoothed_ratio`: the value is a Wilder average of ratios of averages of directional movements, each over a fortieth
 * of the warm-up. `sum`: the value is the sum since the first candle, so that another start only adds a constant.
 */
export type IndicatorMemory = 'window' | 'linear' | 'ratio' | 'smoothed_ratio' | 'sum';

/**
 * The declaration of an indicator. The parameters of operations, charts, functions of graphs, conditions of alert rules
 * and the tables of the documentation follow from it.
 */
export interface IndicatorKind {
  title: string;
  /** Description of the indicator in one sentence: the formula, and what it shows. */
  sentence: string;
  /** The publication of the formula. */
  source: string;
  parameters: readonly Parameter[];
  /** Outputs of the indicator, at least one; the first is the value where only one is used. */
  outputs: readonly Output[];
  /** True: values are prices, drawn over the candles; false: they are drawn in a separate pane. */
  overlay: boolean;
  /**
   * The part of a candle that is read: only its close, so that any series has this indicator, or all prices, or volumes
   * too; `sessions` are volumes and the starts of sessions.
   */
  reads: 'close' | 'prices' | 'volume' | 'sessions';
  /** Lowest and highest value of all outputs, whatever the prices. */
  range?: readonly [number, number];
  /** True: a panel always shows the whole range. */
  hasFixedScale?: boolean;
  /** Usual levels, drawn as lines across the panel. */
  guides?: readonly number[];
  /** The dependence of values on candles before their warm-up; undefined if no bound is known. */
  memory?: IndicatorMemory;
  /** Checks a rule between parameters. @returns the problem, or undefined without one */
  check?(...parameters: number[]): string | undefined;
  /**
   * Returns the number of earlier candles on which a value depends; 0 if the indicator begins with the first candle of
   * the range.
   */
  warmUp(interval: Interval, ...parameters: number[]): number;
  /** Begins a calculation. @param out receives the value of each output at each step */
  start(out: Float64Array, ...parameters: number[]): Step;
}

export type IndicatorKinds = Readonly<Record<string, IndicatorKind>>;

const MAX_PERIOD = 500;

/** Declares a number of candles. */
export const period = (fallback: number, { name = 'period', min = 1 } = {}): Parameter => ({
  name,
  fallback,
  min,
  max: MAX_PERIOD,
});

/** Declares a number that may have decimals. */
export const factor = (name: string, fallback: number, min: number, max: number): Parameter => ({
  name,
  fallback,
  min,
  max,
  fractional: true,
});

/**
 * Numbers of periods after which each older value weighs less than a billionth in recursive averages, which depend on
 * all earlier values: an exponential average keeps e⁻² per period, a Wilder average e⁻¹.
 */
export const EXPONENTIAL_PERIODS = 10;
export const WILDER_PERIODS = 20;

/** Checks that the first of two periods is the shorter one. */
export const firstIsShorter = (fast: number, slow: number): string | undefined =>
  fast < slow ? undefined : 'must have a first period shorter than the second';

/**
 * Creates the true range: the largest of high − low and the distances of both from the close before; NaN for the first
 * candle.
 */
export function trueRange(): (bar: Bar) => number {
  let before = Number.NaN;
  return ({ high, low, close }) => {
    const range = Math.max(high, before) - Math.min(low, before);
    before = close;
    return range;
  };
}
