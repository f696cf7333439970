import type { FeatureDescription } from '../../../api/endpoint.js';
import { Dto, Field } from '../../../api/field.js';
import { choice, flag, integer, nullable, number, object, optional, text, timestamp } from '../../../api/rules.js';
import { pageOf } from '../../../http/page.js';
import { ProvenanceDto } from '../../../upstream/provenance.dto.js';
import { countryOf } from '../adsb/icao-country.js';
import { type Aircraft, aircraftFields, emergencies, positionSources } from '../aircraft.js';
import { DistanceField, MAX_FEATURES } from '../area-query.dto.js';
import { FlightRouteDto } from '../flights/flight-route.dto.js';
import type { FlightRoute } from '../flights/flight-route.js';
import { idOf } from '../layer.js';
import { quoted, StateWriter } from '../live/written-state.js';
import { PositionDto } from '../position.dto.js';

/** Returns the operator; null if reports and table contradict each other, since it may be that of another aircraft. */
const operatorOf = ({ operator, identityConflict }: Aircraft): string | null =>
  identityConflict === true ? null : operator;

const written = new StateWriter<Aircraft>({
  layer: 'aircraft',
  fields: aircraftFields,
  first: (key) => `"icao24":"${idOf('aircraft', key)}"`,
  afterPosition: 'altitudeFeet',
  members: {
    aircraftType: ({ aircraftType, key }) =>
      `"aircraftType":${quoted(aircraftType)},"country":${quoted(countryOf(key))}`,
    operator: (aircraft) => `"operator":${quoted(operatorOf(aircraft))}`,
  },
});

@Dto('The merged latest state of an aircraft. Null values were never reported or are not available.')
export class AircraftDto {
  @Field(
    '24-bit address in hexadecimal; prefixed with `~` when it is not an ICAO address (TIS-B, anonymous).',
    text(6, 7, /^~?[0-9a-f]{6}$/, 'six hexadecimal digits'),
    { example: '4ca2d6' },
  )
  icao24!: string;

  @Field('Callsign of the flight, usually the flight number; null if not reported.', nullable(text(1, 120)), {
    example: 'EIN123',
  })
  callsign!: string | null;

  @Field(
    'Registration, such as EI-DEO: as reported, or else as listed in a table; null if both do not know it.',
    nullable(text(1, 120)),
    {
      example: 'EI-DEO',
    },
  )
  registration!: string | null;

  @Field(
    'ICAO type designator: as reported, or else as listed in a table; null if both do not know it.',
    nullable(text(1, 120)),
    { example: 'A320' },
  )
  aircraftType!: string | null;

  @Field(
    'Country of registration, derived from the address: two letters (ISO 3166-1); null if the address names no ' +
      'country.',
    nullable(text(2, 2)),
    {
      example: 'IE',
    },
  )
  country!: string | null;

  @Field('Position at `observedAt`; null when no report had one.', nullable(object(() => PositionDto)))
  position!: PositionDto | null;

  @DistanceField()
  distanceMeters?: number;

  @Field('Barometric altitude in feet, at standard pressure; null if not reported.', nullable(number()), {
    example: 36_000,
  })
  altitudeFeet!: number | null;

  @Field('Altitude in feet above the ellipsoid (WGS 84); null if not reported.', nullable(number()), {
    example: 36_900,
  })
  geometricAltitudeFeet!: number | null;

  @Field('Speed over ground in knots; null if not reported.', nullable(number(0)), { example: 451.3 })
  groundSpeedKnots!: number | null;

  @Field('Track over ground in degrees, true; null if not reported.', nullable(number(0, 360)), { example: 123.45 })
  trackDegrees!: number | null;

  @Field('Vertical rate in feet per minute, negative in descent; null if not reported.', nullable(number()), {
    example: -64,
  })
  verticalRateFpm!: number | null;

  @Field('Transponder code: four octal digits; null if not reported.', nullable(text(4, 4, /^[0-7]{4}$/)), {
    example: '2456',
  })
  squawk!: string | null;

  @Field(
    'Reported emergency; `none` when the aircraft reports no emergency, null when it reports no emergency state.',
    nullable(choice(emergencies)),
    {
      example: 'none',
    },
  )
  emergency!: string | null;

  @Field('True when the aircraft is on the ground; null if not reported.', nullable(flag()), { example: false })
  onGround!: boolean | null;

  @Field(
    'Emitter category, `A0` to `D7` (DO-260B): `A3` is a large aircraft; null if not reported.',
    nullable(text(2, 2, /^[A-D][0-7]$/)),
    {
      example: 'A3',
    },
  )
  category!: string | null;

