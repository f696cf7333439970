import { Service } from 'typedi';
import type { ChartLook } from '../../../charts/chart-frame.js';
import { type FieldProblem, Problem } from '../../../http/problem.js';
import type { Requester } from '../../../http/requester.js';
import { HeavyWork } from '../../../threads/heavy-work.js';
import type { Adjustment } from '../candle.js';
import { type CandlePlan, CandlesService } from '../candles/candles.service.js';
import { buffersOf, comparisonChartInThread, comparisonInThread, type SentSeries, sentSeries } from './compare-in-thread.js';

/** Series that are read at the same time. */
const AT_ONCE = 3;

export interface ComparisonRequest {
  /** Two or more, in either case; repeated ones count once. */
  symbol: readonly string[];
  /** Days or instants, as for candles. */
  from?: string;
  to?: string;
  rebase: number;
  adjustment: Adjustment;
}

/** How instruments did against each other. */
@Service()
export class ComparisonService {
  constructor(
    private readonly candles: CandlesService,
    private readonly heavy: HeavyWork,
  ) {}

  /**
   * Daily closes from the first day that all have on.
   * @returns the text of a `ComparisonDto`, in UTF-8
   * @throws Problem `invalid_request` for fewer than two instruments or an invalid range, before anything is read; `unprocessable`, naming them,
   * for instruments that no provider knows or that have no candles in the range; `unavailable`; `overloaded`
   */
  async write(requester: Requester, request: ComparisonRequest): Promise<Buffer> {
    const plans = this.plansOf(request);
    return this.heavy.run(requester, async (inThread) => {
      const sent = { rebase: request.rebase, series: await this.seriesOf(request, plans, requester.signal) };
      const text = await inThread(comparisonInThread, sent, buffersOf(sent));
      return text === undefined ? refuseApart() : Buffer.from(text.buffer, text.byteOffset, text.byteLength);
    });
  }

  /** @returns an SVG document. @throws Problem as `write` */
  async draw(requester: Requester, { theme, width, height, ...request }: ComparisonRequest & ChartLook): Promise<string> {
    const plans = this.plansOf(request);
    return this.heavy.run(requester, async (inThread) => {
      const sent = { rebase: request.rebase, series: await this.seriesOf(request, plans, requester.signal) };
      return (await inThread(comparisonChartInThread, { ...sent, look: { theme, width, height } }, buffersOf(sent))) ?? refuseApart();
    });
  }

  /** One for each distinct symbol. */
  private plansOf({ symbol: symbols, rebase: _, ...range }: ComparisonRequest): Array<() => CandlePlan> {
    const distinct = distinctOf(symbols);
    if (distinct.length < 2) {
      throw new Problem('invalid_request', {
        detail: 'Name at least two different instruments.',
        errors: [{ pointer: 'query/symbol', detail: 'must have at least two different symbols' }],
      });
    }
    return distinct.map((symbol) => {
      try {
        const plan = this.candles.plan(symbol, { interval: '1d', ...range });
        return () => plan;
      } catch (error) {
        // A wrong range is wrong for all of them; a wrong symbol is named beside the others.
        if (error instanceof Problem && error.code === 'invalid_request') throw error;
        return () => {
          throw error;
        };
      }
    });
  }

  private async seriesOf({ symbol: symbols }: ComparisonRequest, plans: ReadonlyArray<() => CandlePlan>, signal: AbortSignal): Promise<SentSeries[]> {
    const placeOf = (symbol: string) => `query/symbol/${symbols.findIndex((one) => one.toUpperCase() === symbol)}`;
    const answers: Array<PromiseSettledResult<SentSeries>> = [];
    // A few at a time: the event loop reads each at once.
    for (let at = 0; at < plans.length; at += AT_ONCE) {
      const some = plans.slice(at, at + AT_ONCE);
      answers.push(...(await Promise.allSettled(some.map(async (plan) => sentSeries(await this.candles.readPlanned(plan(), signal))))));
    }
    refuseMissing(answers, distinctOf(symbols).map(placeOf));
    return answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []));
  }
}

const distinctOf = (symbols: readonly string[]): string[] => [...new Set(symbols.map((symbol) => symbol.toUpperCase()))];

function refuseApart(): never {
  throw new Problem('unprocessable', { detail: 'One of these instruments stopped trading before another began: there is no day to compare them from.' });
}

/** Passes on what failed for all alike; what is wrong with single instruments is told of each. */
function refuseMissing(answers: ReadonlyArray<PromiseSettledResult<SentSeries>>, places: readonly string[]): void {
  const errors = answers.flatMap((answer, index): FieldProblem[] => {
    const pointer = places[index] as string;
    if (answer.status === 'fulfilled') return answer.value.times.length > 0 ? [] : [{ pointer, detail: 'has no candles in this range' }];
    const { reason } = answer;
    if (reason instanceof Problem && reason.code === 'not_found') return [{ pointer, detail: 'is not an instrument any provider in use knows' }];
    if (reason instanceof Problem && reason.code === 'unprocessable') return [{ pointer, detail: 'has no daily candles with the providers in use' }];
    throw reason;
  });
  if (errors.length > 0) throw new Problem('unprocessable', { detail: 'Leave out the instruments that are named, or choose another range.', errors });
}
