import type { Provenance } from '../../../upstream/provenance.js';
import type { Adjustment, Candle } from '../candle.js';
import type { CandleSeries } from '../candles/candle-series.js';
import { minus, percentOf, ratio } from '../decimals.js';

/** The closes of an instrument. */
export type ClosingSeries = Pick<CandleSeries, 'symbol' | 'currency' | 'adjustment' | 'provenance'> & {
  items: ReadonlyArray<Pick<Candle, 'time' | 'close'>>;
};

/** One of the compared instruments. */
export interface ComparedInstrument {
  symbol: string;
  /** Currency of the prices: ISO 4217, or the code of a crypto-asset. Nothing is converted. */
  currency: string;
  adjustment: Adjustment;
  /** The close on the first day, for which `values` has `rebase`. */
  basePrice: number;
  /** The change from the first day of the comparison to the instrument's last day, in percent (1 is 1 %). */
  changePercent: number;
  /**
   * Relative closes, one per day; on a day without trading, the value of the previous trading day; null after the last
   * day of the instrument.
   */
  values: Array<number | null>;
  provenance: Provenance;
}

/** Closes of several instruments relative to their closes on the first day. */
export interface Comparison {
  /** The value of every instrument on the first day. */
  rebase: number;
  /** Days on which at least one instrument trades, ascending, from the first day for which all have a close. */
  times: Date[];
  items: ComparedInstrument[];
}

/**
 * Aligns daily closes. The comparison begins on the latest of the series' first days; an instrument that does not trade
 * on that day uses its previous close.
 * @param series each with at least one candle
 * @returns undefined if one series ends before another begins
 */
export function comparisonOf(series: readonly ClosingSeries[], rebase: number): Comparison | undefined {
  const firsts = series.map(({ items }) => items[0]?.time.getTime() ?? Number.POSITIVE_INFINITY);
  const begin = Math.max(...firsts);
  const lasts = series.map(({ items }) => items.at(-1)?.time.getTime() ?? Number.NEGATIVE_INFINITY);
  if (Math.min(...lasts) < begin) return undefined;
  const days = [...new Set(series.flatMap(({ items }) => items.map(({ time }) => time.getTime())))]
    .filter((day) => day >= begin)
    .sort((a, b) => a - b);
  return { rebase, times: days.map((day) => new Date(day)), items: series.map((one) => rebased(one, days, rebase)) };
}

function rebased(
  { symbol, currency, adjustment, items, provenance }: ClosingSeries,
  days: readonly number[],
  rebase: number,
): ComparedInstrument {
  const last = items.at(-1)?.time.getTime() as number;
  let next = 0;
  const closes = days.map((day) => {
    while (next < items.length && (items[next]?.time.getTime() as number) <= day) next += 1;
    return day > last ? null : (items[next - 1]?.close as number);
  });
  const basePrice = closes[0] as number;
  const values = closes.map((close) => (close === null ? null : ratio(close, basePrice, rebase)));
  const changePercent = percentOf(minus(items.at(-1)?.close as number, basePrice), basePrice);
  return { symbol, currency, adjustment, basePrice, changePercent, values, provenance };
}
