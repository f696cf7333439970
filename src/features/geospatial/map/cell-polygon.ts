import type { MultiPolygon, Polygon, Position } from 'geojson';
import { clipRing } from './clip.js';
import { h3 } from './h3.js';

/** All of the Earth, longitude by latitude; and beside it what has gone over the antimeridian. */
const globe = { left: -180, top: -90, right: 180, bottom: 90 };

/** The outline of an H3 cell. One that crosses the antimeridian is cut there in two (RFC 7946 §3.1.9); one around a pole reaches up to it. */
export function polygonOf(cell: string): Polygon | MultiPolygon {
  const points: number[] = [];
  let [turn, last] = [0, Number.NaN];
  for (const [lon = 0, lat = 0] of h3().cellToBoundary(cell, true)) {
    if (Math.abs(lon - last) > 180) turn += lon < last ? 360 : -360;
    last = lon;
    points.push(lon + turn, lat);
  }
  // The ring says its first point again at the end: a turn further on, when there is a pole in it.
  if (turn !== 0) {
    const pole = (points[1] as number) > 0 ? 90 : -90;
    points.push(points.at(-2) as number, pole, points[0] as number, pole);
  }
  const parts = [-360, 0, 360].flatMap((offset) => {
    const ring = clipRing(
      points.map((value, index) => (index % 2 === 0 ? value + offset : value)),
      globe,
    );
    return ring.length < 6 ? [] : [[closed(ring)]];
  });
  return parts.length === 1 ? { type: 'Polygon', coordinates: parts[0] as Position[][] } : { type: 'MultiPolygon', coordinates: parts };
}

function closed(ring: readonly number[]): Position[] {
  const corners: Position[] = [];
  for (let at = 0; at < ring.length; at += 2) {
    const corner = [round(ring[at] as number), round(ring[at + 1] as number)];
    const before = corners.at(-1);
    if (before === undefined || before[0] !== corner[0] || before[1] !== corner[1]) corners.push(corner);
  }
  const [first, last] = [corners[0] as Position, corners.at(-1) as Position];
  return first[0] === last[0] && first[1] === last[1] ? corners : [...corners, first];
}

/** Six decimals are 0.1 m. */
const round = (value: number): number => Math.round(value * 1e6) / 1e6;
