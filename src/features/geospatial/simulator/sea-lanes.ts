import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { distanceMeters } from '../sphere.js';

/** A point of a sea lane. */
export interface SeaPoint {
  lat: number;
  lon: number;
  /** Distance (m) that a vessel may deviate from the lane and still be at sea. 0 in canals and ports. */
  roomMeters: number;
}

export interface SeaPort {
  name: string;
  /** ISO 3166-1, two letters. */
  country: string;
  lat: number;
  lon: number;
}

interface Lane {
  to: string;
  points: readonly SeaPoint[];
  meters: number;
}

/**
 * Sea lanes between straits, capes and ports, from reference/sea-lanes.tsv. Straits, canals and connections of ports are drawn by hand; the points
 * between them follow the shortest water route on the land of Natural Earth at 1:50,000,000 (public domain), which also provides the ports. A lane
 * starts at the berth, which may be on land of that coarse coast; its second point is at sea.
 */
export class SeaLanes {
  readonly ports: readonly SeaPort[];
  private readonly lanes = new Map<string, Lane[]>();
  private readonly berths = new Map<SeaPort, string>();
  /** By the name of the port of departure: from where a place is reached on the shortest way. */
  private readonly trees = new Map<string, Map<string, { from: string; lane: Lane; meters: number }>>();

  constructor() {
    const ports: SeaPort[] = [];
    const lines = readFileSync(join(import.meta.dirname, '..', 'reference', 'sea-lanes.tsv'), 'utf8')
      .trimEnd()
      .split('\n')
      .slice(1);
    for (const line of lines) {
      const [from, to, way] = line.split('\t') as [string, string, string];
      const points = way.split(' ').map((point) => {
        const [lat, lon, kilometers] = point.split(',').map(Number) as [number, number, number];
        return { lat, lon, roomMeters: kilometers * 1000 };
      });
      this.add(from, to, points);
      const [name, country] = from.split('/') as [string, string?];
      if (country === undefined) continue;
      const { lat, lon } = points[0] as SeaPoint;
      const port = { name, country, lat, lon };
      ports.push(port);
      this.berths.set(port, from);
    }
    this.ports = ports;
  }

  /** From berth to berth, the shortest way. */
  route(from: SeaPort, to: SeaPort): SeaPoint[] {
    const [start, end] = [this.berths.get(from) as string, this.berths.get(to) as string];
    const tree = this.treeOf(start);
    const lanes: Lane[] = [];
    for (let at = end; at !== start; ) {
      const step = tree.get(at);
      if (step === undefined) throw new Error(`No way leads from ${from.name} to ${to.name}.`);
      lanes.unshift(step.lane);
      at = step.from;
    }
    return lanes.reduce<SeaPoint[]>((way, { points }) => joined(way, points), []);
  }

  /** Metres of the shortest way. */
  metersBetween(from: SeaPort, to: SeaPort): number {
    return this.treeOf(this.berths.get(from) as string).get(this.berths.get(to) as string)?.meters ?? Number.POSITIVE_INFINITY;
  }

  private add(from: string, to: string, points: readonly SeaPoint[]): void {
    let meters = 0;
    for (let at = 1; at < points.length; at += 1) meters += metersOf(points[at - 1] as SeaPoint, points[at] as SeaPoint);
    this.lanesOf(from).push({ to, points, meters });
    this.lanesOf(to).push({ to: from, points: points.toReversed(), meters });
  }

  private lanesOf(place: string): Lane[] {
    const lanes = this.lanes.get(place) ?? [];
    this.lanes.set(place, lanes);
    return lanes;
  }

  /** Dijkstra's: the places are few enough to look through them all. */
  private treeOf(start: string): Map<string, { from: string; lane: Lane; meters: number }> {
    const known = this.trees.get(start);
    if (known !== undefined) return known;
    const tree = new Map<string, { from: string; lane: Lane; meters: number }>();
    const open = new Map([[start, 0]]);
    while (open.size > 0) {
      const [at, meters] = [...open].reduce((least, one) => (one[1] < least[1] ? one : least));
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

/** Where two lanes meet there is as much room as on the narrower one. */
function joined(way: readonly SeaPoint[], points: readonly SeaPoint[]): SeaPoint[] {
  const last = way.at(-1);
  const [first, ...others] = points as [SeaPoint, ...SeaPoint[]];
  if (last === undefined) return [...points];
  return [...way.slice(0, -1), { ...first, roomMeters: Math.min(last.roomMeters, first.roomMeters) }, ...others];
}

const metersOf = (one: SeaPoint, other: SeaPoint): number => distanceMeters(one.lat, one.lon, other.lat, other.lon);
