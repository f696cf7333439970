import { FenceEngine } from '../../src/features/geospatial/geofences/engine/fence-engine.js';
import type {
  ObservedPosition,
  PositionLookup,
} from '../../src/features/geospatial/geofences/engine/position-lookup.js';
import {
  defaultPolicy,
  type FencePolicy,
  type FenceShape,
  type WatchedGeofence,
} from '../../src/features/geospatial/geofences/geofence.js';
import type { StoredMember, Transition } from '../../src/features/geospatial/geofences/transition.js';
import type { PreparedShape } from '../../src/features/geospatial/geometry/prepared-shape.js';
import { entityOf, type Layer, parseEntity } from '../../src/features/geospatial/layer.js';

/** A geofence engine with its own positions, which records its transitions. Times are in seconds after the start. */
export class FenceScene implements PositionLookup {
  readonly positions = new Map<string, ObservedPosition & { layer: Layer; key: number }>();
  readonly transitions: Transition[] = [];
  /** The entities that are stations that do not move. */
  readonly stations = new Set<string>();
  engine: FenceEngine;

  constructor(
    readonly maxMembers?: number,
    readonly maxMembersOfAll?: number,
  ) {
    this.engine = this.newEngine();
  }

  fence(shape: FenceShape, policy: Partial<FencePolicy> = {}, more: Partial<WatchedGeofence> = {}): WatchedGeofence {
    return {
      id: 'fence',
      accountId: 'ada',
      name: 'Fence',
      shape,
      policy: { ...defaultPolicy, ...policy },
      expiresAt: null,
      updatedAt: new Date(0),
      ...more,
    };
  }

  put(shape: FenceShape, policy: Partial<FencePolicy> = {}, more: Partial<WatchedGeofence> = {}, seconds = 0): void {
    this.engine.put(this.fence(shape, policy, more), seconds * 1000);
  }

  /** Moves an object. Like the live state, it ignores a report that is not later than the last one. */
  move(
    entity: string,
    seconds: number,
    lat: number,
    lon: number,
    more: Partial<ObservedPosition> = {},
    arrivedSeconds = seconds,
  ): void {
    const { layer, key } = parseEntity(entity) as { layer: Layer; key: number };
    const position = {
      layer,
      key,
      lat,
      lon,
      observedAt: seconds * 1000,
      altitudeFeet: Number.NaN,
      accuracyMeters: Number.NaN,
      ...more,
    };
    const before = this.positions.get(entity);
    if (before !== undefined && before.observedAt >= position.observedAt) return;
    this.positions.set(entity, position);
    this.engine.move({ ...position, isFirst: before === undefined }, arrivedSeconds * 1000);
  }

  lose(entity: string, seconds: number): void {
    const { layer, key } = parseEntity(entity) as { layer: Layer; key: number };
    this.positions.delete(entity);
    this.engine.expire(layer, key, seconds * 1000);
  }

  /** Replaces the engine by a new one, which resumes with the members that the old one would have stored. */
  restart(fence: WatchedGeofence, seconds: number): void {
    const members = new Map<string, StoredMember>();
    for (const { type, layer, key, enteredAt, isPending, reason } of this.transitions) {
      const pending = isPending ? (reason as StoredMember['pending']) : null;
      if (type === 'entered')
        members.set(entityOf(layer, key), { layer, key, since: enteredAt, dwelled: false, pending });
      if (type === 'exited') members.delete(entityOf(layer, key));
    }
    this.transitions.length = 0;
    this.engine = this.newEngine();
    this.engine.resume(fence, [...members.values()], seconds * 1000);
  }

  /** The published transitions, one line each: type, entity, reason and time. */
  get published(): string[] {
    const published = this.transitions.filter(({ isPublished }) => isPublished);
    return published.map(
      ({ type, layer, key, reason, time, fence }) =>
        `${fence.id === 'fence' ? '' : `${fence.id}: `}${type} ${entityOf(layer, key)} ${reason} ${time / 1000}`,
    );
  }

  find(layer: Layer, key: number): ObservedPosition | undefined {
    return this.positions.get(entityOf(layer, key));
  }

  *within(layer: Layer, shape: PreparedShape): Iterable<number> {
    for (const position of this.positions.values())
      if (position.layer === layer && shape.contains(position.lat, position.lon)) yield position.key;
  }

  isStationary(layer: Layer, key: number): boolean {
    return this.stations.has(entityOf(layer, key));
  }

  private newEngine(): FenceEngine {
    return new FenceEngine(
      this,
      (transition) => this.transitions.push(transition),
      this.maxMembers,
      this.maxMembersOfAll,
    );
  }
}
