import type { Provenance } from '../../../upstream/provenance.js';
import type { Adjustment, Candle } from '../candle.js';
import type { CandleSeries } from '../candles/candle-series.js';
import { minus, quotient } from '../decimals.js';

/** What an instrument is compared by. */
export type ClosingSeries = Pick<CandleSeries, 'symbol' | 'currency' | 'adjustment' | 'provenance'> & { items: ReadonlyArray<Pick<Candle, 'time' | 'close'>> };

/** One instrument among several. */
export interface ComparedInstrument {
  symbol: string;
  /** Of its prices. Nothing is converted. */
  currency: string;
  adjustment: Adjustment;
  /** Its close on the first day, which stands for the rebased value. */
  basePrice: number;
  /** From the first day to its last, in per cent. */
  changePercent: number;
  /** One for each of the days; on a day on which it does not trade that of the day before; null after its last day. */
  values: Array<number | null>;
  provenance: Provenance;
}

/** Closes of several instruments from one day on, each as a multiple of its close on that day. */
export interface Comparison {
  /** What every instrument begins with. */
  rebase: number;
  /** Days on which at least one of them trades, ascending, from the first one on that all of them have a close for. */
  times: Date[];
  items: ComparedInstrument[];
}

/**
 * Aligns daily closes. The first day is the latest of their first days; an instrument that does not trade on it is taken at its close before.
 * @param series with at least one bar each
 * @returns undefined when one of them ends before another begins
 */
export function comparisonOf(series: readonly ClosingSeries[], rebase: number): Comparison | undefined {
  const firsts = series.map(({ items }) => items[0]?.time.getTime() ?? Number.POSITIVE_INFINITY);
  const begin = Math.max(...firsts);
  const lasts = series.map(({ items }) => items.at(-1)?.time.getTime() ?? Number.NEGATIVE_INFINITY);
  if (Math.min(...lasts) < begin) return undefined;
  const days = [...new Set(series.flatMap(({ items }) => items.map(({ time }) => time.getTime())))].filter((day) => day >= begin).sort((a, b) => a - b);
  return { rebase, times: days.map((day) => new Date(day)), items: series.map((one) => rebased(one, days, rebase)) };
}

function rebased({ symbol, currency, adjustment, items, provenance }: ClosingSeries, days: readonly number[], rebase: number): ComparedInstrument {
  const last = items.at(-1)?.time.getTime() as number;
  let next = 0;
  const closes = days.map((day) => {
    while (next < items.length && (items[next]?.time.getTime() as number) <= day) next += 1;
    return day > last ? null : (items[next - 1]?.close as number);
  });
  const basePrice = closes[0] as number;
  const values = closes.map((close) => (close === null ? null : quotient(rebase * close, basePrice)));
  const changePercent = quotient(100 * minus(items.at(-1)?.close as number, basePrice), basePrice);
  return { symbol, currency, adjustment, basePrice, changePercent, values, provenance };
}
