import { EARTH_RADIUS_METERS, METERS_PER_DEGREE } from '../sphere.js';
import { GreatCircleArc } from './great-circle-arc.js';
import type { PreparedShape } from './prepared-shape.js';
import type { Corner } from './ring.js';
import { cachedVectorOf } from './vector.js';

/**
 * Prepares the shape of all positions at most half of `widthMeters` from a line of great-circle arcs; its ends and
 * corners are round.
 * @param line at least two positions; neighbors differ and are not antipodal
 */
export function prepareCorridor(line: readonly Corner[], widthMeters: number): PreparedShape {
  const most = widthMeters / 2;
  const parts = line.slice(1).map((to, index) => {
    const arc = new GreatCircleArc(line[index] as Corner, to);
    const boxes = arc.boxes(most);
    return {
      arc,
      boxes,
      south: Math.min(...boxes.map(({ south }) => south)),
      north: Math.max(...boxes.map(({ north }) => north)),
    };
  });
  const contains = (lat: number, lon: number) => {
    const place = cachedVectorOf(lat, lon);
    for (const { arc, south, north } of parts) {
      if (lat < south || lat > north) continue;
      if (arc.distance(place) * EARTH_RADIUS_METERS <= most) return true;
    }
    return false;
  };
  /** Returns the distance (m) to the center line. */
  const toLine = (lat: number, lon: number) => {
    const place = cachedVectorOf(lat, lon);
    let least = Number.POSITIVE_INFINITY;
    for (const { arc, south, north } of parts) {
      // The difference in latitude alone may show that this part is not nearer.
      const apart = Math.max(south - lat, lat - north) * METERS_PER_DEGREE + most;
      if (apart < least) least = Math.min(least, arc.distance(place) * EARTH_RADIUS_METERS);
    }
    return least;
  };
  return {
    boxes: parts.flatMap(({ boxes }) => boxes),
    contains,
    distanceMeters: (lat, lon) => Math.max(0, toLine(lat, lon) - most),
    clearanceMeters: (lat, lon, least) => (most < least ? 0 : most - toLine(lat, lon)),
  };
}
