import { Service } from 'typedi';
import type { TimeMark } from '../../charts/time-marks.js';
import { ChartMarksService, type MarkedSeries } from './charts/chart-marks.service.js';
import type { MarkKind } from './charts/mark-kinds.js';

/** Lets other features mark on their charts what happened to instruments. */
@Service()
export class MarketsChartsApi {
  constructor(private readonly chartMarks: ChartMarksService) {}

  /** Returns the marks of an instrument in a range, with the events that the account may see. */
  marks(
    accountId: string,
    series: MarkedSeries,
    kinds: readonly MarkKind[],
    range: { from: Date; to: Date },
  ): Promise<TimeMark[]> {
    return this.chartMarks.of(accountId, series, kinds, range);
  }
}
