import { type AnyColumn, type SQL, sql } from './drizzle.js';

/** A box in degrees that does not cross the antimeridian. Its edges belong to it. */
export interface PlainBox {
  west: number;
  south: number;
  east: number;
  north: number;
}

/**
 * Whether a place is in a box, for the GiST index on `point(longitude, latitude)`. A place without coordinates is in
 * none.
 */
export function pointWithin(longitude: AnyColumn, latitude: AnyColumn, { west, south, east, north }: PlainBox): SQL {
  // Partial indexes ask for the first half.
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
