import { Service } from 'typedi';
import type { ChartLook } from '../../../charts/chart-frame.js';
import type { LongRequest } from '../../../threads/long-request.js';
import type { ChartDefinition } from '../saved/chart.js';
import { ChartsService } from '../saved/charts.records.js';
import { ChartValuesService } from './chart-values.service.js';

/** Computes and draws the charts of an account for the account itself. */
@Service()
export class SavedChartValuesService {
  constructor(
    private readonly charts: ChartsService,
    private readonly values: ChartValuesService,
  ) {}

  /**
   * Computes a saved chart.
   * @returns the JSON of a `ChartDataDto`
   * @throws Problem `not_found`, and as `ChartValuesService.write`
   */
  async writeSaved(owner: LongRequest, id: string): Promise<Buffer> {
    return this.write(owner, await this.charts.get(owner.accountId, id));
  }

  /**
   * Computes a chart.
   * @returns the JSON of a `ChartDataDto`
   * @throws Problem as `ChartValuesService.write`
   */
  write(owner: LongRequest, definition: ChartDefinition): Promise<Buffer> {
    const { interval, join } = definition;
    return this.values.write(owner, definition, {
      head: ({ sources, warnings }, { from, to }) => ({
        interval,
        from: new Date(from).toISOString(),
        to: new Date(to).toISOString(),
        join,
        sources: sources.filter(({ type }) => type !== 'economy'),
        economicSeries: sources.flatMap(({ name, type, currency, provenance }) =>
          type === 'economy' ? { id: name, unit: currency || null, provenance } : [],
        ),
        warnings,
      }),
      items: definition.series.map(({ name, expression, axis, style }) => ({ name, expression, axis, style })),
    });
  }

  /**
   * Draws a saved chart; for another account, to which it is granted, without events of its owner's timeline.
   * @returns an SVG document
   * @throws Problem `not_found`, and as `ChartValuesService.draw`
   */
  async drawSaved(owner: LongRequest, id: string, look: ChartLook): Promise<string> {
    const chart = await this.charts.get(owner.accountId, id);
    const { accountId, chargedAccountId = accountId } = owner;
    const marks = chargedAccountId === accountId ? chart.marks : chart.marks.filter((mark) => mark !== 'events');
    return this.values.draw(owner, { ...chart, marks }, chart.name, look);
  }
}