  @Field('Indicated airspeed in knots (Mode S); null if not reported.', nullable(number(0)), { example: 278 })
  indicatedAirspeedKnots!: number | null;

  @Field('True airspeed in knots (Mode S); null if not reported.', nullable(number(0)), { example: 452 })
  trueAirspeedKnots!: number | null;

  @Field('Mach number (Mode S); null if not reported.', nullable(number(0)), { example: 0.78 })
  mach!: number | null;

  @Field('Altitude selected in the autopilot, in feet; null if not reported.', nullable(number()), { example: 36_000 })
  selectedAltitudeFeet!: number | null;

  @Field(
    'Wind direction at the aircraft in degrees true, computed by the receiver; null if not computed.',
    nullable(number(0, 360)),
    {
      example: 270,
    },
  )
  windDirectionDegrees!: number | null;

  @Field('Wind speed at the aircraft in knots, computed by the receiver; null if not computed.', nullable(number(0)), {
    example: 35,
  })
  windSpeedKnots!: number | null;

  @Field(
    'Navigation accuracy category of the position, 0 to 11 (DO-260B); 11 is better than 3 m. Null if not reported.',
    nullable(integer(0, 11)),
    { example: 9 },
  )
  nacP!: number | null;

  @Field('Navigation integrity category, 0 to 11 (DO-260B); null if not reported.', nullable(integer(0, 11)), {
    example: 8,
  })
  nic!: number | null;

  @Field(
    'Signal strength at the receiver, in decibels relative to full scale; null if not reported.',
    nullable(number(-100, 0)),
    {
      example: -16.4,
    },
  )
  rssiDbfs!: number | null;

  @Field(
    'Source of the position: `adsb` and `adsc` sent by the aircraft, `adsr` and `tisb` rebroadcast from the ' +
      'ground, `mlat` computed from times of arrival; `mode_s` has no position. Null if not reported.',
    nullable(choice(positionSources)),
    { example: 'adsb' },
  )
  positionSource!: string | null;

  @Field(
    'True when the database of the receiver or a table lists the aircraft as military, or its address is in a block ' +
      'that its state uses for military aircraft; null when this is not known.',
    nullable(flag()),
    { example: false },
  )
  military!: boolean | null;

  @Field('Airline or other operator; null if unknown, and while `identityConflict` is true.', nullable(text(1, 120)), {
    example: 'Ryanair',
  })
  operator!: string | null;

  @Field(
    'Table that lists the aircraft: `standingdata`, or `table` for one of the operator of the service; null if no ' +
      'table lists it. The table completes what the reports do not say.',
    nullable(text(1, 120)),
    { example: 'standingdata' },
  )
  identitySource!: string | null;

  @Field(
    'True when the reports and the table give different registrations: another aircraft uses the address, or the ' +
      'table is out of date. Null when there is nothing to compare.',
    nullable(flag()),
    { example: false },
  )
  identityConflict!: boolean | null;

  @Field(
    'The route that a table (`SVC_ROUTE_TABLES`) lists for the callsign, compared with the latest position at each ' +
      'request, and with the flown track about once a minute, less often with thousands of routes. It is `unchecked` ' +
      'until the first comparison with the track. Null without a listed route; absent in streams.',
    optional(nullable(object(() => FlightRouteDto))),
    { omitFromExample: true },
  )
  route?: FlightRouteDto | null;

  @Field('Time of the position (UTC); without a position, time of the latest report.', timestamp(), {
    example: '2026-11-20T20:59:58.000Z',
  })
  observedAt!: string;

  @Field(
    'Source of the latest report; stale a minute after `observedAt`.',
    object(() => ProvenanceDto),
  )
  provenance!: ProvenanceDto;

  /** Serializers to JSON and to a GeoJSON Feature. */
  static readonly json = written.json;
  static readonly feature = written.feature;

  /** Writes the member `route` with the comma before it. */
  static routeMember(route: FlightRoute | undefined): string {
    return `,"route":${route === undefined ? 'null' : JSON.stringify(FlightRouteDto.from(route))}`;
  }
}

export const AircraftPageDto = pageOf(AircraftDto, 'AircraftPageDto', 'A page of aircraft.', MAX_FEATURES);

/** The GeoJSON form of an item. */
export const aircraftFeature: FeatureDescription = {
  dto: AircraftDto,
  without: ['position'],
  geometry: ['Point'],
  nullGeometry: 'without a position',
  id: '4ca2d6',
};
