import { Service } from 'typedi';
import { type FieldProblem, Problem } from '../../../api/problem.js';
import type { ChartLook } from '../../../charts/chart-frame.js';
import type { Requester } from '../../../http/requester.js';
import { HeavyWork } from '../../../threads/heavy-work.js';
import type { Adjustment } from '../candle.js';
import { type CandlePlan, CandlesService } from '../candles/candles.service.js';
import {
  buffersOf,
  comparisonChartInThread,
  comparisonInThread,
  type ThreadSeries,
  toThreadSeries,
} from './compare-in-thread.js';

/** Maximum number of series that are read concurrently. */
const MAX_CONCURRENT_READS = 3;

export interface ComparisonRequest {
  /** At least two symbols, case-insensitive; duplicates count once. */
  symbol: readonly string[];
  /** RFC 3339 or a plain date, as for candles. */
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
    this.plansOf(request);
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
    this.plansOf(request);
    return this.heavy.run(requester, async (inThread) => {
      const sent = { rebase: request.rebase, series: await this.seriesOf(request, requester.signal) };
      return (
        (await inThread(comparisonChartInThread, { ...sent, look: { theme, width, height } }, buffersOf(sent))) ??
        rejectNoCommonDay()
      );
    });
  }

  /**
   * Returns for each distinct symbol a function that returns its plan, or throws the error of the symbol. Plans have
   * thousands of days, so they are made again when the work begins instead of being kept in memory while it waits.
   */
  private plansOf({ symbol: symbols, rebase: _, ...range }: ComparisonRequest): Array<() => CandlePlan> {
    const distinct = distinctOf(symbols);
    if (distinct.length < 2) {
      throw new Problem('invalid_request', {
        detail: 'Compare at least two different instruments.',
        errors: [{ pointer: 'query/symbol', detail: 'must have at least two different symbols' }],
      });
    }
    return distinct.map((symbol) => {
      try {
        const plan = this.candles.plan(symbol, { interval: '1d', ...range });
        return () => plan;
      } catch (error) {
        // An invalid range concerns all symbols, so it is thrown at once; errors of single symbols are collected and
        // named together.
        if (error instanceof Problem && error.code === 'invalid_request') throw error;
        return () => {
          throw error;
        };
      }
    });
  }

  private async seriesOf(request: ComparisonRequest, signal: AbortSignal): Promise<ThreadSeries[]> {
    const { symbol: symbols } = request;
    const plans = this.plansOf(request);
    const placeOf = (symbol: string) => `query/symbol/${symbols.findIndex((one) => one.toUpperCase() === symbol)}`;
    const answers: Array<PromiseSettledResult<ThreadSeries>> = [];
    // Only a few are read at a time, because each is parsed on the event loop.
    for (let at = 0; at < plans.length; at += MAX_CONCURRENT_READS) {
      const some = plans.slice(at, at + MAX_CONCURRENT_READS);
      answers.push(
        ...(await Promise.allSettled(
          some.map(async (plan) => toThreadSeries(await this.candles.readPlanned(plan(), signal))),
        )),
      );
    }
    rejectMissing(answers, distinctOf(symbols).map(placeOf));
    return answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []));
  }
}

const distinctOf = (symbols: readonly string[]): string[] => [
  ...new Set(symbols.map((symbol) => symbol.toUpperCase())),
];

function rejectNoCommonDay(): never {
  throw new Problem('unprocessable', {
    detail: 'One of these instruments stopped trading before another began, so they have no common day.',
  });
}

/**
 * Throws one problem that names all instruments that are unknown or have no candles; any other failure is thrown as it
 * is.
 */
function rejectMissing(answers: ReadonlyArray<PromiseSettledResult<ThreadSeries>>, places: readonly string[]): void {
  const errors = answers.flatMap((answer, index): FieldProblem[] => {
    const pointer = places[index] as string;
    if (answer.status === 'fulfilled')
      return answer.value.times.length > 0 ? [] : [{ pointer, detail: 'has no candles in this range' }];
    const { reason } = answer;
    if (reason instanceof Problem && reason.code === 'not_found')
      return [{ pointer, detail: 'is not known by any configured provider' }];
    if (reason instanceof Problem && reason.code === 'unprocessable')
      return [{ pointer, detail: 'has no daily candles at any configured provider' }];
    throw reason;
  });
  if (errors.length > 0)
    throw new Problem('unprocessable', {
      detail: 'Remove the instruments named in `errors`, or use another range.',
      errors,
    });
}
