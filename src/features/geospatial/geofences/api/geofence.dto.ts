import { answerOf } from '../../../../api/answer.js';
import type { FeatureDescription } from '../../../../api/endpoint.js';
import { Dto, Field } from '../../../../api/field.js';
import { label, list, object, optional, text } from '../../../../api/rules.js';
import { pageOf } from '../../../../http/page.js';
import { Resource, ResourceDto } from '../../../../resources/resource-dto.js';
import type { Geofence } from '../geofence.js';
import { symbolsOfFence } from '../traffic/traffic-symbols.js';
import { GeofencePolicyDto, NewGeofencePolicyDto } from './geofence-policy.dto.js';
import { type ShapeDto, shapeDto, shapeRule } from './geofence-shape.dto.js';

const name = () => label(1, 100);
const shapeExample = { type: 'circle', center: { lat: 51.95, lon: 4.05 }, radiusMeters: 5_000 };

@Dto('A new geofence, or a replacement for one.')
export class NewGeofenceDto {
  @Field('Your name for the geofence.', name(), { example: 'Maasvlakte' })
  name!: string;

  @Field('The watched area: a circle, polygon or corridor, or a circle around a moving object.', shapeRule(), {
    example: shapeExample,
  })
  shape!: ShapeDto;

  @Field(
    'Selection of objects and timing of events; omitted fields have their defaults.',
    optional(object(() => NewGeofencePolicyDto)),
  )
  policy?: NewGeofencePolicyDto;
}

@Resource('A shape whose entries, exits and dwells are published as events.', { grantable: true })
export class GeofenceDto extends ResourceDto {
  @Field('Your name for the geofence.', name(), { example: 'Maasvlakte' })
  name!: string;

  @Field('The watched area: a circle, polygon or corridor, or a circle around a moving object.', shapeRule(), {
    example: shapeExample,
  })
  shape!: ShapeDto;

  @Field(
    'Selection of objects and timing of events.',
    object(() => GeofencePolicyDto),
  )
  policy!: GeofencePolicyDto;

  @Field(
    'Symbols of the mean number of vessels, and of aircraft, in the geofence in an hour, for its owner: `GET ' +
      '/markets/candles/{symbol}`, charts and rules take them.',
    list(text(6, 29), 2),
    { example: ['AREA-J9A7R9EK1-VESSELS.FLOW', 'AREA-J9A7R9EK1-AIRCRAFT.FLOW'] },
  )
  symbols!: string[];

  static from(geofence: Geofence): GeofenceDto {
    const { shape, policy, expiresAt } = geofence;
    return answerOf(GeofenceDto, {
      ...geofence,
      shape: shapeDto(shape),
      policy: GeofencePolicyDto.from(policy, expiresAt),
      symbols: symbolsOfFence(geofence).map(({ symbol }) => symbol),
    });
  }
}

export const GeofencePageDto = pageOf(GeofenceDto, 'GeofencePageDto', 'A page of geofences, oldest first.');

/** The GeoJSON form of an item. */
export const fenceFeature: FeatureDescription = {
  dto: GeofenceDto,
  geometry: ['Polygon', 'MultiPolygon'],
  nullGeometry: 'while a moving geofence is inactive',
  id: '019aa3c1-7e52-7c4b-9d0e-3f5a1b2c4d6e',
};
