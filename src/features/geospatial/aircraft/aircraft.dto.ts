import { pageOf } from '../../../http/page.js';
import { WrittenJson } from '../../../http/written-json.js';
import { Dto, Field } from '../../../openapi/field.js';
import { ProvenanceDto } from '../../../openapi/provenance.dto.js';
import { choice, flag, integer, nullable, number, object, text, timestamp } from '../../../openapi/rules.js';
import { countryOf } from '../adsb/icao-country.js';
import type { Aircraft } from '../aircraft.js';
import { DistanceField, MAX_FEATURES } from '../area-query.dto.js';
import { degrees, feature, pointGeometry } from '../geojson.js';
import { idOf } from '../layer.js';
import { quoted } from '../live/quoted.js';
import { writtenProvenance } from '../live/written-provenance.js';
import { emergencies, positionSources } from '../observation.js';
import { PositionDto } from '../position.dto.js';

@Dto('The merged latest state of an aircraft. Null values were never reported or are not available.')
export class AircraftDto {
  @Field(
    '24-bit address in hexadecimal; prefixed with `~` when it is not an ICAO address (TIS-B, anonymous).',
    text(6, 7, /^~?[0-9a-f]{6}$/, 'six hexadecimal digits'),
    { example: '4ca2d6' },
  )
  icao24!: string;

  @Field('Callsign of the flight, usually the flight number.', nullable(text(1, 120)), { example: 'EIN123' })
  callsign!: string | null;

  @Field('Registration.', nullable(text(1, 120)), { example: 'EI-DEO' })
  registration!: string | null;

  @Field('ICAO type designator.', nullable(text(1, 120)), { example: 'A320' })
  aircraftType!: string | null;

  @Field('Country of registration, derived from the address: two letters (ISO 3166-1).', nullable(text(2, 2)), { example: 'IE' })
  country!: string | null;

  @Field('Position at `observedAt`; null when no report had one.', nullable(object(() => PositionDto)))
  position!: PositionDto | null;

  @DistanceField()
  distanceMeters?: number;

  @Field('Barometric altitude in feet, at standard pressure.', nullable(number()), { example: 36_000 })
  altitudeFeet!: number | null;

  @Field('Altitude in feet above the ellipsoid (WGS 84).', nullable(number()), { example: 36_900 })
  geometricAltitudeFeet!: number | null;

  @Field('Speed over ground in knots.', nullable(number(0)), { example: 451.3 })
  groundSpeedKnots!: number | null;

  @Field('Track over ground in degrees, true.', nullable(number(0, 360)), { example: 123.45 })
  trackDegrees!: number | null;

  @Field('Vertical rate in feet per minute; negative in descent.', nullable(number()), { example: -64 })
  verticalRateFpm!: number | null;

  @Field('Transponder code: four octal digits.', nullable(text(4, 4, /^[0-7]{4}$/)), { example: '2456' })
  squawk!: string | null;

  @Field('Reported emergency; `none` when the aircraft reports no emergency.', nullable(choice(emergencies)), { example: 'none' })
  emergency!: string | null;

  @Field('True when the aircraft is on the ground.', nullable(flag()), { example: false })
  onGround!: boolean | null;

  @Field('Emitter category, `A0` to `D7` (DO-260B): `A3` is a large aircraft.', nullable(text(2, 2, /^[A-D][0-7]$/)), { example: 'A3' })
  category!: string | null;

  @Field('Indicated airspeed in knots (Mode S).', nullable(number(0)), { example: 278 })
  indicatedAirspeedKnots!: number | null;

  @Field('True airspeed in knots (Mode S).', nullable(number(0)), { example: 452 })
  trueAirspeedKnots!: number | null;

  @Field('Mach number (Mode S).', nullable(number(0)), { example: 0.78 })
  mach!: number | null;

  @Field('Altitude selected in the autopilot, in feet.', nullable(number()), { example: 36_000 })
  selectedAltitudeFeet!: number | null;

  @Field('Wind direction at the aircraft in degrees true, computed by the receiver.', nullable(number(0, 360)), { example: 270 })
  windDirectionDegrees!: number | null;

  @Field('Wind speed in knots.', nullable(number(0)), { example: 35 })
  windSpeedKnots!: number | null;

  @Field('Navigation accuracy category of the position, 0 to 11 (DO-260B); 11 is better than 3 m.', nullable(integer(0, 11)), { example: 9 })
  nacP!: number | null;

