import type { FeatureDescription } from '../../../api/endpoint.js';
import { Dto, Field } from '../../../api/field.js';
import { choice, flag, integer, nullable, number, object, text, timestamp } from '../../../api/rules.js';
import { pageOf } from '../../../http/page.js';
import { RawJson } from '../../../http/raw-json.js';
import { ProvenanceDto } from '../../../upstream/provenance.dto.js';
import { aidTypeOf, aidTypes } from '../ais/aid-type.js';
import { flagOf } from '../ais/flag.js';
import { identities, identityOf } from '../ais/mmsi.js';
import { navigationStatuses, navigationStatusOf } from '../ais/navigation-status.js';
import { hazardCategories, hazardCategoryOf, shipTypeOf, shipTypes } from '../ais/ship-type.js';
import { MAX_STATION_LENGTH, stationPattern } from '../ais/tag-block.js';
import { DistanceField, MAX_FEATURES } from '../area-query.dto.js';
import { idOf } from '../layer.js';
import { quoted, StateWriter } from '../live/written-state.js';
import { PositionDto } from '../position.dto.js';
import { classBUnits, positionAccuracies, stations, type Vessel, vesselFields } from '../vessel.js';

@Dto(
  'Distances of the sides of a vessel from the reference point of its position, which mostly is the antenna ' +
    '(AIS types 5, 19, 21 and 24).',
)
class DimensionsDto {
  @Field('Meters to the bow; 511 means 511 or more.', integer(0, 511), { example: 340 })
  toBowMeters!: number;

  @Field('Meters to the stern; 511 means 511 or more.', integer(0, 511), { example: 60 })
  toSternMeters!: number;

  @Field('Meters to port; 63 means 63 or more.', integer(0, 63), { example: 29 })
  toPortMeters!: number;

  @Field('Meters to starboard; 63 means 63 or more.', integer(0, 63), { example: 30 })
  toStarboardMeters!: number;
}

const written = new StateWriter<Vessel>({
  layer: 'vessels',
  fields: vesselFields,
  first: (key) => `"mmsi":"${idOf('vessels', key)}","identity":"${identityOf(key)}"`,
  afterPosition: 'speedKnots',
  members: {
    imo: ({ imo }) => `"imo":${imo === null ? 'null' : `"${imo}"`}`,
    shipTypeCode: ({ shipTypeCode, key }) =>
      `"shipType":${quoted(shipTypeOf(shipTypeCode))},"flag":${quoted(flagOf(key))}`,
    navigationStatus: ({ navigationStatus }) => `"navigationStatus":${quoted(navigationStatusOf(navigationStatus))}`,
    toBowMeters: ({ toBowMeters, toSternMeters, toPortMeters, toStarboardMeters }) =>
      toBowMeters === null
        ? '"dimensions":null'
        : `"dimensions":{"toBowMeters":${toBowMeters},"toSternMeters":${toSternMeters},"toPortMeters":${toPortMeters},"toStarboardMeters":${toStarboardMeters}}`,
    toSternMeters: null,
    toPortMeters: null,
    toStarboardMeters: null,
    classBUnit: ({ classBUnit, shipTypeCode }) =>
      `"classBUnit":${quoted(classBUnit)},"hazardCategory":${quoted(hazardCategoryOf(shipTypeCode))}`,
    aidTypeCode: ({ aidTypeCode }) => `"aidType":${quoted(aidTypeOf(aidTypeCode))}`,
  },
});

@Dto(
  'The merged latest state of a vessel or another AIS station. Null values were never reported or are not available.',
)
export class VesselDto {
  @Field('Maritime Mobile Service Identity: nine digits, with leading zeros.', text(9, 9, /^\d{9}$/), {
    example: '219024336',
  })
  mmsi!: string;

  @Field(
    '`regular` when the MMSI has a form of ITU-R M.585; `irregular` otherwise, such as 222222222 and ' +
      '000003638: several stations may share it.',
    choice(identities),
    { example: 'regular' },
  )
  identity!: string;

  @Field('IMO number, digits only; it stays with the hull. Null if not reported.', nullable(text(1, 9, /^[1-9]\d*$/)), {
    example: '9811000',
  })
  imo!: string | null;

  @Field('Name of the vessel or station, as reported; null if not reported.', nullable(text(1, 120)), {
    example: 'EVER GIVEN',
  })
  name!: string | null;

  @Field('Radio callsign; null if not reported.', nullable(text(1, 120)), { example: 'H3RC' })
  callsign!: string | null;

  @Field('Ship type, from the reported AIS code; null if not reported.', nullable(choice(shipTypes)), {
    example: 'cargo',
  })
  shipType!: string | null;

  @Field(
    'Flag state, derived from the MMSI: two letters (ISO 3166-1); null if the MMSI names no country.',
    nullable(text(2, 2)),
    { example: 'PA' },
  )
  flag!: string | null;

  @Field('Station type.', choice(stations), { example: 'class_a' })
  station!: string;

