import { Dto, Field } from '../../api/field.js';
import { choice, list, number, type Rule, union } from '../../api/rules.js';
import { PositionDto } from './position.dto.js';
import type { Position } from './position.js';

@Dto('A GeoJSON `Point` (RFC 7946): longitude first.')
export class PointPositionDto {
  @Field('The type of geometry.', choice(['Point']), { example: 'Point' })
  type!: 'Point';

  @Field(
    '[longitude, latitude] in degrees, WGS 84; a third number, an altitude, has no effect.',
    list(number(-1_000_000, 1_000_000), 3, 2),
    {
      example: [4.1027, 51.9052],
    },
  )
  coordinates!: number[];
}

/** A position in a request: `{ lat, lon }` or a GeoJSON `Point`. */
export type PositionInput = PositionDto | PointPositionDto;

export const positionRule = (): Rule =>
  union('type', { Point: () => PointPositionDto }, { otherwise: () => PositionDto });

/** Returns the position of a request; undefined for a `Point` with a latitude or longitude out of range. */
export function positionOf(given: PositionInput): Position | undefined {
  if (!('coordinates' in given)) return given;
  const [lon, lat] = given.coordinates as [number, number];
  return Math.abs(lat) <= 90 && Math.abs(lon) <= 180 ? { lat, lon } : undefined;
}
