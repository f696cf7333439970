/**
 * A segment (holding, sector, currency, …) in one period. Weights are fractions at the start of the period; a null
 * return: the segment has no return of its own.
 */
export interface SegmentPeriod {
  portfolioWeight: number;
  benchmarkWeight: number;
  portfolioReturn: number | null;
  benchmarkReturn: number | null;
}

export interface SegmentEffects {
  allocation: number;
  selection: number;
  interaction: number;
}

/** The effects of one segment, of several segments, or of a whole period. */
export type Effects = SegmentEffects;

/** A segment in one period, with its contributions to the returns. */
export interface SegmentShares {
  weight: number;
  /** Weight × return. */
  contribution: number;
  benchmarkWeight: number;
  benchmarkContribution: number;
}

export interface PeriodAttribution {
  portfolioReturn: number;
  benchmarkReturn: number;
  /** Effects by segment, in the order of the input. */
  effects: SegmentEffects[];
}

/** The weights may differ from a sum of 1 by this much. */
const WEIGHT_TOLERANCE = 1e-6;
/** Weights below this are rounding errors, from which a return cannot be computed. */
const MIN_SEGMENT_WEIGHT = 1e-9;
/** For returns whose difference is smaller than this, `carinoFactor` returns its limit. */
const EQUAL_RETURNS = 1e-8;

/**
 * Computes the Brinson-Fachler attribution of one period; the effects sum to the active return. A segment without a
 * benchmark return of its own gets the total return of the benchmark; its selection is 0, because its benchmark weight
 * is 0. A segment without a portfolio return gets the benchmark return of the segment. Source: G. Brinson and N.
 * Fachler, "Measuring Non-US Equity Portfolio Performance" (1985); C. Bacon, "Practical Portfolio Performance
 * Measurement and Attribution" (2008), chapter 5.
 * @throws RangeError when weights do not sum to 1
 */
export function brinsonFachler(segments: readonly SegmentPeriod[]): PeriodAttribution {
  for (const side of ['portfolioWeight', 'benchmarkWeight'] as const) {
    const sum = segments.reduce((total, segment) => total + segment[side], 0);
    if (!(Math.abs(sum - 1) <= WEIGHT_TOLERANCE))
      throw new RangeError(`The weights of a period must sum to 1, not ${sum} (${side}).`);
  }
  const benchmarkReturn = segments.reduce(
    (sum, { benchmarkWeight, benchmarkReturn: own }) => sum + benchmarkWeight * (own ?? 0),
    0,
  );
  const filled = segments.map((segment) => {
    const market = segment.benchmarkReturn ?? benchmarkReturn;
    return { ...segment, market, own: segment.portfolioReturn ?? market };
  });
  return {
    portfolioReturn: filled.reduce((sum, { portfolioWeight, own }) => sum + portfolioWeight * own, 0),
    benchmarkReturn,
    effects: filled.map(({ portfolioWeight, benchmarkWeight, own, market }) => ({
      allocation: (portfolioWeight - benchmarkWeight) * (market - benchmarkReturn),
      selection: benchmarkWeight * (own - market),
      interaction: (portfolioWeight - benchmarkWeight) * (own - market),
    })),
  };
}

/**
 * Computes the effects of one segment from contributions, as `brinsonFachler` does. A gain without a weight, such as a
 * dividend after the sale, is interaction. The sum over all segments is the active return.
 * @param benchmarkReturn return of the whole benchmark
 */
export function segmentEffects(
  { weight, contribution, benchmarkWeight, benchmarkContribution }: SegmentShares,
  benchmarkReturn: number,
): SegmentEffects {
  const market =
    Math.abs(benchmarkWeight) > MIN_SEGMENT_WEIGHT ? benchmarkContribution / benchmarkWeight : benchmarkReturn;
  const own = Math.abs(weight) > MIN_SEGMENT_WEIGHT ? contribution / weight : market;
  const selection = benchmarkWeight * (own - market);
  return {
    allocation: (weight - benchmarkWeight) * (market - benchmarkReturn),
    selection,
    interaction: contribution - weight * market - selection,
  };
}

/** Returns (ln(1 + a) - ln(1 + b)) / (a - b), or its limit 1 / (1 + a) where a and b are equal. */
export function carinoFactor(a: number, b: number): number {
  return Math.abs(a - b) < EQUAL_RETURNS ? 1 / (1 + (a + b) / 2) : (Math.log1p(a) - Math.log1p(b)) / (a - b);
}

export interface LinkedAttribution extends PeriodAttribution {
  /** The factor of each period, by which its effects were multiplied. */
  factors: number[];
}

/**
 * Links periods so that the effects sum to the compounded active return. Source: D. Carino, "Combining Attribution
 * Effects Over Time" (1999).
 * @param periods each with the same segments in the same order
 */
export function linkedByCarino(periods: readonly PeriodAttribution[]): LinkedAttribution {
  const compounded = (of: (period: PeriodAttribution) => number) =>
    periods.reduce((growth, period) => growth * (1 + of(period)), 1) - 1;
  const portfolioReturn = compounded((period) => period.portfolioReturn);
  const benchmarkReturn = compounded((period) => period.benchmarkReturn);
  const whole = carinoFactor(portfolioReturn, benchmarkReturn);
  const factors = periods.map((period) => carinoFactor(period.portfolioReturn, period.benchmarkReturn) / whole);
  const effects = (periods[0]?.effects ?? []).map((_, segment) => {
    const linkedEffect = (name: keyof SegmentEffects) =>
      periods.reduce(
        (sum, { effects: own }, index) => sum + (own[segment] as SegmentEffects)[name] * (factors[index] as number),
        0,
      );
    return {
      allocation: linkedEffect('allocation'),
      selection: linkedEffect('selection'),
      interaction: linkedEffect('interaction'),
    };
  });
  return { portfolioReturn, benchmarkReturn, effects, factors };
}
