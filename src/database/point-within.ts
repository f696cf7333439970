import { type AnyColumn, type SQL, sql } from './drizzle.js';

/** A box in degrees, edges included, that does not cross the antimeridian. */
export interface PlainBox {
  west: number;
  south: number;
  east: number;
  north: number;
}

/**
 * Returns the condition that a position is in a box, for the GiST index on `point(longitude, latitude)`. A position
 * without coordinates is in no box.
 */
export function pointWithin(longitude: AnyColumn, latitude: AnyColumn, { west, south, east, north }: PlainBox): SQL {
  // The first condition lets PostgreSQL use partial indexes.
  return sql`(${latitude} is not null and point(${longitude}, ${latitude}) <@ box(point(${east}, ${north}), point(${west}, ${south})))`;
}

/** Like `pointWithin`, for a large box, without the spatial index. */
export function pointWithinLarge(
  longitude: AnyColumn,
  latitude: AnyColumn,
  { west, south, east, north }: PlainBox,
): SQL {
  return sql`(${latitude} between ${south} and ${north} and ${longitude} between ${west} and ${east})`;
}