  @Field('Navigation integrity category, 0 to 11 (DO-260B).', nullable(integer(0, 11)), { example: 8 })
  nic!: number | null;

  @Field('Signal strength at the receiver, in decibels relative to full scale.', nullable(number(-100, 0)), { example: -16.4 })
  rssiDbfs!: number | null;

  @Field(
    'Source of the position: `adsb` and `adsc` sent by the aircraft, `adsr` and `tisb` rebroadcast from the ground, `mlat` computed from times of arrival; `mode_s` has no position.',
    nullable(choice(positionSources)),
    { example: 'adsb' },
  )
  positionSource!: string | null;

  @Field('True when the database of the receiver lists the aircraft as military; null when it is not listed.', nullable(flag()), { example: false })
  military!: boolean | null;

  @Field('Time of the position (UTC); without a position, time of the latest report.', timestamp(), { example: '2026-11-20T20:59:58.000Z' })
  observedAt!: string;

  @Field(
    'Source of the latest report; stale a minute after `observedAt`.',
    object(() => ProvenanceDto),
  )
  provenance!: ProvenanceDto;

  /** As JSON. @param staleBefore what was observed before (ms) is stale @param meters `distanceMeters`; undefined without */
  static json(aircraft: Aircraft, staleBefore: number, meters?: number): string {
    const { position } = aircraft;
    const place = position === null ? 'null' : `{"lat":${degrees(position.lat)},"lon":${degrees(position.lon)}}`;
    return `{${identity(aircraft)},"position":${place},${distance(meters)}${motion(aircraft)},${writtenProvenance(aircraft, staleBefore)}}`;
  }

  static of(aircraft: Aircraft, staleBefore: number): WrittenJson {
    return new WrittenJson(AircraftDto.json(aircraft, staleBefore));
  }

  /** As a GeoJSON Feature: the same but for the position, which is its geometry. The altitude stays a property: a third coordinate would be metres. */
  static feature(aircraft: Aircraft, staleBefore: number, meters?: number): string {
    const { key, position } = aircraft;
    const geometry = position === null ? 'null' : pointGeometry(position.lat, position.lon);
    return feature(
      idOf('aircraft', key),
      geometry,
      `{${identity(aircraft)},${distance(meters)}${motion(aircraft)},${writtenProvenance(aircraft, staleBefore)}}`,
    );
  }
}

const distance = (meters: number | undefined): string => (meters === undefined ? '' : `"distanceMeters":${meters},`);

function identity({ key, callsign, registration, aircraftType }: Aircraft): string {
  return (
    `"icao24":"${idOf('aircraft', key)}","callsign":${quoted(callsign)},"registration":${quoted(registration)},` +
    `"aircraftType":${quoted(aircraftType)},"country":${quoted(countryOf(key))}`
  );
}

function motion(aircraft: Aircraft): string {
  const { altitudeFeet, geometricAltitudeFeet, groundSpeedKnots, trackDegrees, verticalRateFpm, squawk, emergency, onGround, category } = aircraft;
  return (
    `"altitudeFeet":${altitudeFeet},"geometricAltitudeFeet":${geometricAltitudeFeet},"groundSpeedKnots":${groundSpeedKnots},` +
    `"trackDegrees":${trackDegrees},"verticalRateFpm":${verticalRateFpm},"squawk":${quoted(squawk)},"emergency":${quoted(emergency)},` +
    `"onGround":${onGround},"category":${quoted(category)},${airspeed(aircraft)}`
  );
}

function airspeed(aircraft: Aircraft): string {
  const { indicatedAirspeedKnots, trueAirspeedKnots, mach, selectedAltitudeFeet, windDirectionDegrees, windSpeedKnots } = aircraft;
  const { nacP, nic, rssiDbfs, positionSource, military } = aircraft;
  return (
    `"indicatedAirspeedKnots":${indicatedAirspeedKnots},"trueAirspeedKnots":${trueAirspeedKnots},"mach":${mach},` +
    `"selectedAltitudeFeet":${selectedAltitudeFeet},"windDirectionDegrees":${windDirectionDegrees},"windSpeedKnots":${windSpeedKnots},` +
    `"nacP":${nacP},"nic":${nic},"rssiDbfs":${rssiDbfs},"positionSource":${quoted(positionSource)},"military":${military}`
  );
}

export const AircraftPageDto = pageOf(AircraftDto, 'AircraftPageDto', 'A page of aircraft.', MAX_FEATURES);
