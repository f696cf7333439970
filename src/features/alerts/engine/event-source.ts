import { distanceMeters } from '../../geospatial/sphere.js';
import type { EventNearLeaf, Place } from '../condition.js';
import type { ChangedRules } from './changed-rules.js';
import { CircleIndex } from './circle-index.js';
import type { StoredLeaf, StoredValue } from './engine-rule.js';
import { EventStore } from './event-store.js';
import { getOrCreate } from './get-or-create.js';
import type { LeafSource, Reading } from './leaf-source.js';
import { milliseconds } from './milliseconds.js';
import type { GeoEventObservation, PortfolioPlacesObservation } from './observation.js';
import type { EntityPositions, KnownPosition } from './proximity-source.js';
import { newTimer, type Timer, type TimerWheel } from './timer-wheel.js';
import type { WatchedLeaf } from './watched-rule.js';

/** Maximum number of records that an explanation names. */
const MAX_RECORDS = 10;
/** Maximum number of events that are stored for a restart; further events are read from the event log again. */
const MAX_STORED = 50;
/** Number of added events after which old events are removed. */
const FORGET_INTERVAL = 1_000;

interface Match {
  event: GeoEventObservation;
  distance: number;
}

interface Watched {
  leaf: WatchedLeaf<EventNearLeaf>;
  /** Centers of the leaf's circles in the index. */
  centers: readonly Place[];
  /** Matching events, nearest first. */
  matches: Match[];
  timer: Timer;
}

/**
 * Evaluates leaves about geo events near a place, an entity or the places of a portfolio. Circles are indexed by cell,
 * so that an event touches only the leaves around it.
 */
export class EventSource implements LeafSource<EventNearLeaf> {
  private readonly events = new EventStore();
  private readonly circles = new CircleIndex<Watched>();
  private readonly watched = new Map<WatchedLeaf, Watched>();
  /** Leaves by the entity or portfolio that is their center. */
  private readonly byCenter = new Map<string, Set<Watched>>();
  private readonly places = new Map<string, PortfolioPlacesObservation>();
  private added = 0;

  constructor(
    private readonly dirty: ChangedRules,
    private readonly wheel: TimerWheel,
    private readonly positions: EntityPositions,
  ) {}

  add(leaf: WatchedLeaf<EventNearLeaf>, now: number, stored?: StoredLeaf): void {
    const timer = newTimer((due) => {
      this.evaluate(watched, due);
    });
    const watched: Watched = { leaf, centers: [], matches: [], timer };
    this.watched.set(leaf, watched);
    for (const event of (stored?.events ?? []) as StoredValue[])
      this.events.put(event as unknown as GeoEventObservation);
    const { entity, portfolioId } = leaf.leaf;
    if (entity !== undefined) this.positions.follow(entity, stored?.position as KnownPosition | undefined);
    const mover = entity ?? portfolioId;
    if (mover !== undefined) getOrCreate(this.byCenter, mover, () => new Set()).add(watched);
    this.center(watched, now);
  }

  remove(leaf: WatchedLeaf<EventNearLeaf>): void {
    const watched = this.watched.get(leaf);
    if (watched === undefined) return;
    this.wheel.cancel(watched.timer);
    for (const center of watched.centers) this.circles.remove(watched, center, leaf.leaf.radiusMeters);
    const { entity, portfolioId } = leaf.leaf;
    if (entity !== undefined) this.positions.unfollow(entity);
    const there = this.byCenter.get(entity ?? portfolioId ?? '');
    there?.delete(watched);
    if (there?.size === 0) this.byCenter.delete(entity ?? portfolioId ?? '');
    this.watched.delete(leaf);
  }

  observe(event: GeoEventObservation, now: number): void {
    if (this.watched.size === 0) return;
    const before = this.events.get(event.eventId);
    if (!this.events.put(event)) return;
    this.added += 1;
    if (this.added % FORGET_INTERVAL === 0) this.events.forget(now - milliseconds(this.longestWindow()));
    // An event that moved also affects the circles around its previous place.
    const touched = new Set([...this.circles.at(event), ...(before === undefined ? [] : this.circles.at(before))]);
    for (const watched of touched) this.evaluate(watched, now);
  }

