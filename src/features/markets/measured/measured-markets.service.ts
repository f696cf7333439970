import { Service } from 'typedi';
import { Problem } from '../../../api/problem.js';
import { StaleWhileRevalidateCache } from '../../../cache/stale-while-revalidate-cache.js';
import { Clock } from '../../../time/clock.js';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../time/durations.js';
import type { Provenance } from '../../../upstream/provenance.js';
import type { Candle } from '../candle.js';
import { minus, percentOf } from '../decimals.js';
import type { Instrument } from '../instrument.js';
import { type Interval, intradayMs } from '../interval.js';
import { isFlowSymbol, NO_CURRENCY } from '../market-symbol.js';
import { isOwnSymbol, type OwnInstrument, sharedKey } from '../own/own-instrument.js';
import { absenceDetails, OwnMarkets } from '../own/own-markets.service.js';
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

/** The reason why a measured series has no quote: it is unknown, or its value is. */
export type SeriesAbsence = 'unknown' | 'unmeasured';

/** Time (ms) for which a quote is fresh; measurements are stored every twenty seconds. */
const QUOTE_FRESH_MS = 15 * SECOND_MS;
const MAX_QUOTES = 2_000;

/** The part of a window of candles that a reading needs. */
export interface SeriesWindow {
  interval: Interval;
  expected: ReadonlyArray<{ time: number; from: number; to: number }>;
}

/** Reads prices of series that other features measure. These register their sources. */
@Service()
export class MeasuredMarkets {
  private readonly sources: Array<() => MeasuredSource> = [];
  private readonly known: StaleWhileRevalidateCache<Quote | SeriesAbsence>;

  constructor(private readonly clock: Clock) {
    this.known = new StaleWhileRevalidateCache(clock, { max: MAX_QUOTES, freshMs: () => QUOTE_FRESH_MS, staleMs: 0 });
  }

  /** Adds a source, which is created when it is first needed. */
  register(source: () => MeasuredSource): void {
    this.sources.push(source);
  }

  /** The series that all accounts see. */
  *list(): Iterable<MeasuredSeries> {
    for (const source of this.sources) yield* source().list();
  }

  /** Returns the series that only the account sees on whose behalf the current work runs. */
  async ofAccount(): Promise<MeasuredSeries[]> {
    const found = await Promise.all(this.sources.map((source) => source().ofAccount?.() ?? []));
    return found.flat();
  }

  /** Returns a series as an instrument. @throws Problem `not_found` */
  async instrument(symbol: string): Promise<{ instrument: Instrument; provenance: Provenance }> {
    const found = await this.find(symbol);
    if (found === undefined) throw new Problem('not_found', { detail: seriesAbsenceDetails.unknown });
    const provenance = provenanceOfSeries(found.series, new Date(this.clock.now()));
    return { instrument: instrumentOfSeries(found.series), provenance };
  }

  /** Returns the quote of a series, or the reason for its absence. @param symbol in upper case */
  async quote(symbol: string): Promise<Quote | SeriesAbsence> {
    return (await this.known.get(sharedKey(symbol), () => this.readQuote(symbol))).value;
  }

  /**
   * Returns the candles of a window; those whose last value is unknown are left out.
   * @throws Problem `not_found`
   */
  async candles(
    symbol: string,
    { interval, expected }: SeriesWindow,
  ): Promise<{ items: Candle[]; provenance: Provenance }> {
    const found = await this.find(symbol);
    if (found === undefined) throw new Problem('not_found', { detail: seriesAbsenceDetails.unknown });
    const { series, source } = found;
    const step = (intradayMs(interval) ?? HOUR_MS) < HOUR_MS ? MINUTE_MS : HOUR_MS;
    const from = expected[0]?.from ?? this.clock.now();
    const range: MeasuredRange = { ...this.range(from, expected.at(-1)?.to ?? from, step), step };
    const reading = await source.read(series.symbol, range);
    const items = candlesOfValues(expected, reading, range);
    const last = items.at(-1);
    const end = expected.findLast(({ time }) => time === last?.time.getTime())?.to;
    const asOf = end === undefined ? null : new Date(Math.min(end, range.to));
    return { items, provenance: provenanceOfReading(series, reading, asOf) };
  }

