import { Service } from 'typedi';
import { Problem } from '../../../api/problem.js';
import { Clock } from '../../../time/clock.js';
import { DAY_MS } from '../../../time/durations.js';
import type { CandleRequest, CandleSeries } from '../candles/candle-series.js';
import { MAX_CANDLES } from '../candles/candle-window.js';
import { CandlesService } from '../candles/candles.service.js';
import { type Interval, intradayMs } from '../interval.js';
import type { CandlePage, CandlePosition, CandleSeriesError } from './candle-page.js';

/** Maximum number of ranges that are read for a page, most of which may be empty. */
const MAX_READS = 10;
/** Days within which no market has more than 5,000 candles of a day or longer. */
const DAYS: Partial<Record<Interval, number>> = { '1d': MAX_CANDLES, '1w': 7 * MAX_CANDLES, '1M': 28 * MAX_CANDLES };

export interface CandlePageRequest extends Pick<CandleRequest, 'to' | 'adjustment'> {
  /** Case-insensitive; an instrument that is named twice is listed once. */
  symbols: readonly string[];
  interval: Interval;
  from: string;
}

/** Reads candles of several instruments over ranges of any length, in pages. */
@Service()
export class CandlePages {
  constructor(
    private readonly candles: CandlesService,
    private readonly clock: Clock,
  ) {}

  /**
   * Reads a page: the candles of the first instrument by time, then those of the next one.
   * @param start where the page begins; undefined: with the first candle
   * @param limit maximum number of candles
   * @throws Problem `invalid_request` for an invalid range
   */
  async read(request: CandlePageRequest, start: CandlePosition | undefined, limit: number): Promise<CandlePage> {
    const symbols = [...new Set(request.symbols.map((symbol) => symbol.toUpperCase()))];
    const from = Date.parse(request.from);
    const page: CandlePage = { candles: [], series: [], errors: [], next: undefined };
    let { at, time } = start ?? { at: 0, time: from };
    for (let reads = 0; at < symbols.length && page.candles.length < limit && reads < MAX_READS; reads += 1) {
      const symbol = symbols[at] as string;
      const end = this.endOf(request, time);
      const read = await this.readRange(symbol, request, time, end);
      if ('code' in read) page.errors.push(read);
      else {
        if (page.series.at(-1)?.symbol !== read.symbol) page.series.push(read);
        const room = limit - page.candles.length;
        for (const candle of read.items.slice(0, room)) page.candles.push({ symbol: read.symbol, candle });
        const rest = read.items[room];
        if (rest !== undefined) {
          time = rest.time.getTime();
          break;
        }
      }
      const isComplete = end === undefined || 'code' in read;
      [at, time] = isComplete ? [at + 1, from] : [at, end];
    }
    if (at < symbols.length) page.next = { at, time };
    return page;
  }

  /** Returns the end (ms) of the range that is read at once; undefined if the request ends before. */
  private endOf({ interval, to }: CandlePageRequest, time: number): number | undefined {
    const step = intradayMs(interval);
    const midnight = Math.floor(time / DAY_MS) * DAY_MS;
    const end = step === undefined ? midnight + (DAYS[interval] ?? 0) * DAY_MS : time + MAX_CANDLES * step;
    return end < Math.min(to === undefined ? Number.POSITIVE_INFINITY : Date.parse(to), this.clock.now())
      ? end
      : undefined;
  }

  private async readRange(
    symbol: string,
    { interval, to, adjustment }: CandlePageRequest,
    time: number,
    end: number | undefined,
  ): Promise<CandleSeries | CandleSeriesError> {
    const last = end === undefined ? to : new Date(end).toISOString();
    try {
      return await this.candles.read(symbol, { interval, from: new Date(time).toISOString(), to: last, adjustment });
    } catch (error) {
      if (error instanceof Problem && error.code in codes)
        return { symbol, code: codes[error.code] as CandleSeriesError['code'], detail: error.detail ?? error.title };
      throw error;
    }
  }
}

/** Code of an instrument without candles, by that of the problem. */
const codes: Readonly<Record<string, CandleSeriesError['code']>> = {
  not_found: 'not_found',
  unprocessable: 'not_offered',
  unavailable: 'unavailable',
};
