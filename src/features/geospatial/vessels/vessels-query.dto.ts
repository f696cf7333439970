import { Dto, Field } from '../../../openapi/field.js';
import { choice, list, number, optional, text, timeOrDay } from '../../../openapi/rules.js';
import type { Identity } from '../ais/mmsi.js';
import { type ShipType, shipTypes } from '../ais/ship-type.js';
import { AreaQuery } from '../area-query.dto.js';
import { type Station, stations } from '../observation.js';

@Dto('Which ships, and where.')
export class VesselsQuery extends AreaQuery {
  @Field('Only ships of these types; a ship that has not told hers is of none.', optional(list(choice(shipTypes), shipTypes.length, 1)), {
    omitFromExample: true,
    example: ['cargo', 'tanker'],
  })
  type?: ShipType[];

  @Field(
    'Only ships under these flags: two letters (ISO 3166-1), in either case.',
    optional(list(text(2, 2, /^[A-Za-z]{2}$/, 'two letters such as NL'), 50, 1)),
    {
      omitFromExample: true,
      example: ['NL', 'PA'],
    },
  )
  flag?: string[];

  @Field(
    'Only what such stations sent. Left out: all but `base_station` and `aid_to_navigation`, which stay where they are.',
    optional(list(choice(stations), stations.length, 1)),
    { omitFromExample: true, example: ['class_a'] },
  )
  station?: Station[];

  @Field(
    'Only vessels with such an MMSI: `regular` is one of the forms of ITU-R M.585, `irregular` any other number, which several stations may share.',
    optional(choice(['regular', 'irregular', 'any'])),
    { default: 'regular', omitFromExample: true, example: 'any' },
  )
  identity?: Identity | 'any';

  @Field('Only ships with this in their name, in either case.', optional(text(1, 50)), { omitFromExample: true, example: 'MAERSK' })
  name?: string;

  @Field('Only ships as fast as this or faster, in knots over ground; a ship of unknown speed is not.', optional(number(0, 200)), {
    omitFromExample: true,
    example: 5,
  })
  minSpeedKnots?: number;

  @Field('Only ships of which something was heard since then: by `provenance.fetchedAt`. A plain date is the start of that day (UTC).', optional(timeOrDay()), {
    omitFromExample: true,
    example: '2026-11-20T21:00:00.000Z',
  })
  updatedSince?: string;
}