  private async readQuote(symbol: string): Promise<Quote | SeriesAbsence> {
    const found = await this.find(symbol);
    if (found === undefined) return 'unknown';
    const now = this.clock.now();
    const range: MeasuredRange = { ...this.range(quoteStart(now), now, MINUTE_MS), step: MINUTE_MS };
    return quoteOfValues(found.series, await found.source.read(symbol, range), range) ?? 'unmeasured';
  }

  /** Returns the range of whole steps that have ended. */
  private range(from: number, to: number, step: number): { from: number; to: number } {
    const [start, end] = [from, Math.min(to, this.clock.now())].map((time) => Math.floor(time / step) * step);
    return { from: start as number, to: Math.max(start as number, end as number) };
  }

  private async find(symbol: string): Promise<{ series: MeasuredSeries; source: MeasuredSource } | undefined> {
    for (const create of this.sources) {
      const source = create();
      const series = await source.find(symbol.toUpperCase());
      if (series !== undefined) return { series, source };
    }
    return undefined;
  }
}

/** Sentences for the caller. */
export const seriesAbsenceDetails: Readonly<Record<SeriesAbsence, string>> = {
  unknown:
    'There is no measured series with this symbol. GET /geospatial/flows lists the symbols of each flow, and GET ' +
    '/geospatial/ports/{locode}/congestion those of the ships that wait off a port.',
  unmeasured:
    'The value is unknown now, because this service received too little near the place. A later measurement may have a ' +
    'value.',
};

/** The reason why a symbol has no quote, for the caller. */
export interface QuoteAbsence {
  code: 'not_found' | 'unavailable';
  detail: string;
}

/** Returns true for symbols whose prices come from this service itself: own instruments and measured series. */
export const isLocalSymbol = (symbol: string): boolean => isOwnSymbol(symbol) || isFlowSymbol(symbol);

/** Reads instruments and quotes that come from no provider. */
@Service()
export class LocalMarkets {
  constructor(
    readonly own: OwnMarkets,
    readonly measured: MeasuredMarkets,
  ) {}

  /** Returns an instrument. @throws Problem `not_found` */
  async instrument(symbol: string): Promise<{ instrument: Instrument; provenance: Provenance; own?: OwnInstrument }> {
    return isOwnSymbol(symbol) ? this.own.instrument(symbol) : this.measured.instrument(symbol);
  }

  /** Returns quotes, or the reason why a symbol has no quote, by symbol in upper case. */
  async quotes(symbols: readonly string[]): Promise<Map<string, Quote | QuoteAbsence>> {
    const own = symbols.filter(isOwnSymbol);
    const found = new Map<string, Quote | QuoteAbsence>();
    if (own.length > 0)
      for (const [symbol, quote] of await this.own.quotes(own))
        found.set(symbol, typeof quote === 'string' ? { code: 'not_found', detail: absenceDetails[quote] } : quote);
    const series = symbols.filter((symbol) => !isOwnSymbol(symbol));
    const read = await Promise.all(series.map((symbol) => this.measured.quote(symbol)));
    for (const [index, quote] of read.entries())
      found.set(series[index] as string, typeof quote === 'string' ? absenceOf[quote] : quote);
    return found;
  }
}

/** A value may become known again, so that a follower of the symbol waits for it. */
const absenceOf: Readonly<Record<keyof typeof seriesAbsenceDetails, QuoteAbsence>> = {
  unknown: { code: 'not_found', detail: seriesAbsenceDetails.unknown },
  unmeasured: { code: 'unavailable', detail: seriesAbsenceDetails.unmeasured },
};
