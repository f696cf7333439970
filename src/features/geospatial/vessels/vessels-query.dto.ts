import { Dto, Field } from '../../../api/field.js';
import { choice, integer, list, number, optional, text, timeOrDay } from '../../../api/rules.js';
import type { Identity } from '../ais/mmsi.js';
import { type ShipType, shipTypes } from '../ais/ship-type.js';
import { AreaQuery } from '../area-query.dto.js';
import { EntityField, FleetField } from '../fleets/fleet.dto.js';
import { type Station, stations } from '../vessel.js';

@Dto('Filters of vessels.')
export class VesselsQuery extends AreaQuery {
  @Field(
    'Only vessels of these types; vessels without a known type do not match.',
    optional(list(choice(shipTypes), shipTypes.length, 1)),
    {
      omitFromExample: true,
      example: ['cargo', 'tanker'],
    },
  )
  type?: ShipType[];

  @Field(
    'Only vessels of these flag states: two letters (ISO 3166-1), case-insensitive.',
    optional(list(text(2, 2, /^[A-Za-z]{2}$/, 'two letters such as NL'), 50, 1)),
    {
      omitFromExample: true,
      example: ['NL', 'PA'],
    },
  )
  flag?: string[];

  @Field(
    'Only these station types. Default: all except `base_station` and `aid_to_navigation`, which do not move.',
    optional(list(choice(stations), stations.length, 1)),
    { omitFromExample: true, example: ['class_a'] },
  )
  station?: Station[];

  @Field(
    'Only vessels with such an MMSI: `regular` has a form of ITU-R M.585; `irregular` is any other number, ' +
      'which several stations may share.',
    optional(choice(['regular', 'irregular', 'any'])),
    { default: 'regular', omitFromExample: true, example: 'any' },
  )
  identity?: Identity | 'any';

  @Field('Only vessels whose name contains this, case-insensitive.', optional(text(1, 50)), {
    omitFromExample: true,
    example: 'MAERSK',
  })
  name?: string;

  @Field('Minimum speed over ground in knots; vessels of unknown speed do not match.', optional(number(0, 200)), {
    omitFromExample: true,
    example: 5,
  })
  minSpeedKnots?: number;

  @Field('Only vessels with one of these IMO numbers.', optional(list(integer(1_000_000, 9_999_999), 200, 1)), {
    omitFromExample: true,
    example: [9811000],
  })
  imo?: number[];

  @Field('Only vessels whose reported destination contains this, case-insensitive.', optional(text(1, 50)), {
    omitFromExample: true,
    example: 'ROTTERDAM',
  })
  destination?: string;

  @Field(
    'Only vessels that report one of these navigation statuses (ITU-R M.1371): 0 under way using engine, 1 at anchor, ' +
      '5 moored, and so on.',
    optional(list(integer(0, 15), 16, 1)),
    { omitFromExample: true, example: [1, 5] },
  )
  navigationStatus?: number[];

  @EntityField()
  entity?: string[];

  @FleetField()
  fleetId?: string;

  @Field(
    'Only vessels received since this time (`provenance.fetchedAt`). A plain date is the start of that day (UTC).',
    optional(timeOrDay()),
    {
      omitFromExample: true,
      example: '2026-11-20T21:00:00.000Z',
    },
  )
  updatedSince?: string;
}
