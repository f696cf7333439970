import type { DailySeries } from '../valuation/daily-series.js';

/** A split or cash dividend, derived from the adjustment of closing prices. */
export interface DailyAction {
  /** The ex-day, in days since 1970-01-01. */
  day: number;
  kind: 'split' | 'dividend';
  /** New shares for each old one, or the dividend per share. */
  value: number;
}

/** Closing prices of the same days: as traded, adjusted for splits, and adjusted for splits and dividends. */
export interface AdjustedSeries {
  asTraded: DailySeries;
  bySplits: DailySeries;
  byAll: DailySeries;
}

/** Minimum changes of the adjustment factors; smaller ones are rounding errors of the prices. */
const MIN_SPLIT_CHANGE = 0.01;
const MIN_DIVIDEND_CHANGE = 2e-4;

/**
 * Returns the corporate actions between the days of the series, ascending. On an ex-day the ratio of the adjusted to
 * the traded price changes by the split ratio, or by 1 - D/C for a dividend D after the close C (the adjustment method
 * of the candles).
 */
export function actionsIn({ asTraded, bySplits, byAll }: AdjustedSeries): DailyAction[] {
  const actions: DailyAction[] = [];
  let before: { split: number; dividend: number; close: number } | undefined;
  for (const [index, close] of asTraded.values.entries()) {
    const day = asTraded.firstDay + index;
    if (asTraded.asOf[index] !== day) continue;
    const [split, dividend] = [
      close / (bySplits.values[index] as number),
      (byAll.values[index] as number) / (bySplits.values[index] as number),
    ];
    if (before !== undefined) {
      const ratio = before.split / split;
      if (Math.abs(ratio - 1) > MIN_SPLIT_CHANGE)
        actions.push({ day, kind: 'split', value: Math.round(ratio * 100) / 100 });
      const kept = before.dividend / dividend;
      const perShare = (before.close / ratio) * (1 - kept);
      if (1 - kept > MIN_DIVIDEND_CHANGE)
        actions.push({ day, kind: 'dividend', value: Math.round(perShare * 10_000) / 10_000 });
    }
    before = { split, dividend, close };
  }
  return actions;
}
