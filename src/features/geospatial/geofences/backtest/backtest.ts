import { type Box, boxAround, splitBox } from '../../box.js';
import type { PreparedShape } from '../../geometry/prepared-shape.js';
import type { Layer } from '../../layer.js';
import { FenceEngine } from '../engine/fence-engine.js';
import type { ObservedPosition, PositionLookup } from '../engine/position-lookup.js';
import { memberKey } from '../engine/watched-fence.js';
import type { WatchedGeofence } from '../geofence.js';
import type { Transition } from '../transition.js';
import type { SourcedTransition } from '../transition-providers.service.js';

export const MAX_TRANSITIONS = 1_000;
/** Points between two turns of the event loop: some 5 ms. */
const SLICE = 500;

/** A point of a stored track. */
export interface PathPoint {
  layer: Layer;
  key: number;
  lat: number;
  lon: number;
  observedAt: number;
  /** NaN when it is not known. */
  altitudeFeet: number;
  /** Reports between the point before it and this one that were not kept. */
  leftOut: number;
  /** It stands for such a report: where it was is computed. */
  isEstimated?: boolean;
}

/** What would have been told. */
export type WouldBeTransition = Transition & { isEstimated: boolean };

/** What would have been told. */
export interface Backtest {
  transitions: Array<SourcedTransition & { isEstimated: boolean }>;
  objects: number;
  points: number;
  /** Reports of the time that were not kept. */
  leftOut: number;
  /** What was more than is looked at. */
  cutBy: 'objects' | 'points' | 'transitions' | null;
}

/** Where everything was at a moment of the past. */
class PastPositionLookup implements PositionLookup {
  private readonly places = new Map<number, ObservedPosition & { layer: Layer; key: number }>();

  find(layer: Layer, key: number): ObservedPosition | undefined {
    return this.places.get(memberKey(layer, key));
  }

  *within(layer: Layer, shape: PreparedShape): Iterable<number> {
    for (const place of this.places.values()) if (place.layer === layer && shape.contains(place.lat, place.lon)) yield place.key;
  }

  /** @returns whether it is seen for the first time */
  put(point: PathPoint): boolean {
    const number = memberKey(point.layer, point.key);
    const isFirst = !this.places.has(number);
    this.places.set(number, { ...point, accuracyMeters: Number.NaN });
    return isFirst;
  }
}

/**
 * Runs the engine over the past. Nobody is lost in it: how long something was silent is not known of a track that is thinned out.
 * @param before where everything was when it begins
 * @param points in the order of time
 * @param pause lets others have their turn
 * @returns what would have been told, in the order of time, at most `MAX_TRANSITIONS` and one more
 */
export async function replay(
  fence: WatchedGeofence,
  before: readonly PathPoint[],
  points: readonly PathPoint[],
  { from, to }: { from: number; to: number },
  pause: () => Promise<void>,
): Promise<WouldBeTransition[]> {
  const transitions: WouldBeTransition[] = [];
  let isEstimated = false;
  const surroundings = new PastPositionLookup();
  const engine = new FenceEngine(surroundings, (transition) => transition.isPublished && transitions.push({ ...transition, isEstimated }));
  for (const point of before) surroundings.put(point);
  engine.put({ ...fence, expiresAt: null }, from);
  for (const [index, point] of points.entries()) {
    if (index % SLICE === SLICE - 1) await pause();
    isEstimated = false;
    engine.tick(point.observedAt);
    isEstimated = point.isEstimated === true;
    const isFirst = surroundings.put(point);
    engine.move({ ...point, accuracyMeters: Number.NaN, isFirst });
    if (transitions.length > MAX_TRANSITIONS) return transitions.slice(0, MAX_TRANSITIONS + 1);
  }
  isEstimated = false;
  engine.tick(to);
  return transitions.slice(0, MAX_TRANSITIONS + 1);
}

/** What holds everywhere a moving fence has been: boxes around stretches of the way of what it is around, which is in the order of time. */
export function boxesAlong(way: readonly PathPoint[], radiusMeters: number): Box[] {
  const boxes: Box[] = [];
  const stretch = Math.max(1, Math.ceil(way.length / 100));
  for (let start = 0; start < way.length; start += stretch) {
    let around: Box | undefined;
    for (const { lat, lon } of way.slice(start, start + stretch)) around = hull(around, boxAround(lat, lon, radiusMeters));
    if (around !== undefined) boxes.push(...splitBox(around));
  }
  return boxes;
}

/** A box around two, the narrower way around the Earth; their order is that of a way, so that they are near each other. */
function hull(a: Box | undefined, b: Box): Box {
  if (a === undefined) return b;
  const [south, north] = [Math.min(a.south, b.south), Math.max(a.north, b.north)];
  const width = (west: number, east: number) => (east - west + 360) % 360 || (east === west ? 0 : 360);
  const ways = [
    { west: a.west, east: b.east },
    { west: b.west, east: a.east },
    { west: a.west, east: a.east },
    { west: b.west, east: b.east },
  ];
  const holds = (way: { west: number; east: number }, box: Box) =>
    ((box.west - way.west + 360) % 360) + width(box.west, box.east) <= width(way.west, way.east) + 1e-9;
  const fitting = ways.filter((way) => holds(way, a) && holds(way, b)).sort((one, other) => width(one.west, one.east) - width(other.west, other.east));
  return { south, north, ...(fitting[0] ?? { west: -180, east: 180 }) };
}
