/** Maximum number of events of a study; of more, the latest are taken. */
export const MAX_EVENTS = 500;
/** Minimum number of cases from which a study computes figures. */
export const MIN_CASES = 8;
/** The fractions of the quantiles of returns. */
export const returnQuantiles = [0.05, 0.25, 0.5, 0.75, 0.95] as const;

export const dropReasons = ['no_prices', 'window_incomplete', 'overlapping'] as const;
export type DropReason = (typeof dropReasons)[number];

/** The trading days of a target, ascending, with the prices at their open and their close. Prices are above 0. */
export interface PriceDays {
  /** Times in ms since the epoch. */
  opensAt: Float64Array;
  closesAt: Float64Array;
  open: Float64Array;
  close: Float64Array;
}

/** A measured symbol, or a portfolio by its id. */
export interface EventStudyTarget {
  type: 'symbol' | 'portfolio';
  name: string;
  days: PriceDays;
}

export interface StudyInput {
  targets: EventStudyTarget[];
  /** Numbers of trading days. */
  windows: number[];
  /** Times of the events, ascending (ms since the epoch). */
  times: number[];
  /** The calendar of random moments: from the first time to the last one, both inclusive (ms since the epoch). */
  from: number;
  to: number;
  permutationCount: number;
  seed: number;
}

/** The return of one window after one event. */
export interface CaseOutcome {
  /** Times of the first price after the event and of the last price of the window; null for a dropped case. */
  startsAt: number | null;
  endsAt: number | null;
  /** Return of the window as a fraction; null for a dropped case. */
  return: number | null;
  dropped: DropReason | null;
}

/** The distribution of returns, as fractions. */
export interface ReturnDistribution {
  mean: number;
  /** Standard deviation with n - 1. */
  deviation: number;
  /** Quantiles at the fractions of `returnQuantiles`, with linear interpolation (type 7 of Hyndman and Fan, 1996). */
  quantiles: number[];
  /** Fraction of the returns above 0. */
  positive: number;
}

export interface StudyResult {
  target: number;
  window: number;
  /** Outcomes in the order of the events. */
  outcomes: CaseOutcome[];
  caseCount: number;
  /** Number of trading days of the calendar on which a window can start. */
  startCount: number;
  /** Null below `MIN_CASES` cases. */
  figures: StudyFigures | null;
}

export interface StudyFigures {
  cases: ReturnDistribution;
  /** Returns after random moments. */
  base: ReturnDistribution;
  pValue: number;
  /** The p-value with the correction of Holm for all computed results of the study. */
  adjustedPValue: number;
}

/** Returns the distribution of at least two returns. */
export function distributionOf(returns: Float64Array): ReturnDistribution {
  const sorted = returns.toSorted();
  const count = sorted.length;
  const mean = sorted.reduce((sum, one) => sum + one, 0) / count;
  const squares = sorted.reduce((sum, one) => sum + (one - mean) ** 2, 0);
  return {
    mean,
    deviation: Math.sqrt(squares / (count - 1)),
    quantiles: returnQuantiles.map((fraction) => {
      const at = (count - 1) * fraction;
      const low = Math.floor(at);
      const lower = sorted[low] as number;
      return lower + (at - low) * ((sorted[Math.min(low + 1, count - 1)] as number) - lower);
    }),
    positive: sorted.filter((one) => one > 0).length / count,
  };
}

/**
 * Adjusts p-values for several tests by the step-down method of Holm ("A Simple Sequentially Rejective Multiple Test
 * Procedure", Scandinavian Journal of Statistics 6, 1979): the i-th smallest of m is multiplied by m - i + 1.
 * @returns adjusted values in the order of the given ones, at most 1
 */
export function holm(values: readonly number[]): number[] {
  const order = values.map((_, index) => index).sort((a, b) => (values[a] as number) - (values[b] as number));
  const adjusted = new Array<number>(values.length);
  let largest = 0;
  for (const [rank, index] of order.entries()) {
    largest = Math.max(largest, Math.min(1, (values[index] as number) * (values.length - rank)));
    adjusted[index] = largest;
  }
  return adjusted;
}
