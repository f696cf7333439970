import { Authorized, Get, JsonController, Param, QueryParams } from 'routing-controllers';
import { Service } from 'typedi';
import type { Reply } from '../../../http/reply.js';
import type { WrittenJson } from '../../../http/written-json.js';
import { Endpoint } from '../../../openapi/endpoint.js';
import { text } from '../../../openapi/rules.js';
import { featureExample, geoJson, geoJsonType, WantsGeoJson } from '../geojson.js';
import { writtenPage } from '../live/written-page.js';
import { VesselDto, VesselPageDto } from './vessel.dto.js';
import { VesselsService } from './vessels.service.js';
import { VesselsQuery } from './vessels-query.dto.js';

@Service()
@Authorized()
@JsonController('/geospatial/vessels')
export class VesselsController {
  constructor(private readonly vessels: VesselsService) {}

  @Get()
  @Endpoint({
    summary: 'List the ships that are there now',
    description:
      'What has reported in the last two hours, unless the operator set another time, by MMSI ascending. A page goes on where the one before ended, however much has moved meanwhile. ' +
      'Areas are read by the latest position; ships that have told none are in no area, and in the list of the whole Earth. ' +
      'Stations with an irregular MMSI are listed with `identity=any` or `identity=irregular` alone; they are on no map, in no stream, in no geofence and have no track.',
    returns: VesselPageDto,
    alternatives: { [geoJsonType]: 'A FeatureCollection of points, with `nextCursor` as a member of its own.' },
  })
  async listVessels(@QueryParams() query: VesselsQuery, @WantsGeoJson() isGeoJson: boolean): Promise<WrittenJson | Reply> {
    const { staleBefore, ...page } = await this.vessels.list(query);
    return writtenPage(page, isGeoJson, (vessel) => (isGeoJson ? VesselDto.feature : VesselDto.json)(vessel, staleBefore));
  }

  @Get('/:mmsi')
  @Endpoint({
    summary: 'Read a ship',
    description:
      'As her reports taken together have it, of any station and any MMSI, also an irregular one. One that has been silent for so long that she has left the live picture is a 404.',
    returns: VesselDto,
    params: {
      mmsi: {
        description: 'Maritime mobile service identity: nine digits, with leading zeros where fewer are sent.',
        rule: text(9, 9, /^\d{9}$/, 'nine digits'),
        example: '219024336',
      },
    },
    alternatives: { [geoJsonType]: { description: 'A Feature with a point.', example: featureExample } },
    errors: ['not_found'],
  })
  getVessel(@Param('mmsi') mmsi: string, @WantsGeoJson() isGeoJson: boolean): WrittenJson | Reply {
    const { vessel, staleBefore } = this.vessels.get(mmsi);
    return isGeoJson ? geoJson(VesselDto.feature(vessel, staleBefore)) : VesselDto.of(vessel, staleBefore);
  }
}
