import { Authorized, Get, JsonController, Param, QueryParams } from 'routing-controllers';
import { Service } from 'typedi';
import { Endpoint, type FeatureDescription, type PathParameterDescription } from '../../../../api/endpoint.js';
import { type DtoClass, text } from '../../../../api/rules.js';
import { geoJsonType } from '../../../../http/geojson.js';
import { WithPng } from '../../../../http/png-variant.js';
import { MediaType, type Reply } from '../../../../http/reply.js';
import { CurrentRequester, Requester } from '../../../../http/requester.js';
import { isPicture, picture, svgType } from '../../../../http/svg-response.js';
import { keyOf, type Layer } from '../../layer.js';
import { AircraftTrackDto, TrackQuery, VesselTrackDto } from './track.dto.js';
import { gpxType, kmlType, trackReply } from './track-files.js';
import { TrackRenderer } from './track-renderer.service.js';
import { TracksService } from './tracks.service.js';

/** The path parameter `{mmsi}`. */
const mmsiParameter: PathParameterDescription = {
  description: 'MMSI, nine digits.',
  rule: text(9, 9, /^\d{9}$/, 'an MMSI such as 219024336'),
  example: '219024336',
};

/** The path parameter `{icao24}`. */
const icao24Parameter: PathParameterDescription = {
  description: '24-bit address in hexadecimal, case-insensitive; prefixed with `~` when it is not an ICAO address.',
  rule: text(6, 7, /^~?[0-9A-Fa-f]{6}$/, 'an address such as 4ca2d6'),
  example: '4ca2d6',
};

const description = (tolerance: string) =>
  `Returns points of the track, oldest first, ending at the latest live position. Only significant points are stored: between them the object was within about ${tolerance} of the ` +
  'straight line at every report. Periods without reports that are longer than the live window are gaps and ' +
  'break the line. Above `maxPoints`, the points with the least ' +
  'effect on the shape are removed; compare `pointsBefore`. An inverted range, or one longer than 31 days, is ' +
  'a 400; an object without points in the range has an empty list.';

