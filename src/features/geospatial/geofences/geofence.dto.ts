import { PageQuery, pageOf } from '../../../http/page.js';
import { Dto, Field } from '../../../openapi/field.js';
import { choice, integer, list, number, object, optional, text, timestamp, uuid } from '../../../openapi/rules.js';
import { MOST_CORNERS } from '../geometry/polygon-problem.js';
import { PositionDto } from '../position.dto.js';
import type { FenceShape, Geofence } from './geofence.js';
import { GeofencePolicyDto, GeofencePolicyInput } from './geofence-policy.dto.js';
import { entityRule, MOST_LINE_PLACES, MOST_RADIUS_METERS, MOST_WIDTH_METERS, shapeTypes } from './geofence-rules.js';

const name = () => text(1, 100);
const corner = () => list(number(-180, 180), 2, 2);

@Dto(
  'Where a geofence is. `type` says which of the other fields it has: `circle` has `center` and `radiusMeters`; `polygon` has `coordinates`; `corridor` has `line` and `widthMeters`; ' +
    '`moving`, a circle around something that moves, has `entity` and `radiusMeters`. The others are left out.',
)
export class GeofenceShapeDto {
  @Field('What it is.', choice(shapeTypes), { example: 'circle' })
  type!: FenceShape['type'];

  @Field('Of a moving fence: what it is around. That is never inside, and while it does not report the fence sleeps.', optional(entityRule()), {
    apart: true,
    example: 'vessel:219024336',
  })
  entity?: string;

  @Field('Of a circle: its centre.', optional(object(() => PositionDto)))
  center?: PositionDto;

  @Field('Of a circle or a moving fence: its radius in metres; of a moving one at most 1,000,000.', optional(number(1, MOST_RADIUS_METERS)), {
    example: 5_000,
  })
  radiusMeters?: number;

  @Field(
    'Of a polygon: its corners as [longitude, latitude], 3 to 1,000 that differ, closed or not, in either direction; it does not cross or touch itself. Of two corners more than 180° apart the short way ' +
      'is meant, across the antimeridian. A ring around the Earth holds the pole that is on its side of the equator. Western and southern edges belong to it, eastern and northern ones do not.',
    optional(list(corner(), MOST_CORNERS + 1, 3)),
    {
      apart: true,
      example: [
        [3.9, 51.9],
        [4.2, 51.9],
        [4.2, 52.1],
        [3.9, 52.1],
      ],
    },
  )
  coordinates?: number[][];

  @Field('Of a corridor: its line as [longitude, latitude], each part the great circle between two places.', optional(list(corner(), MOST_LINE_PLACES, 2)), {
    apart: true,
    example: [
      [1.4, 51.0],
      [3.2, 51.6],
    ],
  })
  line?: number[][];

  @Field('Of a corridor: how wide it is in metres, half of it on either side; its ends are round.', optional(number(1, MOST_WIDTH_METERS)), {
    apart: true,
    example: 10_000,
  })
  widthMeters?: number;

  static from(shape: FenceShape): GeofenceShapeDto {
    return Object.assign(new GeofenceShapeDto(), shape);
  }
}

@Dto('A geofence to make, or what to make of one.')
export class WriteGeofence {
  @Field('A name to know it by.', name(), { example: 'Maasvlakte' })
  name!: string;

  @Field(
    'Where it is.',
    object(() => GeofenceShapeDto),
    { example: { type: 'circle', center: { lat: 51.95, lon: 4.05 }, radiusMeters: 5_000 } },
  )
  shape!: GeofenceShapeDto;

  @Field('What is told of it; what is left out is as the defaults say.', optional(object(() => GeofencePolicyInput)))
  policy?: GeofencePolicyInput;
}

@Dto('A place whose comings and goings you want to know.')
export class GeofenceDto {
  @Field('The identifier (UUIDv7).', uuid())
  id!: string;

  @Field('A name to know it by.', name(), { example: 'Maasvlakte' })
  name!: string;

  @Field(
    'Where it is.',
    object(() => GeofenceShapeDto),
    { example: { type: 'circle', center: { lat: 51.95, lon: 4.05 }, radiusMeters: 5_000 } },
  )
  shape!: GeofenceShapeDto;

  @Field(
    'What is told of it.',
    object(() => GeofencePolicyDto),
  )
  policy!: GeofencePolicyDto;

  @Field('When it was made (UTC).', timestamp())
  createdAt!: string;

  @Field('When it was last changed (UTC).', timestamp())
  updatedAt!: string;

  @Field('Grows by one with every change; the ETag holds it.', integer(1, 2_147_483_647), { example: 1 })
  version!: number;

  static from({ id, name, shape, policy, expiresAt, createdAt, updatedAt, version }: Geofence): GeofenceDto {
    return Object.assign(new GeofenceDto(), {
      id,
      name,
      shape: GeofenceShapeDto.from(shape),
      policy: GeofencePolicyDto.from(policy, expiresAt),
      createdAt: createdAt.toISOString(),
      updatedAt: updatedAt.toISOString(),
      version,
    });
  }
}

export const GeofencePageDto = pageOf(GeofenceDto, 'GeofencePageDto', 'A page of geofences, oldest first.');

@Dto('Which page of your geofences, and how.')
export class GeofencesQuery extends PageQuery {
  @Field('`geojson` is the same as `Accept: application/geo+json`.', optional(choice(['json', 'geojson'])), { apart: true, example: 'geojson' })
  format?: 'json' | 'geojson';
}
