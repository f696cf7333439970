import { Dto, Field } from '../../../../api/field.js';
import { choice, list, number, object, type Rule, union } from '../../../../api/rules.js';
import { MAX_CORNERS } from '../../geometry/polygon-problem.js';
import { MAX_RINGS } from '../../geometry/polygons-problem.js';
import { PositionDto } from '../../position.dto.js';
import type { FenceShape } from '../geofence.js';
import {
  entityRule,
  MAX_LINE_PLACES,
  MAX_MOVING_RADIUS_METERS,
  MAX_RADIUS_METERS,
  MAX_WIDTH_METERS,
} from './geofence-rules.js';

const corner = () => list(number(-180, 180), 2, 2);
const square = [
  [3.9, 51.9],
  [4.2, 51.9],
  [4.2, 52.1],
  [3.9, 52.1],
  [3.9, 51.9],
];

@Dto('A circle around a fixed position.')
export class CircleShape {
  @Field('The type of shape.', choice(['circle']), { example: 'circle' })
  type!: 'circle';

  @Field(
    'Center of the circle, in degrees (WGS 84).',
    object(() => PositionDto),
  )
  center!: PositionDto;

  @Field('The radius in meters.', number(1, MAX_RADIUS_METERS), { example: 5_000 })
  radiusMeters!: number;
}

@Dto(
  'A polygon without holes, as one ring. A GeoJSON `Polygon` is another shape: its `type` begins with a ' +
    'capital letter, and its `coordinates` are a list of rings.',
)
export class PolygonShape {
  @Field('The type of shape.', choice(['polygon']), { example: 'polygon' })
  type!: 'polygon';

  @Field(
    'The corners as [longitude, latitude], 3 to 1,000 that differ, closed or not, in either direction; the ' +
      'ring must not cross or touch itself. An edge between corners more than 180° ' +
      'apart crosses the antimeridian. A ring around the Earth contains the pole on its side of the equator. ' +
      'Western and southern edges are inside, eastern and northern edges are outside.',
    list(corner(), MAX_CORNERS + 1, 3),
    {
      example: [
        [3.9, 51.9],
        [4.2, 51.9],
        [4.2, 52.1],
        [3.9, 52.1],
      ],
    },
  )
  coordinates!: number[][];
}

const geoJsonRules =
  'Positions are [longitude, latitude], at most 1,000 corners together; a third number, an altitude, ' +
  'has no effect. Each ring is closed (its last position is its first), in either direction, and must ' +
  'not cross or touch itself. Holes lie within the outer ring and do not overlap. An edge between ' +
  'positions more than 180° apart takes the short way, across the antimeridian.';
const position = () => list(number(-1_000_000, 1_000_000), 3, 2);
const ring = () => list(position(), MAX_CORNERS + 1, 4);

@Dto('A GeoJSON `Polygon` (RFC 7946), with holes.')
export class GeoJsonPolygonShape {
  @Field('The type of shape.', choice(['Polygon']), { example: 'Polygon' })
  type!: 'Polygon';

  @Field(`The outer ring, then holes. ${geoJsonRules}`, list(ring(), MAX_RINGS, 1), { example: [square] })
  coordinates!: number[][][];
}

@Dto('A GeoJSON `MultiPolygon` (RFC 7946): several polygons as one fence.')
export class GeoJsonMultiPolygonShape {
  @Field('The type of shape.', choice(['MultiPolygon']), { example: 'MultiPolygon' })
  type!: 'MultiPolygon';

  @Field(
    `The polygons, which do not overlap, each as the outer ring, then holes. ${geoJsonRules}`,
    list(list(ring(), MAX_RINGS, 1), MAX_RINGS, 1),
    {
      example: [[square]],
    },
  )
  coordinates!: number[][][][];
}

@Dto('The area within half the width of a line, with round ends.')
export class CorridorShape {
  @Field('The type of shape.', choice(['corridor']), { example: 'corridor' })
  type!: 'corridor';

  @Field(
    'The points of the line as [longitude, latitude], connected by great circles.',
    list(corner(), MAX_LINE_PLACES, 2),
    {
      example: [
        [1.4, 51.0],
        [3.2, 51.6],
      ],
    },
  )
  line!: number[][];

  @Field('The width in meters, half of it on either side of the line.', number(1, MAX_WIDTH_METERS), {
    example: 10_000,
  })
  widthMeters!: number;
}

@Dto('A circle around a vessel or an aircraft, which moves with it.')
export class MovingShape {
  @Field('The type of shape.', choice(['moving']), { example: 'moving' })
  type!: 'moving';

  @Field(
    'The object that the geofence follows. It is never inside. The geofence is inactive while the object does ' +
      'not report.',
    entityRule(),
    {
      example: 'vessel:219024336',
    },
  )
  entity!: string;

  @Field('The radius in meters.', number(1, MAX_MOVING_RADIUS_METERS), { example: 5_000 })
  radiusMeters!: number;
}

const shapes = {
  circle: CircleShape,
  polygon: PolygonShape,
  Polygon: GeoJsonPolygonShape,
  MultiPolygon: GeoJsonMultiPolygonShape,
  corridor: CorridorShape,
  moving: MovingShape,
};

export type ShapeDto =
  | CircleShape
  | PolygonShape
  | GeoJsonPolygonShape
  | GeoJsonMultiPolygonShape
  | CorridorShape
  | MovingShape;

/** The rule of a shape, which its `type` selects. */
export const shapeRule = (): Rule =>
  union(
    'type',
    {
      circle: () => CircleShape,
      polygon: () => PolygonShape,
      Polygon: () => GeoJsonPolygonShape,
      MultiPolygon: () => GeoJsonMultiPolygonShape,
      corridor: () => CorridorShape,
      moving: () => MovingShape,
    },
    { hint: 'send the geometry of a GeoJSON Feature, not the Feature' },
  );

/** Returns the DTO of a shape, with its `type` first. */
export const shapeDto = (shape: FenceShape): ShapeDto => Object.assign(new shapes[shape.type](), shape) as ShapeDto;
