import { type AnyColumn, and, or, type SQL, sql } from './drizzle.js';
import { pointWithin } from './point-within.js';

/** Mean radius of the Earth (IUGG). */
const EARTH_RADIUS_METERS = 6_371_008.8;
const METERS_PER_DEGREE = 111_195;

/** A circle on the sphere; center in degrees, radius in meters. */
export interface PlainCircle {
  lat: number;
  lon: number;
  radiusMeters: number;
}

/**
 * Returns the condition that a position is in a circle: first by a bounding box, for the index on positions, then by
 * the haversine formula. A position without coordinates is in no circle.
 */
export function withinCircle(
  { lat, lon, radiusMeters }: PlainCircle,
  latColumn: AnyColumn,
  lonColumn: AnyColumn,
): SQL | undefined {
  const height = radiusMeters / METERS_PER_DEGREE + 0.01;
  const [south, north] = [Math.max(-90, lat - height), Math.min(90, lat + height)];
  const narrowest = Math.cos((Math.max(Math.abs(south), Math.abs(north)) * Math.PI) / 180);
  const width = height / Math.max(narrowest, 1e-9);
  const around = [lon, lon - 360, lon + 360].map((middle) => ({
    west: Math.max(-180, middle - width),
    south,
    east: Math.min(180, middle + width),
    north,
  }));
  const boxes =
    width >= 180 ? [{ west: -180, south, east: 180, north }] : around.filter(({ west, east }) => west <= east);
  const squaredHalfSine = (column: AnyColumn, value: number) =>
    sql`power(sin(radians(${column} - ${value}::float8) / 2), 2)`;
  const across = sql`cos(radians(${lat}::float8)) * cos(radians(${latColumn})) * ${squaredHalfSine(lonColumn, lon)}`;
  const distance = sql`${2 * EARTH_RADIUS_METERS}::float8 * asin(sqrt(least(1, ${squaredHalfSine(latColumn, lat)} + ${across})))`;
  return and(
    or(...boxes.map((box) => pointWithin(lonColumn, latColumn, box))),
    sql`${distance} <= ${radiusMeters}::float8`,
  );
}
