import type { AreaOfPlace } from '../../../../language/place-span.js';

const METERS_PER_DEGREE = 111_320;
const MAX_RADIUS_METERS = 5_000_000;
const MIN_COSINE = 0.05;

/** Returns the parameters of a call for an area: its box, or the circle around it. */
export function areaArguments(place: AreaOfPlace | undefined, distance?: number): Record<string, unknown> {
  if (place === undefined) return {};
  if (place.bbox !== undefined && distance === undefined) return { bbox: [...place.bbox] };
  return { near: [place.lat, place.lon], radiusMeters: Math.min(MAX_RADIUS_METERS, distance ?? place.radiusMeters) };
}

/** Returns a box around a place as west, south, east, north in degrees; it may cross the antimeridian. */
export function boxAround({ bbox, lat, lon, radiusMeters }: AreaOfPlace): number[] {
  if (bbox !== undefined) return [...bbox];
  const height = radiusMeters / METERS_PER_DEGREE;
  const width = height / Math.max(MIN_COSINE, Math.cos((lat * Math.PI) / 180));
  const wrapped = (degrees: number) => ((((degrees + 180) % 360) + 360) % 360) - 180;
  const rounded = (value: number) => Math.round(value * 10_000) / 10_000;
  return [wrapped(lon - width), Math.max(-90, lat - height), wrapped(lon + width), Math.min(90, lat + height)].map(
    rounded,
  );
}
