import { Authorized, Get, JsonController, Param, QueryParams } from 'routing-controllers';
import { Service } from 'typedi';
import { Endpoint } from '../../../api/endpoint.js';
import { wrongParameter } from '../../../api/problem.js';
import { CursorCodec } from '../../../http/cursor.js';
import type { Page } from '../../../http/page.js';
import { utcDay } from '../civil-day.js';
import { momentOf } from '../companies/known-at.js';
import {
  EconomicObservationDto,
  EconomicReleaseDto,
  EconomicReleasePageDto,
  EconomicSeriesListDto,
  EconomicSeriesQuery,
  EconomicSeriesValuesDto,
  ObservationsQuery,
  ReleasesQuery,
  seriesIdRule,
} from './economy.dto.js';
import { EconomyService } from './economy.service.js';
import { ReleasesService, sortKey } from './releases.service.js';

const params = {
  seriesId: {
    description: 'The series, as `GET /economy/series` names it: `<source>:<code>`.',
    rule: seriesIdRule(),
    example: 'simulator:US-UNEMPLOYMENT-RATE',
  },
};

@Service()
@Authorized()
@JsonController('/economy')
export class EconomyController {
  constructor(
    private readonly economy: EconomyService,
    private readonly releases: ReleasesService,
    private readonly cursors: CursorCodec,
  ) {}

  @Get('/series')
  @Endpoint({
    summary: 'Find economic series',
    description:
      'Finds series of the configured sources: FRED and DBnomics are searched, and the World Bank and the European ' +
      'Central Bank have a list of much used series; their other series can be read by id.',
    returns: EconomicSeriesListDto,
    errors: ['unprocessable'],
  })
  async findEconomicSeries(@QueryParams() { q, source, limit }: EconomicSeriesQuery): Promise<EconomicSeriesListDto> {
    const { series, failures } = await this.economy.search(q, source, limit);
    return EconomicSeriesListDto.from(series, failures);
  }

  @Get('/series/:seriesId')
  @Endpoint({
    summary: 'Get the values of an economic series',
    description:
      'Returns the values of a series, by default the latest period first. With `knownAt`, only values published ' +
      'by that moment are returned, for studies of the past; FRED has such vintages, other sources keep only ' +
      'current values. Each value has its first print and its revisions.',
    returns: EconomicSeriesValuesDto,
    params,
    errors: ['unprocessable'],
  })
  async getEconomicSeries(
    @Param('seriesId') id: string,
    @QueryParams() query: ObservationsQuery,
  ): Promise<EconomicSeriesValuesDto> {
    const { knownAt, from, to, order, limit, cursor } = query;
    const [first, end] = [from, to].map(utcDay);
    if (first !== undefined && end !== undefined && first >= end)
      throw wrongParameter('query/from', 'must be before `to`');
    const page = this.cursors.page(`economy:${JSON.stringify([id, knownAt, from, to, order])}`, limit, cursor);
    const series = await this.economy.read(id, momentOf(knownAt));
    const after = page.after?.[0] as string | undefined;
    const inRange = series.observations.filter(
      ({ start }) => (first === undefined || start >= first) && (end === undefined || start < end),
    );
    const ordered = order === 'asc' ? inRange : inRange.toReversed();
    const isNext = (start: string) => after === undefined || (order === 'asc' ? start > after : start < after);
    const rows = ordered.filter(({ start }) => isNext(start)).slice(0, page.fetch);
    return EconomicSeriesValuesDto.of(
      series,
      page.answer(
        rows,
        ({ start }) => [start],
        (one) => EconomicObservationDto.from(one, series.hasVintages),
      ),
    );
  }

  @Get('/releases')
  @Endpoint({
    summary: 'List publications of economic figures',
    lane: 'reads',
    description:
      'Returns publications by time: past ones with the published figure and its surprise, and coming ones as far as ' +
      'they are announced.',
    returns: EconomicReleasePageDto,
    errors: ['unprocessable'],
  })
  async listEconomicReleases(
    @QueryParams() { from, to, country, limit, cursor }: ReleasesQuery,
  ): Promise<Page<object>> {
    const page = this.cursors.page(`releases:${JSON.stringify([from, to, country])}`, limit, cursor);
    const releases = await this.releases.list(utcDay(from), utcDay(to), country);
    const after = page.after?.[0] as string | undefined;
    const rows = releases.filter((one) => after === undefined || sortKey(one) > after).slice(0, page.fetch);
    return page.answer(rows, (one) => [sortKey(one)], EconomicReleaseDto.from);
  }
}
