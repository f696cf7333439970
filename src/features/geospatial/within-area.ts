import { type AnyColumn, or, type SQL, sql } from '../../database/drizzle.js';
import { pointWithin } from '../../database/point-within.js';
import type { Area } from './area.js';
import type { Position } from './position.js';
import { EARTH_RADIUS_METERS } from './sphere.js';

/**
 * Builds the condition that a row's position is in one of the boxes of an area. Rows hold -180 for a longitude of 180,
 * so a box with its east edge at 180 also matches -180, as in `boxContains`.
 */
export function withinArea(lon: AnyColumn, lat: AnyColumn, { boxes }: Area): SQL | undefined {
  const edges = boxes.filter(({ east }) => east === 180).map((box) => ({ ...box, west: -180, east: -180 }));
  return or(...[...boxes, ...edges].map((box) => pointWithin(lon, lat, box)));
}

/** Builds the great-circle distance (m) from a position to a row's position, with the formula of `distanceMeters`. */
export function distanceFrom({ lat: fromLat, lon: fromLon }: Position, lon: AnyColumn, lat: AnyColumn): SQL<number> {
  const squaredHalfSine = (column: AnyColumn, value: number) =>
    sql`power(sin(radians(${column} - ${value}::float8) / 2), 2)`;
  const across = sql`cos(radians(${fromLat}::float8)) * cos(radians(${lat})) * ${squaredHalfSine(lon, fromLon)}`;
  return sql<number>`(${2 * EARTH_RADIUS_METERS}::float8 * asin(sqrt(least(1, ${squaredHalfSine(lat, fromLat)} + ${across}))))`;
}

/** A position in a list that is ordered by distance (m), then by id. */
export interface DistanceCursor {
  distance: number;
  id: string;
}

/** Builds the condition that a row comes after a cursor, by distance and id; undefined without a cursor. */
export const fartherThan = (distance: SQL, id: AnyColumn, after: DistanceCursor | undefined): SQL | undefined =>
  after && sql`(${distance}, ${id}) > (${after.distance}::float8, ${after.id}::uuid)`;

/** Parses the distance and the id of a cursor. */
export const distanceCursorOf = (key: readonly (string | number)[] | undefined): DistanceCursor | undefined =>
  key && { distance: Number(key[0]), id: String(key[1]) };
