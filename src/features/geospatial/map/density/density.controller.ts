import { Authorized, Get, JsonController, QueryParams } from 'routing-controllers';
import { Service } from 'typedi';
import { Endpoint, type FeatureDescription } from '../../../../api/endpoint.js';
import { ChunkedJsonWriter } from '../../../../http/chunked-json.js';
import { feature, featureCollection, geoJson, geoJsonType, WantsGeoJson } from '../../../../http/geojson.js';
import { WithPng } from '../../../../http/png-variant.js';
import { RawJson } from '../../../../http/raw-json.js';
import type { Reply } from '../../../../http/reply.js';
import { CurrentRequester, Requester } from '../../../../http/requester.js';
import { picture, svgType } from '../../../../http/svg-response.js';
import { DensityPictureQuery, DensityQuery, TrafficDensityCellDto, TrafficDensityDto } from './density.dto.js';
import type { CountedCell } from './density.js';
import { DensityService } from './density.service.js';
import { DensityRenderer } from './density-renderer.service.js';
import { polygonOf } from './h3.js';

const cellFeature: FeatureDescription = {
  dto: TrafficDensityCellDto,
  without: ['cell', 'center'],
  geometry: ['Polygon', 'MultiPolygon'],
  id: '831f9cfffffffff',
};

@Service()
@Authorized()
@JsonController('/geospatial')
export class DensityController {
  constructor(
    private readonly density: DensityService,
    private readonly pictures: DensityRenderer,
  ) {}

  @Get('/density')
  @Endpoint({
    summary: 'Get traffic density',
    description:
      'Counts vessels, aircraft or events per H3 cell. Base stations and aids to navigation do not count as ' +
      'vessels, as in the list of vessels. An object counts at its latest position; objects in the box count ' +
      'even when the center of their cell is outside. Events count when they are ongoing or began in the last ' +
      'day. A resolution with more than 20,000 non-empty cells is a 400, as is a box with invalid or inverted ' +
      'latitudes.',
    returns: TrafficDensityDto,
    alternatives: {
      [geoJsonType]: {
        description: 'A FeatureCollection with the outline of each cell, split at the antimeridian.',
        geoJson: { features: [cellFeature], collection: TrafficDensityDto, without: ['nextCursor'] },
      },
    },
  })
  async getDensity(@QueryParams() query: DensityQuery, @WantsGeoJson() isGeoJson: boolean): Promise<RawJson | Reply> {
    const { cells, resolution, layer, total, providers } = await this.density.count(query);
    const head = { resolution, layer, total, providers };
    if (isGeoJson) return geoJson(await featureCollection(cells, asFeature, head));
    const text = new ChunkedJsonWriter();
    text.add(`${JSON.stringify(head).slice(0, -1)},"items":[`);
    await text.addItems(cells, TrafficDensityCellDto.json);
    text.add('],"nextCursor":null}');
    return new RawJson(text.done());
  }

  @WithPng()
  @Get('/density.svg')
  @Endpoint({
    summary: 'Render traffic density as SVG',
    description:
      'Returns a map of vessels (without base stations and aids to navigation), aircraft or events per H3 ' +
      'cell: the more objects, the darker the cell (the lighter in the dark theme); the legend gives the ' +
      'counts. All visible cells are counted completely, and the image extends beyond the box when its ' +
      'shape differs. A resolution with more than 6,500 non-empty cells is a 400, as is a box with invalid ' +
      'or inverted latitudes.',
    alternatives: { [svgType]: 'The map.' },
  })
  async renderDensity(
    @CurrentRequester() requester: Requester,
    @QueryParams() query: DensityPictureQuery,
  ): Promise<Reply> {
    return picture(await this.pictures.draw(requester, query));
  }
}

const asFeature = ({ cell, count }: CountedCell): string =>
  feature(cell, JSON.stringify(polygonOf(cell)), `{"count":${count}}`);
