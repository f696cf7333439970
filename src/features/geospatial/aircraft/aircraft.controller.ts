import { Authorized, Get, JsonController, Param, QueryParams } from 'routing-controllers';
import { Service } from 'typedi';
import { Endpoint } from '../../../api/endpoint.js';
import { text } from '../../../api/rules.js';
import { geoJson, geoJsonType, WantsGeoJson } from '../../../http/geojson.js';
import { NamedOwner } from '../../../http/granted-access.js';
import { RawJson } from '../../../http/raw-json.js';
import type { Reply } from '../../../http/reply.js';
import { grantedFleet } from '../fleets/fleet.dto.js';
import { Fleets } from '../fleets/fleets.records.js';
import { LiveRoutes } from '../flights/live-routes.service.js';
import { centerOf } from '../geometry/read-area.js';
import { writtenPage } from '../live/written-page.js';
import { roundedDistance } from '../sphere.js';
import { AircraftDto, AircraftPageDto, aircraftFeature } from './aircraft.dto.js';
import { AircraftService } from './aircraft.service.js';
import { AircraftQuery } from './aircraft-query.dto.js';

@Service()
@Authorized()
@JsonController('/geospatial/aircraft')
export class AircraftController {
  constructor(
    private readonly aircraft: AircraftService,
    private readonly fleets: Fleets,
    private readonly routes: LiveRoutes,
  ) {}

  @Get()
  @Endpoint({
    summary: 'List aircraft',
    description:
      'Lists the aircraft that reported in the last five minutes (the default of `SVC_AIRCRAFT_TTL_SECONDS`), ' +
      'by address in ascending order. Pages stay consistent while aircraft move. With `sort=distance` the ' +
      'nearest comes first, and an aircraft whose distance changes between two pages may be repeated or ' +
      'missing. Area filters use the latest position; aircraft without a known position are listed only ' +
      'without an area filter.',
    returns: AircraftPageDto,
    alternatives: {
      [geoJsonType]: {
        description: 'A FeatureCollection of points, with the additional member `nextCursor`.',
        geoJson: { features: [aircraftFeature], collection: AircraftPageDto },
      },
    },
    errors: ['not_found'],
    grantedParameters: grantedFleet,
  })
  async listAircraft(
    @NamedOwner() fleetOwner: string,
    @QueryParams() query: AircraftQuery,
    @WantsGeoJson() isGeoJson: boolean,
  ): Promise<RawJson | Reply> {
    const chosen = await this.fleets.chosen(fleetOwner, query);
    const { staleBefore, ...page } = await this.aircraft.list(query, chosen?.aircraft);
    const center = centerOf(query);
    const write = isGeoJson ? AircraftDto.feature : AircraftDto.json;
    return writtenPage(page, isGeoJson, (aircraft) =>
      write(
        aircraft,
        staleBefore,
        roundedDistance(center, aircraft.position),
        AircraftDto.routeMember(this.routes.of(aircraft)),
      ),
    );
  }

  @Get('/:icao24')
  @Endpoint({
    summary: 'Get an aircraft',
    description:
      'Returns the merged latest state of one aircraft, with the route of its callsign, compared with the flown ' +
      'track. 404 when it has not reported within the live window (five minutes by default).',
    returns: AircraftDto,
    params: {
      icao24: {
        description:
          '24-bit address in hexadecimal, case-insensitive; prefixed with `~` when it is not an ICAO address.',
        rule: text(6, 7, /^~?[0-9a-fA-F]{6}$/, 'six hexadecimal digits'),
        example: '4ca2d6',
      },
    },
    alternatives: {
      [geoJsonType]: { description: 'A Feature with a point.', geoJson: { features: [aircraftFeature] } },
    },
    errors: ['not_found'],
  })
  async getAircraft(@Param('icao24') icao24: string, @WantsGeoJson() isGeoJson: boolean): Promise<RawJson | Reply> {
    const { aircraft, staleBefore } = this.aircraft.get(icao24);
    const route = AircraftDto.routeMember(await this.routes.compared(aircraft));
    return isGeoJson
      ? geoJson(AircraftDto.feature(aircraft, staleBefore, undefined, route))
      : new RawJson(AircraftDto.json(aircraft, staleBefore, undefined, route));
  }
}
