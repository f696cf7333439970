import { Authorized, Get, JsonController, Param, QueryParams } from 'routing-controllers';
import { Service } from 'typedi';
import { Endpoint } from '../../../api/endpoint.js';
import { text } from '../../../api/rules.js';
import { geoJson, geoJsonType, WantsGeoJson } from '../../../http/geojson.js';
import { NamedOwner } from '../../../http/granted-access.js';
import type { RawJson } from '../../../http/raw-json.js';
import type { Reply } from '../../../http/reply.js';
import { grantedFleet } from '../fleets/fleet.dto.js';
import { Fleets } from '../fleets/fleets.records.js';
import { centerOf } from '../geometry/read-area.js';
import { writtenPage } from '../live/written-page.js';
import { roundedDistance } from '../sphere.js';
import { VesselDto, VesselPageDto, vesselFeature } from './vessel.dto.js';
import { VesselsService } from './vessels.service.js';
import { VesselsQuery } from './vessels-query.dto.js';

@Service()
@Authorized()
@JsonController('/geospatial/vessels')
export class VesselsController {
  constructor(
    private readonly vessels: VesselsService,
    private readonly fleets: Fleets,
  ) {}

  @Get()
  @Endpoint({
    summary: 'List vessels',
    description:
      'Lists the vessels that reported in the last two hours (the default of `SVC_VESSEL_TTL_SECONDS`), by ' +
      'MMSI in ascending order. Pages stay consistent while vessels move. With `sort=distance` the nearest ' +
      'comes first, and a vessel whose distance changes between two pages may be repeated or missing. Area ' +
      'filters use the latest position; vessels without a known position are listed only without an area ' +
      'filter. Stations with an irregular MMSI are listed only with `identity=any` or `identity=irregular`; ' +
      'maps, streams, geofences and tracks do not include them.',
    returns: VesselPageDto,
    alternatives: {
      [geoJsonType]: {
        description: 'A FeatureCollection of points, with the additional member `nextCursor`.',
        geoJson: { features: [vesselFeature], collection: VesselPageDto },
      },
    },
    errors: ['not_found'],
    grantedParameters: grantedFleet,
  })
  async listVessels(
    @NamedOwner() fleetOwner: string,
    @QueryParams() query: VesselsQuery,
    @WantsGeoJson() isGeoJson: boolean,
  ): Promise<RawJson | Reply> {
    const chosen = await this.fleets.chosen(fleetOwner, query);
    const { staleBefore, ...page } = await this.vessels.list(query, chosen?.vessels);
    const center = centerOf(query);
    const write = isGeoJson ? VesselDto.feature : VesselDto.json;
    return writtenPage(page, isGeoJson, (vessel) =>
      write(vessel, staleBefore, roundedDistance(center, vessel.position)),
    );
  }

  @Get('/:mmsi')
  @Endpoint({
    summary: 'Get a vessel',
    description:
      'Returns the merged latest state of one vessel or other station, also with an irregular MMSI. 404 ' +
      'when it has not reported within the live window (two hours by default).',
    returns: VesselDto,
    params: {
      mmsi: {
        description: 'Maritime Mobile Service Identity: nine digits, with leading zeros.',
        rule: text(9, 9, /^\d{9}$/, 'nine digits'),
        example: '219024336',
      },
    },
    alternatives: { [geoJsonType]: { description: 'A Feature with a point.', geoJson: { features: [vesselFeature] } } },
    errors: ['not_found'],
  })
  getVessel(@Param('mmsi') mmsi: string, @WantsGeoJson() isGeoJson: boolean): RawJson | Reply {
    const { vessel, staleBefore } = this.vessels.get(mmsi);
    return isGeoJson ? geoJson(VesselDto.feature(vessel, staleBefore)) : VesselDto.of(vessel, staleBefore);
  }
}
