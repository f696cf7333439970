import { boxAround, splitBox } from '../box.js';
import { metersToEdge } from '../geometry/edge-distance.js';
import { METERS_PER_DEGREE } from '../sphere.js';
import { COLUMNS, columnOf, type LandColumns } from './land-columns.js';

/**
 * Distinguishes land from sea by Natural Earth 1:10m (public domain). Rivers, canals and lakes count as land, except
 * the Caspian Sea. Features smaller than about a kilometer, such as small islands or harbor basins, are not resolved.
 * Edges are straight in degrees.
 */
export class LandMask {
  constructor(private readonly columns: LandColumns) {}

  /** True if a position is on land. @param lon in [-180, 180] */
  isOnLand(lat: number, lon: number): boolean {
    const { points, starts, edges } = this.columns;
    const column = columnOf(lon);
    const end = starts[column + 1] as number;
    // The count starts at the north pole, which is at sea; each coast crossed on the way south toggles land and sea.
    // The antimeridian and the south pole therefore need no special case.
    let isLand = false;
    for (let at = starts[column] as number; at < end; at += 1) {
      const edge = 2 * (edges[at] as number);
      const aLon = points[edge] as number;
      const bLon = points[edge + 2] as number;
      const x = lon + 360 * Math.round((aLon - lon) / 360);
      if (aLon <= x === bLon <= x) continue;
      const aLat = points[edge + 1] as number;
      if (lat < aLat + ((x - aLon) / (bLon - aLon)) * ((points[edge + 3] as number) - aLat)) isLand = !isLand;
    }
    return isLand;
  }

  /**
   * Returns the distance (m) to the nearest coast, from land or sea; infinite if the coast is farther than
   * `withinMeters`.
   * @param lon in [-180, 180]
   */
  metersToCoast(lat: number, lon: number, withinMeters: number): number {
    const { points, starts, edges } = this.columns;
    let least = Number.POSITIVE_INFINITY;
    let most = withinMeters;
    for (const { west, east } of splitBox(boxAround(lat, lon, withinMeters))) {
      const last = east >= 180 ? COLUMNS - 1 : columnOf(east);
      for (let column = columnOf(west); column <= last; column += 1) {
        const end = starts[column + 1] as number;
        for (let at = starts[column] as number; at < end; at += 1) {
          const edge = 2 * (edges[at] as number);
          const aLat = points[edge + 1] as number;
          const bLat = points[edge + 3] as number;
          // The difference in latitude alone exceeds the distance.
          if (Math.max(Math.min(aLat, bLat) - lat, lat - Math.max(aLat, bLat)) * METERS_PER_DEGREE > most) continue;
          const meters = metersToEdge(aLat, points[edge] as number, bLat, points[edge + 2] as number, lat, lon);
          if (meters > most) continue;
          least = meters;
          most = meters;
        }
      }
    }
    return least;
  }
  /** True when a position is at sea and farther than `meters` from every coast. */
  isOffshore(lat: number, lon: number, meters: number): boolean {
    return this.metersToCoast(lat, lon, meters) > meters && !this.isOnLand(lat, lon);
  }
}
