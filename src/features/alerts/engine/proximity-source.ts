import { distanceMeters } from '../../geospatial/sphere.js';
import type { Place, ProximityLeaf } from '../condition.js';
import type { ChangedRules } from './changed-rules.js';
import type { StoredLeaf } from './engine-rule.js';
import { getOrCreate } from './get-or-create.js';
import type { LeafSource, Reading } from './leaf-source.js';
import type { WatchedLeaf } from './watched-rule.js';

/** The last known position of an entity that leaves depend on. */
export interface KnownPosition extends Place {
  at: number;
}

/** Evaluates leaves about the distance of an entity from another entity or from a position, by entity. */
export class ProximitySource implements LeafSource<ProximityLeaf> {
  private readonly leaves = new Map<string, Set<WatchedLeaf<ProximityLeaf>>>();

  constructor(
    private readonly dirty: ChangedRules,
    private readonly positions: EntityPositions,
  ) {}

  add(watched: WatchedLeaf<ProximityLeaf>, _now: number, stored?: StoredLeaf): void {
    for (const entity of entitiesOf(watched.leaf)) {
      this.positions.follow(entity, stored?.[entity] as KnownPosition | undefined);
      getOrCreate(this.leaves, entity, () => new Set()).add(watched);
    }
    this.evaluate(watched);
  }

  remove(watched: WatchedLeaf<ProximityLeaf>): void {
    for (const entity of entitiesOf(watched.leaf)) {
      this.positions.unfollow(entity);
      const there = this.leaves.get(entity);
      there?.delete(watched);
      if (there?.size === 0) this.leaves.delete(entity);
    }
  }

  /** Evaluates the leaves about an entity that has moved. */
  moved(entity: string): void {
    for (const leaf of this.leaves.get(entity) ?? []) this.evaluate(leaf);
  }

  reading({ leaf }: WatchedLeaf<ProximityLeaf>): Reading {
    const distance = this.distanceOf(leaf);
    const known = entitiesOf(leaf).flatMap((entity) => this.positions.of(entity)?.at ?? []);
    return {
      status: distance === undefined ? 'waiting' : 'ok',
      value: distance ?? null,
      threshold: leaf.radiusMeters,
      operator: 'below',
      observedAt: known.length === 0 ? null : Math.max(...known),
      records: entitiesOf(leaf).map((entity) => ({
        type: entity.slice(0, entity.indexOf(':')),
        id: entity.slice(entity.indexOf(':') + 1),
      })),
    };
  }

  stored({ leaf }: WatchedLeaf<ProximityLeaf>): StoredLeaf {
    return this.positions.stored(entitiesOf(leaf));
  }

  private evaluate(watched: WatchedLeaf<ProximityLeaf>): void {
    const distance = this.distanceOf(watched.leaf);
    const isNear = distance !== undefined && distance < watched.leaf.radiusMeters;
    this.dirty.set(watched, isNear, isNear, distance === undefined ? 'waiting' : 'ok');
  }

  private distanceOf({ entity, other }: ProximityLeaf): number | undefined {
    const from = this.positions.of(entity);
    const to = 'entity' in other ? this.positions.of(other.entity) : other.position;
    return from && to && distanceMeters(from.lat, from.lon, to.lat, to.lon);
  }
}

const entitiesOf = ({ entity, other }: ProximityLeaf): string[] =>
  'entity' in other && other.entity !== entity ? [entity, other.entity] : [entity];

/** Stores the last positions of entities that leaves depend on, and ignores all other entities. */
export class EntityPositions {
  private readonly followed = new Map<string, { position: KnownPosition | undefined; followers: number }>();

  follow(entity: string, stored?: KnownPosition): void {
    const known = this.followed.get(entity);
    if (known === undefined) this.followed.set(entity, { position: stored, followers: 1 });
    else {
      known.followers += 1;
      if (stored !== undefined && stored.at > (known.position?.at ?? Number.NEGATIVE_INFINITY)) known.position = stored;
    }
  }

  unfollow(entity: string): void {
    const known = this.followed.get(entity);
    if (known === undefined) return;
    known.followers -= 1;
    if (known.followers === 0) this.followed.delete(entity);
  }

  /** Stores a position. @returns whether the entity is followed and the position is its latest */
  move(entity: string, lat: number, lon: number, at: number): boolean {
    const known = this.followed.get(entity);
    if (known === undefined || at <= (known.position?.at ?? Number.NEGATIVE_INFINITY)) return false;
    known.position = { lat, lon, at };
    return true;
  }

  of(entity: string): KnownPosition | undefined {
    return this.followed.get(entity)?.position;
  }

  stored(entities: readonly string[]): StoredLeaf {
    const stored: StoredLeaf = {};
    for (const entity of entities) {
      const position = this.of(entity);
      if (position !== undefined) stored[entity] = { ...position };
    }
    return stored;
  }
}
