import { Service } from 'typedi';
import type { TimeMark } from '../../../charts/time-marks.js';
import { shownMarks } from '../../markets/charts/mark-kinds.js';
import { MarketsChartsApi } from '../../markets/markets.charts.api.js';
import type { ChartDefinition } from '../saved/chart.js';
import type { ChartRange } from './chart-range.js';
import type { ReadSources } from './read-sources.js';

/** Reads what happened to the symbols of a chart. */
@Service()
export class SymbolMarksService {
  constructor(private readonly markets: MarketsChartsApi) {}

  /**
   * Returns the marks of all symbols of a chart. If the chart has several symbols, the text of each mark begins with
   * its symbol.
   * @param isPublic true: without events, which may be the account's own
   */
  async of(
    accountId: string,
    { interval, marks }: Pick<ChartDefinition, 'interval' | 'marks'>,
    { sources }: ReadSources,
    range: ChartRange,
    isPublic: boolean,
  ): Promise<TimeMark[]> {
    const kinds = shownMarks(marks).filter((kind) => kind !== 'events' || !isPublic);
    const symbols = sources.flatMap(({ name, type, currency, provenance }) =>
      provenance === null || type === 'economy' ? [] : [{ symbol: name, interval, currency, provenance }],
    );
    if (kinds.length === 0) return [];
    const all: TimeMark[] = [];
    for (const series of symbols) {
      const own = await this.markets.marks(accountId, series, kinds, {
        from: new Date(range.from),
        to: new Date(range.to),
      });
      all.push(
        ...(symbols.length === 1 ? own : own.map((mark) => ({ ...mark, text: `${series.symbol}: ${mark.text}` }))),
      );
    }
    return all;
  }
}
