import { Authorized, Get, JsonController, Param, QueryParams } from 'routing-controllers';
import { Service } from 'typedi';
import { picture, svgType } from '../../../http/picture.js';
import type { Reply } from '../../../http/reply.js';
import { CurrentRequester, Requester } from '../../../http/requester.js';
import { Endpoint } from '../../../openapi/endpoint.js';
import { geoJson, geoJsonType } from '../geojson.js';
import { keyOf } from '../layer.js';
import { icao24Parameter, mmsiParameter } from './object-parameters.js';
import { ResponseFormat, type TrackForm } from './response-format.js';
import { AircraftTrackDto, TrackQuery, VesselTrackDto } from './track.dto.js';
import { trackFeature } from './track-geojson.js';
import { TrackRenderer } from './track-renderer.service.js';
import { TracksService } from './tracks.service.js';

const howItIs =
  'Points are kept where they matter: between them, at the time of any report, it was within some {} of the straight line. The latest live position closes the track. ' +
  'Where nothing was heard of it for longer than it would stay in the live picture there is a gap, and the line is broken. ' +
  'When there are more than `maxPoints`, those that matter least for the shape are left out: compare `pointsBefore`. ' +
  'A range that does not begin before it ends, or is longer than 31 days, is a 400; what has been heard of but not in the range has no points.';
const ofVessel = howItIs.replace('{}', '150 m');
const ofAircraft = howItIs.replace('{}', '600 m');

const alternatives = {
  [geoJsonType]:
    'A Feature: a LineString, or a MultiLineString where it crosses the antimeridian or has gaps; `times` of the properties go with the coordinates.',
  [svgType]: 'The same as a picture, with coastlines.',
};
const drawn = { [svgType]: 'The picture.' };

@Service()
@Authorized()
@JsonController('/geospatial')
export class TracksController {
  constructor(
    private readonly tracks: TracksService,
    private readonly pictures: TrackRenderer,
  ) {}

  @Get('/vessels/:mmsi/track')
  @Endpoint({
    summary: 'Read the track of a ship',
    description: `Where she went, oldest first. ${ofVessel}`,
    returns: VesselTrackDto,
    params: { mmsi: mmsiParameter },
    alternatives,
    errors: ['not_found'],
  })
  async getVesselTrack(
    @Param('mmsi') mmsi: string,
    @QueryParams() query: TrackQuery,
    @CurrentRequester() requester: Requester,
    @ResponseFormat() form: TrackForm,
  ): Promise<VesselTrackDto | Reply> {
    const track = await this.tracks.read('vessels', keyOf('vessels', mmsi) as number, query);
    if (form === 'picture') return picture(await this.pictures.draw(requester, track, query));
    return form === 'geojson' ? geoJson(trackFeature(track)) : VesselTrackDto.from(track);
  }

  @Get('/vessels/:mmsi/track.svg')
  @Endpoint({
    summary: 'Draw the track of a ship',
    description: 'The same as a picture, at an address of its own: coastlines, where she went, and where she is.',
    params: { mmsi: mmsiParameter },
    alternatives: drawn,
    errors: ['not_found'],
  })
  async renderVesselTrack(@Param('mmsi') mmsi: string, @QueryParams() query: TrackQuery, @CurrentRequester() requester: Requester): Promise<Reply> {
    return picture(await this.pictures.draw(requester, await this.tracks.read('vessels', keyOf('vessels', mmsi) as number, query), query));
  }

  @Get('/aircraft/:icao24/track')
  @Endpoint({
    summary: 'Read the track of an aircraft',
    description: `Where it went, oldest first. ${ofAircraft}`,
    returns: AircraftTrackDto,
    params: { icao24: icao24Parameter },
    alternatives,
    errors: ['not_found'],
  })
  async getAircraftTrack(
    @Param('icao24') icao24: string,
    @QueryParams() query: TrackQuery,
    @CurrentRequester() requester: Requester,
    @ResponseFormat() form: TrackForm,
  ): Promise<AircraftTrackDto | Reply> {
    const track = await this.tracks.read('aircraft', keyOf('aircraft', icao24) as number, query);
    if (form === 'picture') return picture(await this.pictures.draw(requester, track, query));
    return form === 'geojson' ? geoJson(trackFeature(track)) : AircraftTrackDto.from(track);
  }

  @Get('/aircraft/:icao24/track.svg')
  @Endpoint({
    summary: 'Draw the track of an aircraft',
    description: 'The same as a picture, at an address of its own: coastlines, where it went, and where it is.',
    params: { icao24: icao24Parameter },
    alternatives: drawn,
    errors: ['not_found'],
  })
  async renderAircraftTrack(@Param('icao24') icao24: string, @QueryParams() query: TrackQuery, @CurrentRequester() requester: Requester): Promise<Reply> {
    return picture(await this.pictures.draw(requester, await this.tracks.read('aircraft', keyOf('aircraft', icao24) as number, query), query));
  }
}
