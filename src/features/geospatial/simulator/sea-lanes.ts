import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Position } from '../position.js';
import { distanceMeters } from '../sphere.js';

/** A point of a sea lane. */
export interface SeaPoint extends Position {
  /** Distance (m) that a vessel may deviate from the lane and still be at sea. 0 in canals and ports. */
  roomMeters: number;
}

export interface SeaPort extends Position {
  name: string;
  /** Name of the berth in the table of lanes. */
  berth: string;
}

interface Lane {
  to: string;
  points: readonly SeaPoint[];
  meters: number;
}

/**
 * The shortest route to a place: its last lane, the place where that lane starts, and the length from the start (m).
 */
interface Reached {
  from: string;
  lane: Lane;
  meters: number;
}

/**
 * Sea lanes between straits, capes and ports, from reference/sea-lanes.tsv. Straits, canals and connections of ports
 * are drawn by hand; the points between them follow the shortest water route on the map of Natural Earth at
 * 1:50,000,000 (public domain), which also provides the ports. A lane starts at the berth, which may be on land of that
 * coarse coast; its second point is at sea.
 */
export class SeaLanes {
  readonly ports: readonly SeaPort[];
  private readonly lanes = new Map<string, Lane[]>();
  private readonly trees = new Map<string, Map<string, Reached>>();

  constructor() {
    const lines = readFileSync(join(import.meta.dirname, '..', 'reference', 'sea-lanes.tsv'), 'utf8')
      .trimEnd()
      .split('\n')
      .slice(1);
    this.ports = lines.flatMap((line) => {
      const [from, to, route] = line.split('\t') as [string, string, string];
      const points = route.split(' ').map((point) => {
        const [lat, lon, kilometers] = point.split(',').map(Number) as [number, number, number];
        return { lat, lon, roomMeters: kilometers * 1000 };
      });
      const meters = points
        .slice(1)
        .reduce(
          (sum, { lat, lon }, at) =>
            sum + distanceMeters(lat, lon, points[at]?.lat as number, points[at]?.lon as number),
          0,
        );
      this.lanesOf(from).push({ to, points, meters });
      this.lanesOf(to).push({ to: from, points: points.toReversed(), meters });
      // Only ports have a country in their name: `Rotterdam/NL`.
      const [name, country] = from.split('/') as [string, string?];
      const { lat, lon } = points[0] as SeaPoint;
      return country === undefined ? [] : [{ name, berth: from, lat, lon }];
    });
  }

  /** Returns the shortest route from berth to berth. */
  route(from: SeaPort, to: SeaPort): SeaPoint[] {
    const tree = this.treeOf(from.berth);
    const points: SeaPoint[] = [];
    for (let at = to.berth; at !== from.berth; ) {
      const { lane, from: before } = tree.get(at) as Reached;
      const [end, next] = [lane.points.at(-1) as SeaPoint, points.shift()];
      // At the junction of two lanes, the smaller of their widths applies.
      points.unshift(...lane.points.slice(0, -1), {
        ...end,
        roomMeters: Math.min(end.roomMeters, next?.roomMeters ?? end.roomMeters),
      });
      at = before;
    }
    return points;
  }

  /** Returns the length of the shortest route (m); infinite without a route. */
  metersBetween(from: SeaPort, to: SeaPort): number {
    return this.treeOf(from.berth).get(to.berth)?.meters ?? Number.POSITIVE_INFINITY;
  }

  private lanesOf(place: string): Lane[] {
    const lanes = this.lanes.get(place) ?? [];
    this.lanes.set(place, lanes);
    return lanes;
  }

  /**
   * Computes the shortest routes from a place with Dijkstra's algorithm. It uses no queue, since there are few places.
   */
  private treeOf(start: string): Map<string, Reached> {
    const known = this.trees.get(start);
    if (known !== undefined) return known;
    const tree = new Map<string, Reached>();
    const open = new Map([[start, 0]]);
    while (open.size > 0) {
      const [at, meters] = [...open].reduce((nearest, one) => (one[1] < nearest[1] ? one : nearest));
      open.delete(at);
      for (const lane of this.lanesOf(at)) {
        const total = meters + lane.meters;
        if (lane.to === start || total >= (tree.get(lane.to)?.meters ?? Number.POSITIVE_INFINITY)) continue;
        tree.set(lane.to, { from: at, lane, meters: total });
        open.set(lane.to, total);
      }
    }
    this.trees.set(start, tree);
    return tree;
  }
}
