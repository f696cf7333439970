import { Dto, Field } from '../../../../openapi/field.js';
import { choice, list, number, object, type Rule, union } from '../../../../openapi/rules.js';
import { MOST_CORNERS } from '../../geometry/polygon-problem.js';
import { PositionDto } from '../../position.dto.js';
import type { FenceShape } from '../geofence.js';
import { entityRule, MAX_LINE_PLACES, MAX_MOVING_RADIUS_METERS, MAX_RADIUS_METERS, MAX_WIDTH_METERS } from './geofence-rules.js';

const corner = () => list(number(-180, 180), 2, 2);

@Dto('A circle around a fixed place.')
export class CircleShape {
  @Field('The type of shape.', choice(['circle']), { example: 'circle' })
  type!: 'circle';

  @Field(
    'The centre.',
    object(() => PositionDto),
  )
  center!: PositionDto;

  @Field('The radius in metres.', number(1, MAX_RADIUS_METERS), { example: 5_000 })
  radiusMeters!: number;
}

@Dto('A polygon without holes, as one ring. This is not a GeoJSON `Polygon`, whose `coordinates` are a list of rings.')
export class PolygonShape {
  @Field('The type of shape.', choice(['polygon']), { example: 'polygon' })
  type!: 'polygon';

  @Field(
    'The corners as [longitude, latitude], 3 to 1,000 that differ, closed or not, in either direction; the ring must not cross or touch itself. Of two corners more than 180° apart the short way ' +
      'is meant, across the antimeridian. A ring around the Earth holds the pole that is on its side of the equator. Western and southern edges belong to it, eastern and northern ones do not.',
    list(corner(), MOST_CORNERS + 1, 3),
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

@Dto('Everything within half a width of a line; the ends are round.')
export class CorridorShape {
  @Field('The type of shape.', choice(['corridor']), { example: 'corridor' })
  type!: 'corridor';

  @Field('The line as [longitude, latitude], each part the great circle between two places.', list(corner(), MAX_LINE_PLACES, 2), {
    example: [
      [1.4, 51.0],
      [3.2, 51.6],
    ],
  })
  line!: number[][];

  @Field('The width in metres, half of it on either side of the line.', number(1, MAX_WIDTH_METERS), { example: 10_000 })
  widthMeters!: number;
}

@Dto('A circle around a vessel or an aircraft, which moves with it.')
export class MovingShape {
  @Field('The type of shape.', choice(['moving']), { example: 'moving' })
  type!: 'moving';

  @Field('What it is around. That is never inside, and while it does not report the fence sleeps.', entityRule(), { example: 'vessel:219024336' })
  entity!: string;

  @Field('The radius in metres.', number(1, MAX_MOVING_RADIUS_METERS), { example: 5_000 })
  radiusMeters!: number;
}

const shapes = { circle: CircleShape, polygon: PolygonShape, corridor: CorridorShape, moving: MovingShape };

export type ShapeDto = CircleShape | PolygonShape | CorridorShape | MovingShape;

/** One of the shapes, by its `type`. */
export const shapeRule = (): Rule =>
  union('type', { circle: () => CircleShape, polygon: () => PolygonShape, corridor: () => CorridorShape, moving: () => MovingShape });

/** A shape as it is answered: its `type` first. */
export const shapeDto = (shape: FenceShape): ShapeDto => Object.assign(new shapes[shape.type](), shape) as ShapeDto;
