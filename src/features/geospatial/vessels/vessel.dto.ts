import { pageOf } from '../../../http/page.js';
import { WrittenJson } from '../../../http/written-json.js';
import { Dto, Field } from '../../../openapi/field.js';
import { ProvenanceDto } from '../../../openapi/provenance.dto.js';
import { choice, integer, nullable, number, object, text, timestamp } from '../../../openapi/rules.js';
import { flagOf } from '../ais/flag.js';
import { navigationStatuses, navigationStatusOf } from '../ais/navigation-status.js';
import { shipTypeOf, shipTypes } from '../ais/ship-type.js';
import { MAX_FEATURES } from '../area-query.dto.js';
import { degrees, feature, pointGeometry } from '../geojson.js';
import { instant } from '../instant.js';
import { idOf } from '../layer.js';
import { quoted } from '../live/quoted.js';
import { writtenProvenance } from '../live/written-provenance.js';
import { stations } from '../observation.js';
import { PositionDto } from '../position.dto.js';
import type { Vessel } from '../vessel.js';

@Dto('A ship, or another sender of AIS, as her reports taken together have it. Null is what she never said or says is not available.')
export class VesselDto {
  @Field('Maritime mobile service identity: nine digits.', text(9, 9, /^\d{9}$/), { example: '219024336' })
  mmsi!: string;

  @Field('Number of the International Maritime Organization, which stays with the hull.', nullable(integer(1, 999_999_999)), { example: 9811000 })
  imo!: number | null;

  @Field('Name.', nullable(text(1, 120)), { example: 'EVER GIVEN' })
  name!: string | null;

  @Field('Radio callsign.', nullable(text(1, 120)), { example: 'H3RC' })
  callsign!: string | null;

  @Field('What kind of ship she is.', nullable(choice(shipTypes)), { example: 'cargo' })
  shipType!: string | null;

  @Field('Whose flag she flies, by her MMSI: two letters (ISO 3166-1).', nullable(text(2, 2)), { example: 'PA' })
  flag!: string | null;

  @Field('What sends: a ship of class A or B, or what is none.', choice(stations), { example: 'class_a' })
  station!: string;

  @Field('Where she was at `observedAt`; null when no report had a position yet.', nullable(object(() => PositionDto)))
  position!: PositionDto | null;

  @Field('Speed over ground in knots.', nullable(number(0)), { example: 12.3 })
  speedKnots!: number | null;

  @Field('Course over ground in degrees, true.', nullable(number(0, 360)), { example: 271.9 })
  courseDegrees!: number | null;

  @Field('Where the bow points, in degrees, true.', nullable(number(0, 360)), { example: 270 })
  headingDegrees!: number | null;

  @Field('Rate of turn in degrees a minute, positive to starboard.', nullable(number()), { example: 0 })
  rateOfTurn!: number | null;

  @Field('What she says she is doing.', nullable(choice(navigationStatuses)), { example: 'under_way_using_engine' })
  navigationStatus!: string | null;

  @Field('Where she says she is bound for, as typed in on board.', nullable(text(1, 120)), { example: 'NLRTM' })
  destination!: string | null;

  @Field('When she says she arrives; AIS sends no year, it is the one nearest to the report.', nullable(timestamp()), { example: '2026-11-21T04:00:00.000Z' })
  eta!: string | null;

  @Field('Draught in metres.', nullable(number(0)), { example: 14.7 })
  draughtMeters!: number | null;

  @Field('Length in metres.', nullable(number(0)), { example: 400 })
  lengthMeters!: number | null;

  @Field('Beam in metres.', nullable(number(0)), { example: 59 })
  beamMeters!: number | null;

  @Field('When the position was fixed; without one, when the latest report was made.', timestamp(), { example: '2026-11-20T20:59:58.000Z' })
  observedAt!: string;

  @Field(
    'Who told it last; stale ten minutes after `observedAt`.',
    object(() => ProvenanceDto),
  )
  provenance!: ProvenanceDto;

  /** As JSON. @param staleBefore what was observed before (ms) is stale */
  static json(vessel: Vessel, staleBefore: number): string {
    const { position } = vessel;
    const place = position === null ? 'null' : `{"lat":${degrees(position.lat)},"lon":${degrees(position.lon)}}`;
    return `{${identity(vessel)},"position":${place},${motion(vessel)},${writtenProvenance(vessel, staleBefore)}}`;
  }

  static of(vessel: Vessel, staleBefore: number): WrittenJson {
    return new WrittenJson(VesselDto.json(vessel, staleBefore));
  }

  /** As a GeoJSON Feature: the same but for the position, which is its geometry. */
  static feature(vessel: Vessel, staleBefore: number): string {
    const { key, position } = vessel;
    const geometry = position === null ? 'null' : pointGeometry(position.lat, position.lon);
    return feature(idOf('vessels', key), geometry, `{${identity(vessel)},${motion(vessel)},${writtenProvenance(vessel, staleBefore)}}`);
  }
}

function identity({ key, imo, name, callsign, shipTypeCode, station }: Vessel): string {
  return (
    `"mmsi":"${idOf('vessels', key)}","imo":${imo},"name":${quoted(name)},"callsign":${quoted(callsign)},` +
    `"shipType":${quoted(shipTypeOf(shipTypeCode))},"flag":${quoted(flagOf(key))},"station":"${station}"`
  );
}

function motion(vessel: Vessel): string {
  const { speedKnots, courseDegrees, headingDegrees, rateOfTurn, navigationStatus, destination, eta, draughtMeters, lengthMeters, beamMeters } = vessel;
  return (
    `"speedKnots":${speedKnots},"courseDegrees":${courseDegrees},"headingDegrees":${headingDegrees},"rateOfTurn":${rateOfTurn},` +
    `"navigationStatus":${quoted(navigationStatusOf(navigationStatus))},"destination":${quoted(destination)},` +
    `"eta":${eta === null ? 'null' : `"${instant(eta)}"`},"draughtMeters":${draughtMeters},"lengthMeters":${lengthMeters},"beamMeters":${beamMeters}`
  );
}

export const VesselPageDto = pageOf(VesselDto, 'VesselPageDto', 'A page of the ships that are there now.', MAX_FEATURES);
