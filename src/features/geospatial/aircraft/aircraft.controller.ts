import { Authorized, Get, JsonController, Param, QueryParams } from 'routing-controllers';
import { Service } from 'typedi';
import type { Reply } from '../../../http/reply.js';
import type { WrittenJson } from '../../../http/written-json.js';
import { Endpoint } from '../../../openapi/endpoint.js';
import { text } from '../../../openapi/rules.js';
import { featureExample, geoJson, geoJsonType, WantsGeoJson } from '../geojson.js';
import { writtenPage } from '../live/written-page.js';
import { AircraftDto, AircraftPageDto } from './aircraft.dto.js';
import { AircraftService } from './aircraft.service.js';
import { AircraftQuery } from './aircraft-query.dto.js';

@Service()
@Authorized()
@JsonController('/geospatial/aircraft')
export class AircraftController {
  constructor(private readonly aircraft: AircraftService) {}

  @Get()
  @Endpoint({
    summary: 'List the aircraft that are there now',
    description:
      'What has reported in the last five minutes, unless the operator set another time, by address ascending. A page goes on where the one before ended, however much has moved meanwhile. ' +
      'Areas are read by the latest position; aircraft that have told none are in no area, and in the list of the whole Earth.',
    returns: AircraftPageDto,
    alternatives: { [geoJsonType]: 'A FeatureCollection of points, with `nextCursor` as a member of its own.' },
  })
  async listAircraft(@QueryParams() query: AircraftQuery, @WantsGeoJson() isGeoJson: boolean): Promise<WrittenJson | Reply> {
    const { staleBefore, ...page } = await this.aircraft.list(query);
    return writtenPage(page, isGeoJson, (aircraft) => (isGeoJson ? AircraftDto.feature : AircraftDto.json)(aircraft, staleBefore));
  }

  @Get('/:icao24')
  @Endpoint({
    summary: 'Read an aircraft',
    description: 'As its reports taken together have it. One that has been silent for so long that it has left the live picture is a 404.',
    returns: AircraftDto,
    params: {
      icao24: {
        description: 'Its 24-bit address in hexadecimal, in either case; with `~` before it where the address is none of ICAO’s.',
        rule: text(6, 7, /^~?[0-9a-fA-F]{6}$/, 'six hexadecimal digits'),
        example: '4ca2d6',
      },
    },
    alternatives: { [geoJsonType]: { description: 'A Feature with a point.', example: featureExample } },
    errors: ['not_found'],
  })
  getAircraft(@Param('icao24') icao24: string, @WantsGeoJson() isGeoJson: boolean): WrittenJson | Reply {
    const { aircraft, staleBefore } = this.aircraft.get(icao24);
    return isGeoJson ? geoJson(AircraftDto.feature(aircraft, staleBefore)) : AircraftDto.of(aircraft, staleBefore);
  }
}
