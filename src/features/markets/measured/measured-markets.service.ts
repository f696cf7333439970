import { Service } from 'typedi';
import { Problem } from '../../../api/problem.js';
import { StaleWhileRevalidateCache } from '../../../cache/stale-while-revalidate-cache.js';
import { Clock } from '../../../time/clock.js';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../time/durations.js';
import type { Provenance } from '../../../upstream/provenance.js';
import type { Candle } from '../candle.js';
import type { Instrument } from '../instrument.js';
import { type Interval, intradayMs } from '../interval.js';
import { FLOW_VENUE, isPrivateFlow } from '../market-symbol.js';
import { sharedKey } from '../own/own-instrument.js';
import type { Quote } from '../quote.js';
import {
  candlesOfValues,
  instrumentOfSeries,
  type MeasuredRange,
  type MeasuredSeries,
  type MeasuredSource,
  provenanceOfReading,
  provenanceOfSeries,
  quoteOfValues,
  quoteStart,
} from './measured-series.js';

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

  /**
   * Returns the series that all accounts see and that a text names, also those that the list lacks.
   * @param symbol the text in upper case, which may be a symbol with or without its venue @param words its words
   */
  async named(symbol: string, words: readonly string[]): Promise<MeasuredSeries[]> {
    const whole = symbol.endsWith(`.${FLOW_VENUE}`) ? symbol : `${symbol}.${FLOW_VENUE}`;
    const found = isPrivateFlow(whole) || /\s/.test(symbol) ? undefined : await this.find(whole);
    const named = this.sources.flatMap((source) => source().named?.(words) ?? []);
    return found === undefined ? named : [found.series, ...named.filter((one) => one.symbol !== whole)];
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
    '/geospatial/ports/{locode}/congestion those of the ships that wait off a port, and GET /geospatial/geofences those ' +
    'of your geofences. NEWS-HORMUZ.FLOW counts articles that contain a word.',
  unmeasured:
    'The value is unknown now, because this service received too little near the place, or no news. A later measurement ' +
    'may have a value.',
};
