import { Authorized, Get, JsonController, Param, QueryParams } from 'routing-controllers';
import { Service } from 'typedi';
import { Endpoint, type FeatureDescription } from '../../../api/endpoint.js';
import { type Caller, CurrentCaller } from '../../../http/caller.js';
import {
  feature,
  featureCollection,
  geoJson,
  geoJsonType,
  pointGeometry,
  WantsGeoJson,
} from '../../../http/geojson.js';
import { WithPng } from '../../../http/png-variant.js';
import type { Reply } from '../../../http/reply.js';
import { CurrentRequester, Requester } from '../../../http/requester.js';
import { picture, svgType } from '../../../http/svg-response.js';
import { ExposureMaps } from './exposure-map.service.js';
import { FundExposures } from './fund-exposures.service.js';
import { GeoExposureDto, GeoExposureMapQuery, GeoExposureQuery, PlaceExposureDto } from './geo-exposure.dto.js';

const placeFeature: FeatureDescription = { dto: PlaceExposureDto, geometry: ['Point'], id: 'strait:strait-of-hormuz' };

@Service()
@Authorized()
@JsonController('/portfolios/:id/exposure')
export class GeoExposureController {
  constructor(
    private readonly exposures: FundExposures,
    private readonly maps: ExposureMaps,
  ) {}

  @Get('/geo')
  @Endpoint({
    summary: 'Get the geographic exposure of a portfolio',
    description:
      'Returns the countries, ports and straits that the holdings depend on, with the fraction of the value ' +
      'and the reason of each. Countries are those of the instruments and of cash; ports and straits follow ' +
      'from built-in rules for commodities, sectors and countries, each with its source or marked as an ' +
      'assumption. Correct them with `PUT /portfolios/exposure/mappings/{symbol}`. With `lookThrough`, a fund depends on ' +
      'the places on which its holdings depend, unless you corrected its mapping.',
    returns: GeoExposureDto,
    alternatives: {
      [geoJsonType]: {
        description: 'A FeatureCollection of the places.',
        geoJson: { features: [placeFeature], collection: GeoExposureDto },
      },
    },
    granted: 'read',
  })
  async getGeoExposure(
    @CurrentCaller() { accountId }: Caller,
    @Param('id') id: string,
    @QueryParams() { type: kinds, ...request }: GeoExposureQuery,
    @WantsGeoJson() wantsGeoJson: boolean,
  ): Promise<GeoExposureDto | Reply> {
    const exposure = await this.exposures.read(accountId, id, request);
    const places =
      kinds === undefined ? exposure.places : exposure.places.filter(({ place }) => kinds.includes(place.kind));
    const dto = GeoExposureDto.from({ ...exposure, places });
    if (!wantsGeoJson) return dto;
    const { items, ...rest } = dto;
    const write = (item: PlaceExposureDto) =>
      feature(item.place.id, pointGeometry(item.place.position.lat, item.place.position.lon), JSON.stringify(item));
    return geoJson(await featureCollection(items, write, rest));
  }

  @WithPng()
  @Get('/geo.svg')
  @Endpoint({
    summary: 'Render the geographic exposure of a portfolio as SVG',
    description:
      'Draws the places on a map as an SVG image: the area of a circle grows with the fraction of the value that ' +
      'depends on the place. At most 150 places of each kind are drawn, the most exposed ones.',
    alternatives: { [svgType]: 'The map.' },
    granted: 'read',
  })
  async renderGeoExposure(
    @CurrentRequester() requester: Requester,
    @Param('id') id: string,
    @QueryParams() query: GeoExposureMapQuery,
  ): Promise<Reply> {
    return picture(await this.maps.draw(requester, id, query));
  }
}
