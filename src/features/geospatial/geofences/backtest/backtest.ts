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
/** Number of points processed before the event loop continues; processing them takes about 5 ms. */
const POINTS_PER_TURN = 500;

/** A stored or interpolated point of a track. */
export interface PathPoint {
  layer: Layer;
  key: number;
  lat: number;
  lon: number;
  observedAt: number;
  /** Altitude in feet; NaN if unknown. */
  altitudeFeet: number;
  /** Number of reports between the previous point and this one that were not stored. */
  omittedReports: number;
  /** True if the position is interpolated. */
  isEstimated?: boolean;
}

/** A transition that the geofence would have produced. */
export type BacktestTransition = Transition & { isEstimated: boolean };

export interface Backtest {
  transitions: Array<SourcedTransition & { isEstimated: boolean }>;
  objects: number;
  points: number;
  /** Number of reports in the range that were not stored. */
  omittedReports: number;
  /** The limit that ended the backtest early; null if it is complete. */
  cutBy: 'objects' | 'points' | 'transitions' | null;
}

/** Finds positions at the simulated time of the backtest. */
class PastPositionLookup implements PositionLookup {
  private readonly positions = new Map<number, ObservedPosition & { layer: Layer; key: number }>();

  find(layer: Layer, key: number): ObservedPosition | undefined {
    return this.positions.get(memberKey(layer, key));
  }

  *within(layer: Layer, shape: PreparedShape): Iterable<number> {
    for (const position of this.positions.values())
      if (position.layer === layer && shape.contains(position.lat, position.lon)) yield position.key;
  }

  /** Returns false, since the caller leaves out the points of stations that the geofence does not watch. */
  isStationary(): boolean {
    return false;
  }

  /** Sets the position of an object. @returns true for its first position */
  put(point: PathPoint): boolean {
    const number = memberKey(point.layer, point.key);
    const isFirst = !this.positions.has(number);
    this.positions.set(number, { ...point, accuracyMeters: Number.NaN });
    return isFirst;
  }
}

/**
 * Runs the engine over stored tracks. No exit has the reason `lost`, because thinned tracks do not show how long an
 * object was silent.
 * @param before the last position of each object before the range
 * @param points in order of time
 * @param pause yields to the event loop
 * @returns the transitions in order of time: at most `MAX_TRANSITIONS`, plus one if there are more
 */
export async function replay(
  fence: WatchedGeofence,
  before: readonly PathPoint[],
  points: readonly PathPoint[],
  { from, to }: { from: number; to: number },
  pause: () => Promise<void>,
): Promise<BacktestTransition[]> {
  const transitions: BacktestTransition[] = [];
  let isEstimated = false;
  const lookup = new PastPositionLookup();
  const engine = new FenceEngine(
    lookup,
    (transition) => transition.isPublished && transitions.push({ ...transition, isEstimated }),
  );
  for (const point of before) lookup.put(point);
  engine.put({ ...fence, expiresAt: null }, from);
  for (const [index, point] of points.entries()) {
    if (index % POINTS_PER_TURN === POINTS_PER_TURN - 1) await pause();
    isEstimated = false;
    engine.tick(point.observedAt);
    isEstimated = point.isEstimated === true;
    const isFirst = lookup.put(point);
    engine.move({ ...point, accuracyMeters: Number.NaN, isFirst });
    if (transitions.length > MAX_TRANSITIONS) return transitions.slice(0, MAX_TRANSITIONS + 1);
  }
  isEstimated = false;
  engine.tick(to);
  return transitions.slice(0, MAX_TRANSITIONS + 1);
}

/**
 * Returns boxes that contain all positions of a moving geofence.
 * @param track of the followed object, in order of time
 */
export function boxesAlong(track: readonly PathPoint[], radiusMeters: number): Box[] {
  const boxes: Box[] = [];
  const length = Math.max(1, Math.ceil(track.length / 100));
  for (let start = 0; start < track.length; start += length) {
    let around: Box | undefined;
    for (const { lat, lon } of track.slice(start, start + length))
      around = hull(around, boxAround(lat, lon, radiusMeters));
    if (around !== undefined) boxes.push(...splitBox(around));
  }
  return boxes;
}

/** Returns the narrowest box around two boxes near each other; it may cross the antimeridian. */
function hull(a: Box | undefined, b: Box): Box {
  if (a === undefined) return b;
  const [south, north] = [Math.min(a.south, b.south), Math.max(a.north, b.north)];
  const width = (west: number, east: number) => (east - west + 360) % 360 || (east === west ? 0 : 360);
  const candidates = [
    { west: a.west, east: b.east },
    { west: b.west, east: a.east },
    { west: a.west, east: a.east },
    { west: b.west, east: b.east },
  ];
  const contains = (outer: { west: number; east: number }, box: Box) =>
    ((box.west - outer.west + 360) % 360) + width(box.west, box.east) <= width(outer.west, outer.east) + 1e-9;
  const fitting = candidates
    .filter((candidate) => contains(candidate, a) && contains(candidate, b))
    .sort((one, other) => width(one.west, one.east) - width(other.west, other.east));
  return { south, north, ...(fitting[0] ?? { west: -180, east: 180 }) };
}
