import type { Geometry } from 'geojson';
import type { Box } from '../box.js';

/**
 * Returns true if the bounding box of a geometry touches a box. A geometry that is split at the antimeridian has a
 * bounding box around the Earth, so that the result may be true although no part of it is inside.
 */
export function touchesBox(geometry: Geometry, { west, south, east, north }: Box): boolean {
  let [left, bottom, right, top] = [
    Number.POSITIVE_INFINITY,
    Number.POSITIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
  ];
  const collect = (value: unknown): void => {
    if (!Array.isArray(value)) return;
    if (typeof value[0] !== 'number') {
      for (const part of value) collect(part);
      return;
    }
    const [lon, lat] = value as [number, number];
    left = Math.min(left, lon);
    right = Math.max(right, lon);
    bottom = Math.min(bottom, lat);
    top = Math.max(top, lat);
  };
  collect((geometry as { coordinates: unknown }).coordinates);
  if (top < south || bottom > north) return false;
  return west <= east ? left <= east && right >= west : right >= west || left <= east;
}
