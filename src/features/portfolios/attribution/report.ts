import type { LookedThrough } from '../look-through/look-through.js';
import type { HistoryInputs } from '../performance/daily-history.service.js';
import type { Portfolio } from '../portfolio.js';
import type { Attribution } from './attribution.js';

export const divisions = ['holding', 'assetClass', 'sector', 'currency', 'country'] as const;
export type Division = (typeof divisions)[number];

export const attributionGaps = [
  'no_transactions',
  'no_capital',
  'no_benchmark',
  'no_benchmark_price',
  'benchmark_starts_later',
] as const;
export type AttributionGap = (typeof attributionGaps)[number];

const reasons: Record<AttributionGap, string> = {
  no_transactions: 'The portfolio has no transaction before the end of the period.',
  no_capital: 'No money was invested in the period, or all of it was lost.',
  no_benchmark: 'There is no benchmark; give `benchmark` or `benchmarkPortfolioId`.',
  no_benchmark_price: 'A component of the benchmark has no price, or no exchange rate, at the start of the period.',
  benchmark_starts_later: 'The benchmark portfolio has no capital on some days of the period.',
};
export const attributionGap = (code: AttributionGap): { code: AttributionGap; detail: string } => ({
  code,
  detail: reasons[code],
});

export type AttributionPeriod = Pick<HistoryInputs, 'fromDay' | 'toDay' | 'currency'>;

/** The attribution of a portfolio's return in a period. */
export interface AttributionReport {
  portfolio: Portfolio;
  by: Division;
  /** Name of the benchmark; null without one. */
  benchmark: string | null;
  /** Period of the attribution; null without a transaction. */
  period: AttributionPeriod | null;
  /** The attribution; null when it cannot be computed, for the reason in `notComputable`. */
  attribution: Attribution | null;
  /** The reason why the effects against the benchmark, or all figures, are missing; null if they are complete. */
  notComputable: { code: AttributionGap; detail: string } | null;
  /** The funds that were replaced by their holdings; null if they were not. */
  through: LookedThrough | null;
  /** Names of segments in English, by segment. */
  names: ReadonlyMap<string, string>;
  providers: string[];
}
