import { Authorized, Get, JsonController, QueryParams } from 'routing-controllers';
import { Service } from 'typedi';
import { picture, svgType } from '../../../http/picture.js';
import type { Reply } from '../../../http/reply.js';
import { CurrentRequester, Requester } from '../../../http/requester.js';
import { PiecewiseText } from '../../../http/written-in-pieces.js';
import { WrittenJson } from '../../../http/written-json.js';
import { Endpoint } from '../../../openapi/endpoint.js';
import { feature, featureCollection, geoJson, geoJsonType, WantsGeoJson } from '../geojson.js';
import { polygonOf } from './cell-polygon.js';
import { DensityPictureQuery, DensityQuery, TrafficDensityCellDto, TrafficDensityDto } from './density.dto.js';
import type { CountedCell } from './density.js';
import { DensityService } from './density.service.js';
import { DensityRenderer } from './density-renderer.service.js';

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
    summary: 'Count what is where',
    description:
      'Ships, aircraft or events by cells of H3. An object counts where its latest position is; one in the box counts though the middle of its cell may be outside. Of events ' +
      'those that go on or began in the last day are counted. A resolution at which there would be more than 20,000 cells with anything in them is a 400, ' +
      'as is a box whose latitudes are out of range or the wrong way round.',
    returns: TrafficDensityDto,
    alternatives: { [geoJsonType]: 'A FeatureCollection with the outline of each cell, cut in two at the antimeridian.' },
  })
  async getDensity(@QueryParams() query: DensityQuery, @WantsGeoJson() isGeoJson: boolean): Promise<WrittenJson | Reply> {
    const { cells, resolution, layer, total, providers } = await this.density.count(query);
    const head = { resolution, layer, total, providers };
    if (isGeoJson) return geoJson(await featureCollection(cells, asFeature, head));
    const text = new PiecewiseText();
    text.add(`${JSON.stringify(head).slice(0, -1)},"items":[`);
    await text.addItems(cells, TrafficDensityCellDto.json);
    text.add(']}');
    return new WrittenJson(text.done());
  }

  @Get('/density.svg')
  @Endpoint({
    summary: 'Draw what is where',
    description:
      'Ships, aircraft or events by cells of H3 as a map: the more there are in a cell, the darker it is, or the lighter in the dark; the legend says how many. Counted as by the operation that ' +
      'answers the counts, but all of every cell that is in the picture, and the picture shows what lies around the box where it has another shape. A resolution at which there would be more than ' +
      '6,500 cells with anything in them is a 400, as is a box whose latitudes are out of range or the wrong way round.',
    alternatives: { [svgType]: 'The map.' },
  })
  async renderDensity(@CurrentRequester() requester: Requester, @QueryParams() query: DensityPictureQuery): Promise<Reply> {
    return picture(await this.pictures.draw(requester, query));
  }
}

const asFeature = ({ cell, count }: CountedCell): string => feature(cell, JSON.stringify(polygonOf(cell)), `{"count":${count}}`);
