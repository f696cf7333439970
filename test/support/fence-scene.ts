import { FenceEngine } from '../../src/features/geospatial/geofences/engine/fence-engine.js';
import type { ObservedPosition, PositionLookup } from '../../src/features/geospatial/geofences/engine/position-lookup.js';
import { defaultPolicy, type FencePolicy, type FenceShape, type WatchedGeofence } from '../../src/features/geospatial/geofences/geofence.js';
import type { StoredMember, Transition } from '../../src/features/geospatial/geofences/transition.js';
import type { PreparedShape } from '../../src/features/geospatial/geometry/prepared-shape.js';
import { entityOf, type Layer, parseEntity } from '../../src/features/geospatial/layer.js';

/** A world of its own for an engine: where everything is, and what was told. Times are seconds after the beginning. */
export class FenceScene implements PositionLookup {
  readonly places = new Map<string, ObservedPosition & { layer: Layer; key: number }>();
  readonly transitions: Transition[] = [];
  engine: FenceEngine;

  constructor(
    readonly maxMembers?: number,
    readonly maxMembersOfAll?: number,
  ) {
    this.engine = this.newEngine();
  }

  fence(shape: FenceShape, policy: Partial<FencePolicy> = {}, more: Partial<WatchedGeofence> = {}): WatchedGeofence {
    return { id: 'fence', accountId: 'ada', name: 'Fence', shape, policy: { ...defaultPolicy, ...policy }, expiresAt: null, updatedAt: new Date(0), ...more };
  }

  put(shape: FenceShape, policy: Partial<FencePolicy> = {}, more: Partial<WatchedGeofence> = {}, seconds = 0): void {
    this.engine.put(this.fence(shape, policy, more), seconds * 1000);
  }

  /** As the live picture does: a report that is not later than the last one is left out. */
  move(entity: string, seconds: number, lat: number, lon: number, more: Partial<ObservedPosition> = {}, arrivedSeconds = seconds): void {
    const { layer, key } = parseEntity(entity) as { layer: Layer; key: number };
    const place = { layer, key, lat, lon, observedAt: seconds * 1000, altitudeFeet: Number.NaN, accuracyMeters: Number.NaN, ...more };
    const before = this.places.get(entity);
    if (before !== undefined && before.observedAt >= place.observedAt) return;
    this.places.set(entity, place);
    this.engine.move({ ...place, isFirst: before === undefined }, arrivedSeconds * 1000);
  }

  lose(entity: string, seconds: number): void {
    const { layer, key } = parseEntity(entity) as { layer: Layer; key: number };
    this.places.delete(entity);
    this.engine.expire(layer, key, seconds * 1000);
  }

  /** Another engine in the place of this one, with what was kept. */
  restart(fence: WatchedGeofence, seconds: number): void {
    const kept = new Map<string, StoredMember>();
    for (const { type, layer, key, enteredAt, isPending, reason } of this.transitions) {
      const pending = isPending ? (reason as StoredMember['pending']) : null;
      if (type === 'entered') kept.set(entityOf(layer, key), { layer, key, since: enteredAt, dwelled: false, pending });
      if (type === 'exited') kept.delete(entityOf(layer, key));
    }
    this.transitions.length = 0;
    this.engine = this.newEngine();
    this.engine.resume(fence, [...kept.values()], seconds * 1000);
  }

  /** What was told, a line each: what, who, why, when. */
  get told(): string[] {
    const told = this.transitions.filter(({ isPublished }) => isPublished);
    return told.map(
      ({ type, layer, key, reason, time, fence }) => `${fence.id === 'fence' ? '' : `${fence.id}: `}${type} ${entityOf(layer, key)} ${reason} ${time / 1000}`,
    );
  }

  find(layer: Layer, key: number): ObservedPosition | undefined {
    return this.places.get(entityOf(layer, key));
  }

  *within(layer: Layer, shape: PreparedShape): Iterable<number> {
    for (const place of this.places.values()) if (place.layer === layer && shape.contains(place.lat, place.lon)) yield place.key;
  }

  private newEngine(): FenceEngine {
    return new FenceEngine(this, (transition) => this.transitions.push(transition), this.maxMembers, this.maxMembersOfAll);
  }
}
