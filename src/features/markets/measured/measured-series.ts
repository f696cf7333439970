import { DAY_MS, type HOUR_MS, type MINUTE_MS } from '../../../time/durations.js';
import type { Provenance } from '../../../upstream/provenance.js';
import type { Candle } from '../candle.js';
import { minus, percentOf } from '../decimals.js';
import type { Instrument } from '../instrument.js';
import { NO_CURRENCY } from '../market-symbol.js';
import type { Quote } from '../quote.js';

/** A series of values that this service measures itself, such as the passages of tankers through a strait. */
export interface MeasuredSeries {
  /** The symbol in upper case, such as `HORMUZ-TANKERS.FLOW`. */
  symbol: string;
  /** The name with its unit. */
  name: string;
  /** The provider of its provenance. */
  provider: string;
}

/** The times at which a series is read (ms): `from`, then every `step` up to `to`, all of them multiples of `step`. */
export interface MeasuredRange {
  from: number;
  to: number;
  step: typeof MINUTE_MS | typeof HOUR_MS;
}

/** The values of a series at the times of a range. */
export interface MeasuredReading {
  /** The value at each time, one more than there are steps; NaN where it is unknown. */
  values: Float64Array;
  /** The events within each step; undefined for a series that does not count events. */
  counts?: Uint32Array;
  /** Time at which the measurements were read (ms). */
  fetchedAt: number;
  stale: boolean;
  warnings: string[];
}

/** Reads measured series. Other features implement it. */
export interface MeasuredSource {
  /** The series that all accounts see. */
  list(): Iterable<MeasuredSeries>;
  /** Returns the series that only the account sees on whose behalf the current work runs. */
  ofAccount?(): Promise<MeasuredSeries[]>;
  /**
   * Returns a series by its symbol in upper case; undefined if it is unknown, or if the account may not see it on whose
   * behalf the current work runs.
   */
  find(symbol: string): Promise<MeasuredSeries | undefined>;
  /** Returns the series outside of the list that words of a query, in lower case, name: `hormuz mentions`. */
  named?(words: readonly string[]): MeasuredSeries[];
  read(symbol: string, range: MeasuredRange): Promise<MeasuredReading>;
}

/** Returns a measured series in the form of listed instruments. */
export const instrumentOfSeries = ({ symbol, name }: MeasuredSeries): Instrument => ({
  symbol,
  name,
  assetClass: 'index',
  exchange: null,
  currency: NO_CURRENCY,
  isin: null,
  sector: null,
  country: null,
  firstDay: null,
});

/**
 * Returns a candle for each range whose last value is known. Its prices are the values at the steps of the range, so
 * that the first one equals the last one of the candle before.
 */
export function candlesOfValues(
  expected: ReadonlyArray<{ time: number; from: number; to: number }>,
  { values, counts }: MeasuredReading,
  { from: start, to: end, step }: MeasuredRange,
): Candle[] {
  const candles: Candle[] = [];
  for (const { time, from, to } of expected) {
    const [first, last] = [Math.max(0, (from - start) / step), Math.floor((Math.min(to, end) - start) / step)];
    const close = values[last];
    if (last <= first || close === undefined || Number.isNaN(close)) continue;
    let [open, high, low] = [Number.NaN, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
    for (let at = first; at <= last; at += 1) {
      const value = values[at] as number;
      if (Number.isNaN(value)) continue;
      if (Number.isNaN(open)) open = value;
      if (value > high) high = value;
      if (value < low) low = value;
    }
    candles.push({ time: new Date(time), open, high, low, close, volume: sumOf(counts, first, last) });
  }
  return candles;
}

/** Returns the time (ms) from which on the values of a quote are read: the start of its day (UTC). */
export const quoteStart = (now: number): number => Math.floor(now / DAY_MS) * DAY_MS;

/**
 * Returns the quote of a measured series: its value now, compared with the one at the start of the day (UTC).
 * @returns undefined while its value is unknown
 */
export function quoteOfValues(
  series: MeasuredSeries,
  reading: MeasuredReading,
  range: MeasuredRange,
): Quote | undefined {
  const { values, counts } = reading;
  const price = values.at(-1);
  if (price === undefined || Number.isNaN(price)) return undefined;
  const known = values.filter((value) => !Number.isNaN(value));
  const [first = Number.NaN] = values;
  const previousClose = Number.isNaN(first) ? null : first;
  const change = previousClose === null ? null : minus(price, previousClose);
  return {
    symbol: series.symbol,
    assetClass: 'index',
    currency: NO_CURRENCY,
    price,
    previousClose,
    change,
    changePercent: change === null || !previousClose ? null : percentOf(change, previousClose),
    open: known[0] ?? null,
    high: Math.max(...known),
    low: Math.min(...known),
    volume: sumOf(counts, 0, values.length - 1),
    bid: null,
    ask: null,
    tradedAt: new Date(range.to),
    marketState: 'regular',
    provenance: provenanceOfReading(series, reading, new Date(range.to)),
  };
}

export const provenanceOfReading = (
  { provider }: MeasuredSeries,
  { fetchedAt, stale, warnings }: MeasuredReading,
  asOf: Date | null,
): Provenance => ({ provider, asOf, fetchedAt: new Date(fetchedAt), delaySeconds: 0, stale, warnings });

/** Returns the provenance of the definition of a series. */
export const provenanceOfSeries = ({ provider }: MeasuredSeries, at: Date): Provenance => ({
  provider,
  asOf: null,
  fetchedAt: at,
  delaySeconds: 0,
  stale: false,
  warnings: [],
});

function sumOf(counts: Uint32Array | undefined, from: number, to: number): number | null {
  if (counts === undefined) return null;
  let sum = 0;
  for (let at = from; at < to; at += 1) sum += counts[at] ?? 0;
  return sum;
}
