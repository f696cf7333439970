import { PageQuery, pageOf } from '../../../../http/page.js';
import { Dto, Field } from '../../../../openapi/field.js';
import { choice, integer, object, optional, text, timestamp, uuid } from '../../../../openapi/rules.js';
import type { Geofence } from '../geofence.js';
import { GeofencePolicyDto, NewGeofencePolicyDto } from './geofence-policy.dto.js';
import { type ShapeDto, shapeDto, shapeRule } from './geofence-shape.dto.js';

const name = () => text(1, 100);
const shapeExample = { type: 'circle', center: { lat: 51.95, lon: 4.05 }, radiusMeters: 5_000 };

@Dto('A geofence to make, or what to make of one.')
export class NewGeofenceDto {
  @Field('A name to know it by.', name(), { example: 'Maasvlakte' })
  name!: string;

  @Field('Where it is.', shapeRule(), { example: shapeExample })
  shape!: ShapeDto;

  @Field('What is told of it; what is left out is as the defaults say.', optional(object(() => NewGeofencePolicyDto)))
  policy?: NewGeofencePolicyDto;
}

@Dto('A place whose comings and goings you want to know.')
export class GeofenceDto {
  @Field('Identifier (UUIDv7).', uuid())
  id!: string;

  @Field('A name to know it by.', name(), { example: 'Maasvlakte' })
  name!: string;

  @Field('Where it is.', shapeRule(), { example: shapeExample })
  shape!: ShapeDto;

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
      shape: shapeDto(shape),
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
  @Field('`geojson` is the same as `Accept: application/geo+json`.', optional(choice(['json', 'geojson'])), { omitFromExample: true, example: 'geojson' })
  format?: 'json' | 'geojson';
}