  @Field('Position at `observedAt`; null when no report had one.', nullable(object(() => PositionDto)))
  position!: PositionDto | null;

  @DistanceField()
  distanceMeters?: number;

  @Field('Speed over ground in knots; null if not available.', nullable(number(0)), { example: 12.3 })
  speedKnots!: number | null;

  @Field('Course over ground in degrees, true; null if not available.', nullable(number(0, 360)), { example: 271.9 })
  courseDegrees!: number | null;

  @Field('True heading in degrees; null if not available.', nullable(number(0, 360)), { example: 270 })
  headingDegrees!: number | null;

  @Field('Rate of turn in degrees per minute, positive to starboard; null if not available.', nullable(number()), {
    example: 0,
  })
  rateOfTurnDegreesPerMinute!: number | null;

  @Field('Navigation status, as reported; null if not reported.', nullable(choice(navigationStatuses)), {
    example: 'under_way_using_engine',
  })
  navigationStatus!: string | null;

  @Field('Destination, as entered on board; null if not reported.', nullable(text(1, 120)), { example: 'NLRTM' })
  destination!: string | null;

  @Field(
    'Estimated time of arrival, as reported (UTC); null if not reported. AIS sends no year; the year nearest to the ' +
      'report is used.',
    nullable(timestamp()),
    {
      example: '2026-11-21T04:00:00.000Z',
    },
  )
  eta!: string | null;

  @Field('Draft in meters; null if not reported.', nullable(number(0)), { example: 14.7 })
  draughtMeters!: number | null;

  @Field('Length in meters; null if not reported.', nullable(number(0)), { example: 400 })
  lengthMeters!: number | null;

  @Field('Beam in meters; null if not reported.', nullable(number(0)), { example: 59 })
  beamMeters!: number | null;

  @Field('Distances from the antenna to each side; null when unknown.', nullable(object(() => DimensionsDto)))
  dimensions!: DimensionsDto | null;

  @Field(
    'Accuracy of the position: `high` is better than 10 m, `low` is not (AIS); null if not reported.',
    nullable(choice(positionAccuracies)),
    { example: 'high' },
  )
  positionAccuracy!: string | null;

  @Field(
    'True when the satellite receiver on board monitors integrity (RAIM); null if not reported.',
    nullable(flag()),
    { example: false },
  )
  raim!: boolean | null;

  @Field(
    'Class B unit: `sotdma` reserves its time slots, `carrier_sense` sends when the channel is free (AIS type ' +
      '18); null for other stations.',
    nullable(choice(classBUnits)),
    {
      example: null,
    },
  )
  classBUnit!: string | null;

  @Field(
    'Dangerous cargo by the second digit of the ship type: categories X, Y and Z of the IMO, or other substances; ' +
      'null if the ship type names no dangerous cargo.',
    nullable(choice(hazardCategories)),
    {
      example: null,
    },
  )
  hazardCategory!: string | null;

  @Field(
    'Type of an aid to navigation (AIS type 21, ITU-R M.1371 table 74); null for other stations.',
    nullable(choice(aidTypes)),
    { example: null },
  )
  aidType!: string | null;

  @Field(
    'True for a virtual aid to navigation, which has no buoy (AIS type 21); null for other stations.',
    nullable(flag()),
    { example: null },
  )
  virtual!: boolean | null;

  @Field(
    'True when a floating aid to navigation is off its position (AIS type 21); null when unknown or for other ' +
      'stations.',
    nullable(flag()),
    {
      example: null,
    },
  )
  offPosition!: boolean | null;

  @Field(
    'Altitude of a search-and-rescue aircraft in meters; 4094 means 4094 or more (AIS type 9); null for other ' +
      'stations.',
    nullable(integer(0, 4_094)),
    {
      example: null,
    },
  )
  altitudeMeters!: number | null;

  @Field(
    'Station that received the latest report, as named in its TAG block (`s`, NMEA 0183 4.10): often an MMSI; ' +
      'null if the block names no station.',
    nullable(text(1, MAX_STATION_LENGTH, stationPattern)),
    { example: '2573345' },
  )
  sourceStation!: string | null;

  @Field('Time of the position (UTC); without a position, time of the latest report.', timestamp(), {
    example: '2026-11-20T20:59:58.000Z',
  })
  observedAt!: string;

  @Field(
    'Source of the latest report; stale ten minutes after `observedAt`.',
    object(() => ProvenanceDto),
  )
  provenance!: ProvenanceDto;

  /** Serializers to JSON and to a GeoJSON Feature. */
  static readonly json = written.json;
  static readonly feature = written.feature;

  static of(vessel: Vessel, staleBefore: number): RawJson {
    return new RawJson(written.json(vessel, staleBefore));
  }
}

export const VesselPageDto = pageOf(VesselDto, 'VesselPageDto', 'A page of vessels.', MAX_FEATURES);

/** The GeoJSON form of an item. */
export const vesselFeature: FeatureDescription = {
  dto: VesselDto,
  without: ['position'],
  geometry: ['Point'],
  nullGeometry: 'without a position',
  id: '219024336',
};
