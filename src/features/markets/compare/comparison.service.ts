import { Service } from 'typedi';
import { type FieldProblem, Problem } from '../../../http/problem.js';
import type { Adjustment } from '../candle.js';
import type { CandleSeries } from '../candles/candle-series.js';
import { CandlesService } from '../candles/candles.service.js';
import { type Comparison, comparisonOf } from './comparison.js';

export interface ComparisonRequest {
  /** Two or more, in either case; repeated ones count once. */
  symbols: readonly string[];
  /** Days or instants, as for candles. */
  from?: string;
  to?: string;
  rebase: number;
  adjustment: Adjustment;
}

/** How instruments did against each other. */
@Service()
export class ComparisonService {
  constructor(private readonly candles: CandlesService) {}

  /**
   * Daily closes from the first day that all have on.
   * @throws Problem `invalid_request` for fewer than two instruments or a range that is none; `unprocessable`, naming them, for instruments nobody knows or
   * that have no candles in the range; `unavailable`
   */
  async read({ symbols, rebase, ...range }: ComparisonRequest, signal?: AbortSignal): Promise<Comparison> {
    const distinct = [...new Set(symbols.map((symbol) => symbol.toUpperCase()))];
    if (distinct.length < 2) {
      throw new Problem('invalid_request', {
        detail: 'Name at least two different instruments.',
        errors: [{ pointer: 'query/symbols', detail: 'must have at least two different symbols' }],
      });
    }
    const placeOf = (symbol: string) => `query/symbols/${symbols.findIndex((one) => one.toUpperCase() === symbol)}`;
    const answers = await Promise.allSettled(distinct.map((symbol) => this.candles.read(symbol, { interval: '1d', ...range }, signal)));
    refuseMissing(answers, distinct.map(placeOf));
    const series = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []));
    const comparison = comparisonOf(series, rebase);
    if (comparison !== undefined) return comparison;
    throw new Problem('unprocessable', { detail: 'One of these instruments stopped trading before another began: there is no day to compare them from.' });
  }
}

/** Passes on what failed for all alike; what is wrong with single instruments is told of each. */
function refuseMissing(answers: ReadonlyArray<PromiseSettledResult<CandleSeries>>, places: readonly string[]): void {
  const errors = answers.flatMap((answer, index): FieldProblem[] => {
    const pointer = places[index] as string;
    if (answer.status === 'fulfilled') return answer.value.items.length > 0 ? [] : [{ pointer, detail: 'has no candles in this range' }];
    const { reason } = answer;
    if (reason instanceof Problem && reason.code === 'not_found') return [{ pointer, detail: 'is not an instrument any provider in use knows' }];
    if (reason instanceof Problem && reason.code === 'unprocessable') return [{ pointer, detail: 'has no daily candles with the providers in use' }];
    throw reason;
  });
  if (errors.length > 0) throw new Problem('unprocessable', { detail: 'Leave out the instruments that are named, or choose another range.', errors });
}
