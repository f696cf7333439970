import { Authorized, JsonController } from 'routing-controllers';
import { Service } from 'typedi';
import type { Caller } from '../../../http/caller.js';
import { CursorCodec } from '../../../http/cursor.js';
import { OwnedController } from '../../../resources/owned-controller.js';
import { CreateOwned, DeleteOwned, GetOwned, ListOwned, UpdateOwned } from '../../../resources/owned-routes.js';
import { SharedListQuery } from '../../../resources/resource-dto.js';
import { ChartChangesDto, ChartDto, ChartPageDto, NewChartDto } from './chart.dto.js';
import { ChartsService } from './charts.records.js';
import { namedSeries } from './named-series.js';

const path = '/graphs/charts';

@Service()
@Authorized()
@JsonController(path)
export class ChartsController extends OwnedController<ChartsService> {
  constructor(charts: ChartsService, cursors: CursorCodec) {
    super(charts, cursors, { path, list: 'charts', from: ChartDto.from });
  }

  @ListOwned({ summary: 'List your charts', returns: ChartPageDto })
  listCharts(caller: Caller, query: SharedListQuery) {
    return this.page(caller, query);
  }

  @CreateOwned({
    summary: 'Save a chart',
    description:
      'Saves a chart of up to 10 series, each an expression over symbols and portfolios. The expressions are ' +
      'checked; whether the symbols and portfolios ' +
      'exist is checked when the chart is read.',
    returns: ChartDto,
  })
  createChart(caller: Caller, input: NewChartDto) {
    const { from = null, to = null, series } = input;
    return this.created(caller, { ...input, from, to, series: series.map(namedSeries) });
  }

  @GetOwned({
    summary: 'Get a chart',
    description: 'Returns the definition of one of your charts. `GET /graphs/charts/{id}/data` has its values.',
    returns: ChartDto,
    granted: 'read',
  })
  getChart(caller: Caller, id: string) {
    return this.one(caller, id);
  }

  @UpdateOwned({
    summary: 'Update a chart',
    description:
      'Updates the fields you send; `series` replaces all lines. A shared chart shows the change at its public ' +
      'address.',
    returns: ChartDto,
  })
  updateChart(caller: Caller, id: string, changes: ChartChangesDto, ifMatch?: string) {
    return this.changed(caller, id, { ...changes, series: changes.series?.map(namedSeries) }, ifMatch);
  }

  @DeleteOwned({
    summary: 'Delete a chart',
    description: 'Deletes the chart permanently; its public address ends with it.',
  })
  deleteChart(caller: Caller, id: string, ifMatch?: string) {
    return this.removed(caller, id, ifMatch);
  }
}
