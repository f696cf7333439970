import { type AnyColumn, or, type SQL, sql } from '../../database/drizzle.js';
import { pointWithin } from '../../database/point-within.js';
import type { Area } from './area.js';
import type { Position } from './position.js';
import { EARTH_RADIUS_METERS } from './sphere.js';

/**
 * Whether a place in a table is in one of the boxes of an area. A longitude of 180 is kept as -180, which `boxContains`
 * knows, too.
 */
export function withinArea(lon: AnyColumn, lat: AnyColumn, { boxes }: Area): SQL | undefined {
  const edges = boxes.filter(({ east }) => east === 180).map((box) => ({ ...box, west: -180, east: -180 }));
  return or(...[...boxes, ...edges].map((box) => pointWithin(lon, lat, box)));
}

/** Meters from a position along the great circle, computed by the database as by `distanceMeters`. */
export function distanceFrom({ lat: fromLat, lon: fromLon }: Position, lon: AnyColumn, lat: AnyColumn): SQL<number> {
  const squaredHalfSine = (column: AnyColumn, value: number) =>
    sql`power(sin(radians(${column} - ${value}::float8) / 2), 2)`;
  const across = sql`cos(radians(${fromLat}::float8)) * cos(radians(${lat})) * ${squaredHalfSine(lon, fromLon)}`;
  return sql<number>`(${2 * EARTH_RADIUS_METERS}::float8 * asin(sqrt(least(1, ${squaredHalfSine(lat, fromLat)} + ${across}))))`;
}

/** Orders rows by distance, then by id. */
export interface DistanceCursor {
  distance: number;
  id: string;
}

/** Whether a row comes after a cursor in that order; undefined for the start. */
export const fartherThan = (distance: SQL, id: AnyColumn, after: DistanceCursor | undefined): SQL | undefined =>
  after && sql`(${distance}, ${id}) > (${after.distance}::float8, ${after.id}::uuid)`;

/** Returns the position of a cursor that holds the distance and the id. */
export const distanceCursorOf = (key: readonly (string | number)[] | undefined): DistanceCursor | undefined =>
  key && { distance: Number(key[0]), id: String(key[1]) };
