import { Service } from 'typedi';
import { Problem } from '../../../api/problem.js';
import type { ChartLook } from '../../../charts/chart-frame.js';
import type { Requester } from '../../../http/requester.js';
import { HeavyWork } from '../../../threads/heavy-work.js';
import type { Adjustment } from '../candle.js';
import { CandlesService } from '../candles/candles.service.js';
import {
  buffersOf,
  comparisonChartInThread,
  comparisonInThread,
  type ThreadSeries,
  toThreadSeries,
} from './compare-in-thread.js';
import { readInstruments } from './read-instruments.js';

export interface ComparisonRequest {
  /** Symbols to compare, at least two, case-insensitive; duplicates count once. */
  symbol: readonly string[];
  /** Start of the range: RFC 3339 or a plain date, as for candles. */
  from?: string;
  to?: string;
  rebase: number;
  adjustment: Adjustment;
}

/** Compares the performance of instruments. */
@Service()
export class ComparisonService {
  constructor(
    private readonly candles: CandlesService,
    private readonly heavy: HeavyWork,
  ) {}

  /**
   * Compares daily closes from the first day for which all instruments have one.
   * @returns the JSON of a `ComparisonDto` in UTF-8
   * @throws Problem `invalid_request` for fewer than two instruments or an invalid range, before anything is read;
   * `unprocessable`, which names instruments that are unknown or have no candles in the range; `unavailable`;
   * `overloaded`
   */
  async write(requester: Requester, request: ComparisonRequest): Promise<Buffer> {
    this.check(request);
    return this.heavy.run(requester, async (inThread) => {
      const sent = { rebase: request.rebase, series: await this.seriesOf(request, requester.signal) };
      const text = await inThread(comparisonInThread, sent, buffersOf(sent));
      return text === undefined ? rejectNoCommonDay() : Buffer.from(text.buffer, text.byteOffset, text.byteLength);
    });
  }

  /** Draws a comparison. @returns an SVG document @throws Problem as `write` */
  async draw(
    requester: Requester,
    { theme, width, height, ...request }: ComparisonRequest & ChartLook,
  ): Promise<string> {
    this.check(request);
    return this.heavy.run(requester, async (inThread) => {
      const sent = { rebase: request.rebase, series: await this.seriesOf(request, requester.signal) };
      return (
        (await inThread(comparisonChartInThread, { ...sent, look: { theme, width, height } }, buffersOf(sent))) ??
        rejectNoCommonDay()
      );
    });
  }

  /** Checks a request before anything is read. @throws Problem `invalid_request` */
  private check({ symbol: symbols, rebase: _, ...range }: ComparisonRequest): void {
    const distinct = [...new Set(symbols.map((symbol) => symbol.toUpperCase()))];
    if (distinct.length < 2) {
      throw new Problem('invalid_request', {
        detail: 'Compare at least two different instruments.',
        errors: [{ pointer: 'query/symbol', detail: 'must have at least two different symbols' }],
      });
    }
    for (const symbol of distinct) {
      try {
        this.candles.plan(symbol, { interval: '1d', ...range });
      } catch (error) {
        // An invalid range concerns all symbols, so it is thrown at once; errors of single symbols are named together
        // when they are read.
        if (error instanceof Problem && error.code === 'invalid_request') throw error;
      }
    }
  }

  /** Plans have thousands of days, so they are made when the work begins instead of being kept while it waits. */
  private seriesOf(
    { symbol: symbols, rebase: _, ...range }: ComparisonRequest,
    signal: AbortSignal,
  ): Promise<ThreadSeries[]> {
    return readInstruments(symbols, 'query/symbol', {
      read: async (symbol) => {
        const plan = this.candles.plan(symbol, { interval: '1d', ...range });
        return toThreadSeries(await this.candles.readPlanned(plan, signal));
      },
      countOf: ({ times }) => times.length,
    });
  }
}

function rejectNoCommonDay(): never {
  throw new Problem('unprocessable', {
    detail: 'One of these instruments stopped trading before another began, so they have no common day.',
  });
}
