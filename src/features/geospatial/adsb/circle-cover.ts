import type { Position } from '../position.js';
import { destination, METERS_PER_NAUTICAL_MILE } from '../sphere.js';

/**
 * Returns the centers of circles with the radius `most` that together cover a larger circle. The centers are the
 * corners of a grid of equilateral triangles around its center; circles that do not reach into the large circle are
 * left out.
 *
 * On a plane, a grid with sides of √3 r leaves no point further than r from a corner. The grid is projected onto the
 * sphere by direction and distance from the center (azimuthal equidistant), which makes no distance larger than on the
 * plane.
 * @param radius radius of the large circle, in nautical miles
 * @param most maximum radius of one circle, in nautical miles
 */
export function coverCircle({ lat, lon }: Position, radius: number, most: number): Position[] {
  if (radius <= most) return [{ lat, lon }];
  const side = most * Math.sqrt(3);
  const rings = Math.ceil(radius / (side / 2)) + 1;
  const centres: Position[] = [];
  for (let row = -rings; row <= rings; row += 1) {
    for (let column = -rings; column <= rings; column += 1) {
      const [x, y] = [side * (column + row / 2), side * row * (Math.sqrt(3) / 2)];
      if (nearestOfCell(x, y, most) >= radius) continue;
      centres.push(
        destination(lat, lon, (Math.atan2(x, y) * 180) / Math.PI, Math.hypot(x, y) * METERS_PER_NAUTICAL_MILE),
      );
    }
  }
  return centres;
}

/**
 * Returns the distance from the origin to the hexagon around the grid corner (x, y), which holds the points that are
 * nearest to this corner; 0 if the origin is inside.
 */
function nearestOfCell(x: number, y: number, circumradius: number): number {
  if (Math.hypot(x, y) < circumradius) return 0;
  const corners = Array.from({ length: 7 }, (_, at) => {
    const angle = ((30 + at * 60) * Math.PI) / 180;
    return [x + circumradius * Math.cos(angle), y + circumradius * Math.sin(angle)] as const;
  });
  const distances = corners.slice(1).map(([bx, by], at) => {
    const [ax, ay] = corners[at] as readonly [number, number];
    const [dx, dy] = [bx - ax, by - ay];
    const share = Math.max(0, Math.min(1, -(ax * dx + ay * dy) / (dx * dx + dy * dy)));
    return Math.hypot(ax + share * dx, ay + share * dy);
  });
  return Math.min(...distances);
}
