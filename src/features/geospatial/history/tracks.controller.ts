import { Authorized, Get, JsonController, Param, QueryParams } from 'routing-controllers';
import { Service } from 'typedi';
import { MediaType } from '../../../http/media-type.js';
import { isPicture, picture, svgType } from '../../../http/picture.js';
import { WithPng } from '../../../http/png-twin.js';
import type { Reply } from '../../../http/reply.js';
import { CurrentRequester, Requester } from '../../../http/requester.js';
import { Endpoint } from '../../../openapi/endpoint.js';
import { geoJsonType } from '../geojson.js';
import { keyOf } from '../layer.js';
import { icao24Parameter, mmsiParameter } from './object-parameters.js';
import { AircraftTrackDto, TrackQuery, VesselTrackDto } from './track.dto.js';
import { TrackRenderer } from './track-renderer.service.js';
import { trackReply } from './track-reply.js';
import { gpxType, kmlType } from './track-xml.js';
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
  [gpxType]: {
    description: 'GPX 1.1: a track with a segment for each part between gaps, with times; `ele` is the pressure altitude of aircraft in meters.',
    example: `<?xml version="1.0" encoding="UTF-8"?>\n<gpx version="1.1" creator="Watchfloor" xmlns="http://www.topografix.com/GPX/1/1"><trk><trkseg><trkpt lat="51.9512" lon="4.0531"><time>2026-11-20T23:14:52.000Z</time></trkpt></trkseg></trk></gpx>\n`,
  },
  [kmlType]: {
    description:
      'KML 2.3: a `MultiTrack` with a `Track` for each part between gaps, with times; the third coordinate is the pressure altitude of aircraft in meters.',
    example: `<?xml version="1.0" encoding="UTF-8"?>\n<kml xmlns="http://www.opengis.net/kml/2.3" version="2.3"><Document><Placemark><MultiTrack><Track><when>2026-11-20T23:14:52.000Z</when><coord>4.0531 51.9512</coord></Track></MultiTrack></Placemark></Document></kml>\n`,
  },
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
    csv: 'points',
    params: { mmsi: mmsiParameter },
    alternatives,
    errors: ['not_found'],
  })
  async getVesselTrack(
    @Param('mmsi') mmsi: string,
    @QueryParams() query: TrackQuery,
    @CurrentRequester() requester: Requester,
    @MediaType() mediaType: string,
  ): Promise<VesselTrackDto | Reply> {
    const track = await this.tracks.read('vessels', keyOf('vessels', mmsi) as number, query);
    if (isPicture(mediaType)) return picture(await this.pictures.draw(requester, track, query));
    return trackReply(track, mediaType) ?? VesselTrackDto.from(track);
  }

  @WithPng()
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
    csv: 'points',
    params: { icao24: icao24Parameter },
    alternatives,
    errors: ['not_found'],
  })
  async getAircraftTrack(
    @Param('icao24') icao24: string,
    @QueryParams() query: TrackQuery,
    @CurrentRequester() requester: Requester,
    @MediaType() mediaType: string,
  ): Promise<AircraftTrackDto | Reply> {
    const track = await this.tracks.read('aircraft', keyOf('aircraft', icao24) as number, query);
    if (isPicture(mediaType)) return picture(await this.pictures.draw(requester, track, query));
    return trackReply(track, mediaType) ?? AircraftTrackDto.from(track);
  }

  @WithPng()
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
