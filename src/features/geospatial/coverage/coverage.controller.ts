import { Authorized, Get, JsonController, QueryParams } from 'routing-controllers';
import { Service } from 'typedi';
import { Endpoint, type FeatureDescription } from '../../../api/endpoint.js';
import { wrongParameter } from '../../../api/problem.js';
import { ChunkedJsonWriter } from '../../../http/chunked-json.js';
import { featureCollection, geoJson, geoJsonType, WantsGeoJson } from '../../../http/geojson.js';
import { WithPng } from '../../../http/png-variant.js';
import { RawJson } from '../../../http/raw-json.js';
import type { Reply } from '../../../http/reply.js';
import { CurrentRequester, Requester } from '../../../http/requester.js';
import { picture, svgType, WantsPicture } from '../../../http/svg-response.js';
import { timeWindow } from '../../../http/time-window.js';
import { CoverageCellDto, CoverageDto, CoverageQuery } from './coverage.dto.js';
import { type CoverageCell, MAX_HOURLY } from './coverage.js';
import { CoverageService } from './coverage.service.js';
import { CoverageRenderer } from './coverage-renderer.service.js';

const description =
  'Counts position reports of vessels or aircraft by cell, hour and source: where and when this service received ' +
  'something, and where it received nothing although it did in the week before. Reports of positions that another ' +
  'source reported first count as well; positions older than ten minutes do not. Cells are half a degree wide and ' +
  'high, or several of them; counts are stored every five minutes and kept for 30 days.';

const cellFeature: FeatureDescription = {
  dto: CoverageCellDto,
  without: ['bbox'],
  geometry: ['Polygon'],
  id: '4,51.5',
};

@Service()
@Authorized()
@JsonController('/geospatial')
export class CoverageController {
  constructor(
    private readonly coverage: CoverageService,
    private readonly pictures: CoverageRenderer,
  ) {}

  @Get('/coverage')
  @Endpoint({
    summary: 'Get reception coverage',
    description,
    returns: CoverageDto,
    alternatives: {
      [svgType]: 'A map of the cells, by how much of the time they were received.',
      [geoJsonType]: {
        description: 'A FeatureCollection with the outline of each cell, whose id is its west and south.',
        geoJson: { features: [cellFeature], collection: CoverageDto, without: ['nextCursor'] },
      },
    },
    errors: ['overloaded'],
    lane: 'reads',
  })
  async getCoverage(
    @QueryParams() query: CoverageQuery,
    @WantsPicture() isPicture: boolean,
    @WantsGeoJson() isGeoJson: boolean,
    @CurrentRequester() requester: Requester,
  ): Promise<RawJson | Reply> {
    if (isPicture) return this.renderCoverage(query, requester);
    const { bbox, layer, cellDegrees, from, to, hourly } = query;
    const request = { bbox, layer, cellDegrees, hourly, ...timeWindow({ from, to }) };
    const reading = await this.coverage.read(requester, request);
    if (hourly && reading.cells.length * reading.hours.length > MAX_HOURLY)
      throw wrongParameter('query/hourly', `gives more than ${MAX_HOURLY.toLocaleString('en-US')} numbers`);
    if (isGeoJson) {
      const write = (cell: CoverageCell) =>
        CoverageDto.cellFeature(cell, reading.cellDegrees, reading.countedHours, hourly);
      return geoJson(await featureCollection(reading.cells, write, { ...CoverageDto.head(reading) }));
    }
    const json = new ChunkedJsonWriter();
    json.add(`${JSON.stringify(CoverageDto.head(reading)).slice(0, -1)},"items":[`);
    await json.addItems(reading.cells, (cell) =>
      CoverageDto.cellJson(cell, reading.cellDegrees, reading.countedHours, hourly),
    );
    json.add('],"nextCursor":null}');
    return new RawJson(json.done());
  }

  @WithPng()
  @Get('/coverage.svg')
  @Endpoint({
    summary: 'Render reception coverage as SVG',
    description:
      'Returns a map of the cells in which reports were received: cells without a report that had one in the week ' +
      'before, cells with less than half of their usual hours, and others by the hours with a report.',
    alternatives: { [svgType]: 'The map.' },
    errors: ['overloaded'],
  })
  async renderCoverage(@QueryParams() query: CoverageQuery, @CurrentRequester() requester: Requester): Promise<Reply> {
    const { from, to, hourly: _, ...request } = query;
    return picture(await this.pictures.draw(requester, { ...request, ...timeWindow({ from, to }) }));
  }
}