const instants = { type: 'array', items: { type: 'string', format: 'date-time', maxLength: 35 }, maxItems: 1_000_000 };
const alternatives = (dto: DtoClass, id: string) => ({
  [geoJsonType]: {
    description:
      'A Feature: a LineString, or a MultiLineString where it crosses the antimeridian or has gaps; the ' +
      'property `times` has one time per coordinate.',
    geoJson: { features: [trackFeatureOf(dto, id)] },
  },
  [gpxType]: {
    description:
      'GPX 1.1: a track with a segment for each part between gaps, with times; `ele` is the pressure altitude ' +
      'of aircraft in meters.',
    example: `<?xml version="1.0" encoding="UTF-8"?>\n<gpx version="1.1" creator="Watchfloor" xmlns="http://www.topografix.com/GPX/1/1"><trk><trkseg><trkpt lat="51.9512" lon="4.0531"><time>2026-11-20T23:14:52.000Z</time></trkpt></trkseg></trk></gpx>\n`,
  },
  [kmlType]: {
    description:
      "KML 2.2 with Google's extension: a `gx:MultiTrack` with a `gx:Track` for each part between gaps, with times; the third coordinate is the pressure altitude of aircraft in meters.",
    example: `<?xml version="1.0" encoding="UTF-8"?>\n<kml xmlns="http://www.opengis.net/kml/2.2" xmlns:gx="http://www.google.com/kml/ext/2.2"><Document><Placemark><gx:MultiTrack><gx:Track><when>2026-11-20T23:14:52.000Z</when><gx:coord>4.0531 51.9512</gx:coord></gx:Track></gx:MultiTrack></Placemark></Document></kml>\n`,
  },
  [svgType]: 'The track drawn with coastlines.',
});
function trackFeatureOf(dto: DtoClass, id: string): FeatureDescription {
  const provider = { type: 'string', description: 'Source of the reports.', maxLength: 50, examples: ['simulator'] };
  const name = {
    type: ['string', 'null'],
    description: 'Name or callsign; null if unknown.',
    maxLength: 50,

    examples: ['EMMA MAERSK'],
  };
  const times = {
    description: 'Times of the coordinates (UTC), in lists like these.',
    anyOf: [instants, { ...instants, items: instants }],
    examples: [['2026-11-20T23:15:00.000Z']],
  };
  return {
    dto,
    without: ['gaps', 'provenance', 'points'],
    also: { name, times, provider },
    geometry: ['LineString', 'MultiLineString'],
    nullGeometry: 'without a point in the period',
    id,
  };
}
const drawn = { [svgType]: 'The image.' };

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
    summary: 'Get the track of a vessel',
    description: description('150 m'),
    returns: VesselTrackDto,
    csv: 'points',
    params: { mmsi: mmsiParameter },
    alternatives: alternatives(VesselTrackDto, '219024336'),
    errors: ['not_found'],
  })
  async getVesselTrack(
    @Param('mmsi') mmsi: string,
    @QueryParams() query: TrackQuery,
    @CurrentRequester() requester: Requester,
    @MediaType() mediaType: string,
  ): Promise<VesselTrackDto | Reply> {
    if (isPicture(mediaType)) return this.image(requester, 'vessels', mmsi, query);
    const track = await this.read('vessels', mmsi, query);
    return trackReply(track, mediaType) ?? VesselTrackDto.from(track);
  }

  @WithPng()
  @Get('/vessels/:mmsi/track.svg')
  @Endpoint({
    summary: 'Render the track of a vessel as SVG',
    description: 'Returns the track as an image with coastlines and the current position.',
    params: { mmsi: mmsiParameter },
    alternatives: drawn,
    errors: ['not_found'],
  })
  async renderVesselTrack(
    @Param('mmsi') mmsi: string,
    @QueryParams() query: TrackQuery,
    @CurrentRequester() requester: Requester,
  ): Promise<Reply> {
    return this.image(requester, 'vessels', mmsi, query);
  }

  @Get('/aircraft/:icao24/track')
  @Endpoint({
    summary: 'Get the track of an aircraft',
    description: description('600 m'),
    returns: AircraftTrackDto,
    csv: 'points',
    params: { icao24: icao24Parameter },
    alternatives: alternatives(AircraftTrackDto, '4ca2d6'),
    errors: ['not_found'],
  })
  async getAircraftTrack(
    @Param('icao24') icao24: string,
    @QueryParams() query: TrackQuery,
    @CurrentRequester() requester: Requester,
    @MediaType() mediaType: string,
  ): Promise<AircraftTrackDto | Reply> {
    if (isPicture(mediaType)) return this.image(requester, 'aircraft', icao24, query);
    const track = await this.read('aircraft', icao24, query);
    return trackReply(track, mediaType) ?? AircraftTrackDto.from(track);
  }

  @WithPng()
  @Get('/aircraft/:icao24/track.svg')
  @Endpoint({
    summary: 'Render the track of an aircraft as SVG',
    description: 'Returns the track as an image with coastlines and the current position.',
    params: { icao24: icao24Parameter },
    alternatives: drawn,
    errors: ['not_found'],
  })
  async renderAircraftTrack(
    @Param('icao24') icao24: string,
    @QueryParams() query: TrackQuery,
    @CurrentRequester() requester: Requester,
  ): Promise<Reply> {
    return this.image(requester, 'aircraft', icao24, query);
  }

  private read(layer: Layer, id: string, query: TrackQuery) {
    return this.tracks.read(layer, keyOf(layer, id) as number, query);
  }

  private async image(requester: Requester, layer: Layer, id: string, query: TrackQuery): Promise<Reply> {
    return picture(await this.pictures.draw(requester, await this.read(layer, id, query), query));
  }
}
