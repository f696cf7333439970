import { Dto, Field } from '../../../../api/field.js';
import { integer, object, optional, text, timestamp, uuid } from '../../../../api/rules.js';
import { OrderField, PageQuery, pageOf } from '../../../../http/page.js';
import type { Order } from '../../../../time/order.js';
import type { Geofence } from '../geofence.js';
import { GeofencePolicyDto, NewGeofencePolicyDto } from './geofence-policy.dto.js';
import { type ShapeDto, shapeDto, shapeRule } from './geofence-shape.dto.js';

const name = () => text(1, 100);
const shapeExample = { type: 'circle', center: { lat: 51.95, lon: 4.05 }, radiusMeters: 5_000 };

@Dto('A new geofence, or a replacement for one.')
export class NewGeofenceDto {
  @Field('The name.', name(), { example: 'Maasvlakte' })
  name!: string;

  @Field('The shape.', shapeRule(), { example: shapeExample })
  shape!: ShapeDto;

  @Field(
    'Selection of objects and timing of events; omitted fields have their defaults.',
    optional(object(() => NewGeofencePolicyDto)),
  )
  policy?: NewGeofencePolicyDto;
}

@Dto('A shape whose entries, exits and dwells are published as events.')
export class GeofenceDto {
  @Field('Identifier (UUIDv7).', uuid())
  id!: string;

  @Field('The name.', name(), { example: 'Maasvlakte' })
  name!: string;

  @Field('The shape.', shapeRule(), { example: shapeExample })
  shape!: ShapeDto;

  @Field(
    'Selection of objects and timing of events.',
    object(() => GeofencePolicyDto),
  )
  policy!: GeofencePolicyDto;

  @Field('When it was created (UTC).', timestamp())
  createdAt!: string;

  @Field('When it was last changed (UTC).', timestamp())
  updatedAt!: string;

  @Field('Increases by one with every change; part of the ETag.', integer(1, 2_147_483_647), { example: 1 })
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

@Dto('The page and the order of a list of geofences.')
export class GeofencesQuery extends PageQuery {
  @OrderField('by the time of creation', 'asc')
  order: Order = 'asc';
}
