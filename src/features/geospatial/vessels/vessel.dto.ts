import { pageOf } from '../../../http/page.js';
import { WrittenJson } from '../../../http/written-json.js';
import { Dto, Field } from '../../../openapi/field.js';
import { ProvenanceDto } from '../../../openapi/provenance.dto.js';
import { choice, flag, integer, nullable, number, object, text, timestamp } from '../../../openapi/rules.js';
import { aidTypeOf, aidTypes } from '../ais/aid-type.js';
import { flagOf } from '../ais/flag.js';
import { identities, identityOf } from '../ais/mmsi.js';
import { navigationStatuses, navigationStatusOf } from '../ais/navigation-status.js';
import { hazardCategories, hazardCategoryOf, shipTypeOf, shipTypes } from '../ais/ship-type.js';
import { MAX_STATION_LENGTH, stationPattern } from '../ais/tag-block.js';
import { MAX_FEATURES } from '../area-query.dto.js';
import { degrees, feature, pointGeometry } from '../geojson.js';
import { instant } from '../instant.js';
import { idOf } from '../layer.js';
import { quoted } from '../live/quoted.js';
import { writtenProvenance } from '../live/written-provenance.js';
import { classBUnits, positionAccuracies, stations } from '../observation.js';
import { PositionDto } from '../position.dto.js';
import type { Vessel } from '../vessel.js';
import { DimensionsDto } from './dimensions.dto.js';

@Dto('A ship, or another sender of AIS, as her reports taken together have it. Null is what she never said or says is not available.')
export class VesselDto {
  @Field('Maritime mobile service identity: nine digits, with leading zeros where fewer are sent.', text(9, 9, /^\d{9}$/), { example: '219024336' })
  mmsi!: string;

  @Field(
    '`regular` where the MMSI has one of the forms of ITU-R M.585; `irregular` where it has none, as with 222222222 and 000003638: then several stations may share it.',
    choice(identities),
    { example: 'regular' },
  )
  identity!: string;

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

  @Field('From the reference point of the position to each side; null where it is not known.', nullable(object(() => DimensionsDto)))
  dimensions!: DimensionsDto | null;

  @Field('Accuracy of the position: `high` is better than 10 m, `low` is not (AIS).', nullable(choice(positionAccuracies)), { example: 'high' })
  positionAccuracy!: string | null;

  @Field('Whether the receiver on board monitors the integrity of its satellites (RAIM, AIS).', nullable(flag()), { example: false })
  raim!: boolean | null;

  @Field(
    'Unit of class B: `sotdma` reserves its time to send, `carrier_sense` sends when it hears nobody (AIS type 18); null for others.',
    nullable(choice(classBUnits)),
    {
      example: null,
    },
  )
  classBUnit!: string | null;

  @Field('Dangerous cargo by the second digit of the ship type: categories X, Y and Z of the IMO, or other substances.', nullable(choice(hazardCategories)), {
    example: null,
  })
  hazardCategory!: string | null;

  @Field('Kind of an aid to navigation (AIS type 21, ITU-R M.1371 table 74); null for others.', nullable(choice(aidTypes)), { example: null })
  aidType!: string | null;

  @Field('Of an aid to navigation: true where there is no buoy, only the message (AIS type 21).', nullable(flag()), { example: null })
  virtual!: boolean | null;

  @Field('Of a floating aid to navigation: whether it is off its position; null where that is not known (AIS type 21).', nullable(flag()), { example: null })
  offPosition!: boolean | null;

  @Field('Altitude of a search-and-rescue aircraft in metres; 4094 is that or more (AIS type 9); null for others.', nullable(integer(0, 4_094)), {
    example: null,
  })
  altitudeMeters!: number | null;

  @Field(
    'Station that received the latest report, as named in its TAG block (`s`, NMEA 0183 4.10): often an MMSI; null where none is named.',
    nullable(text(1, MAX_STATION_LENGTH, stationPattern)),
    { example: '2573345' },
  )
  sourceStation!: string | null;

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
    `"mmsi":"${idOf('vessels', key)}","identity":"${identityOf(key)}","imo":${imo},"name":${quoted(name)},"callsign":${quoted(callsign)},` +
    `"shipType":${quoted(shipTypeOf(shipTypeCode))},"flag":${quoted(flagOf(key))},"station":"${station}"`
  );
}

function motion(vessel: Vessel): string {
  const { speedKnots, courseDegrees, headingDegrees, rateOfTurn, navigationStatus, destination, eta, draughtMeters, lengthMeters, beamMeters } = vessel;
  return (
    `"speedKnots":${speedKnots},"courseDegrees":${courseDegrees},"headingDegrees":${headingDegrees},"rateOfTurn":${rateOfTurn},` +
    `"navigationStatus":${quoted(navigationStatusOf(navigationStatus))},"destination":${quoted(destination)},` +
    `"eta":${eta === null ? 'null' : `"${instant(eta)}"`},"draughtMeters":${draughtMeters},"lengthMeters":${lengthMeters},"beamMeters":${beamMeters},${equipment(vessel)}`
  );
}

function equipment(vessel: Vessel): string {
  const { toBowMeters, toSternMeters, toPortMeters, toStarboardMeters, positionAccuracy, raim, classBUnit, shipTypeCode } = vessel;
  const { aidTypeCode, virtual, offPosition, altitudeMeters, sourceStation } = vessel;
  const sides = `{"toBowMeters":${toBowMeters},"toSternMeters":${toSternMeters},"toPortMeters":${toPortMeters},"toStarboardMeters":${toStarboardMeters}}`;
  return (
    `"dimensions":${toBowMeters === null ? 'null' : sides},"positionAccuracy":${quoted(positionAccuracy)},"raim":${raim},"classBUnit":${quoted(classBUnit)},` +
    `"hazardCategory":${quoted(hazardCategoryOf(shipTypeCode))},"aidType":${quoted(aidTypeOf(aidTypeCode))},"virtual":${virtual},` +
    `"offPosition":${offPosition},"altitudeMeters":${altitudeMeters},"sourceStation":${quoted(sourceStation)}`
  );
}

export const VesselPageDto = pageOf(VesselDto, 'VesselPageDto', 'A page of the ships that are there now.', MAX_FEATURES);