  /** Updates the leaves whose center is an entity that has moved. */
  moved(entity: string, now: number): void {
    for (const watched of this.byCenter.get(entity) ?? []) this.center(watched, now);
  }

  setPlaces(observation: PortfolioPlacesObservation, now: number): void {
    const leaves = this.byCenter.get(observation.portfolioId);
    if (
      leaves === undefined ||
      observation.at <= (this.places.get(observation.portfolioId)?.at ?? Number.NEGATIVE_INFINITY)
    )
      return;
    this.places.set(observation.portfolioId, observation);
    for (const watched of leaves) this.center(watched, now);
  }

  /** Returns the reading of a leaf; its value is the distance (m) of the nearest event. */
  reading(leaf: WatchedLeaf<EventNearLeaf>): Reading {
    const { matches = [], centers = [] } = this.watched.get(leaf) ?? {};
    const nearest = matches[0];
    return {
      status: centers.length === 0 ? 'waiting' : 'ok',
      value: nearest?.distance ?? null,
      threshold: leaf.leaf.radiusMeters,
      operator: 'below',
      observedAt: nearest?.event.at ?? null,
      records: matches.slice(0, MAX_RECORDS).map(({ event }) => ({ type: 'geo_event', id: event.eventId })),
      details: nearest && { events: matches.length, severity: nearest.event.severity, type: nearest.event.type },
    };
  }

  stored(leaf: WatchedLeaf<EventNearLeaf>): StoredLeaf {
    const events = (this.watched.get(leaf)?.matches ?? []).slice(0, MAX_STORED).map(({ event }) => ({ ...event }));
    const position = leaf.leaf.entity === undefined ? undefined : this.positions.of(leaf.leaf.entity);
    return position === undefined ? { events } : { events, position: { ...position } };
  }

  /** Moves the circles of a leaf to its current centers. */
  private center(watched: Watched, now: number): void {
    const { leaf } = watched.leaf;
    for (const center of watched.centers) this.circles.remove(watched, center, leaf.radiusMeters);
    watched.centers = this.centersOf(leaf);
    for (const center of watched.centers) this.circles.add(watched, center, leaf.radiusMeters);
    this.evaluate(watched, now);
  }

  private centersOf({ center, entity, portfolioId }: EventNearLeaf): readonly Place[] {
    if (center !== undefined) return [center];
    if (portfolioId !== undefined) return this.places.get(portfolioId)?.places ?? [];
    const position = entity === undefined ? undefined : this.positions.of(entity);
    return position === undefined ? [] : [position];
  }

  private evaluate(watched: Watched, now: number): void {
    const { leaf } = watched.leaf;
    const windowMs = milliseconds(leaf.windowSeconds);
    const found = new Map<string, Match>();
    for (const center of watched.centers)
      for (const event of this.events.around(center, leaf.radiusMeters)) {
        if (
          now - event.at >= windowMs ||
          event.severity < (leaf.minSeverity ?? 1) ||
          (leaf.eventType !== undefined && event.type !== leaf.eventType)
        )
          continue;
        const distance = distanceMeters(center.lat, center.lon, event.lat, event.lon);
        if (distance < Math.min(leaf.radiusMeters, found.get(event.eventId)?.distance ?? Number.POSITIVE_INFINITY))
          found.set(event.eventId, { event, distance });
      }
    watched.matches = [...found.values()].sort((a, b) => a.distance - b.distance);
    const isMet = found.size >= (leaf.minEvents ?? 1);
    this.dirty.set(watched.leaf, isMet, isMet, watched.centers.length === 0 ? 'waiting' : 'ok');
    if (found.size > 0)
      this.wheel.start(
        watched.timer,
        watched.matches.reduce((first, { event }) => Math.min(first, event.at), Number.POSITIVE_INFINITY) + windowMs,
      );
    else this.wheel.cancel(watched.timer);
  }

  private longestWindow(): number {
    let longest = 0;
    for (const { leaf } of this.watched.values()) longest = Math.max(longest, leaf.leaf.windowSeconds);
    return longest;
  }
}
