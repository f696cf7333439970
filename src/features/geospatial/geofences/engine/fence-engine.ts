import type { Layer } from '../../layer.js';
import { distanceMeters } from '../../sphere.js';
import type { WatchedGeofence } from '../geofence.js';
import type { StoredMember, Transition } from '../transition.js';
import { BoxIndex } from './box-index.js';
import { prepareFence } from './fence-shape.js';
import { MembershipTable } from './membership-table.js';
import type { ObservedPosition, PositionLookup } from './position-lookup.js';
import { type FollowedObject, lastPositionOf, type Member, memberKey, WatchedFence } from './watched-fence.js';

/** Minimum distance (m) between the center of a moving geofence and the object before the geofence is moved. */
const STEP_METERS = 10;

/**
 * A clearance below this number of steps of the object is not cached, because computing it costs as much as the checks
 * that it saves.
 */
const MIN_CLEARANCE_STEPS = 2;

/** A reported position of an object. */
export interface Fix extends ObservedPosition {
  layer: Layer;
  key: number;
  /** True for the first report of the object. */
  isFirst: boolean;
}

/**
 * Computes which objects are inside which geofences, and emits every transition. It has no clock and no database:
 * callers pass every movement and the time.
 *
 * An object enters when a report is inside, and exits when a report is farther outside than the hysteresis. Reports
 * that are not later than the last one of a member are ignored. Two successive reports on opposite sides of a geofence
 * cause no transition, because the track between them is unknown. AIS stations that do not move, such as base stations
 * and buoys, enter only geofences that name them.
 */
export class FenceEngine {
  private readonly fences = new Map<string, WatchedFence>();
  private readonly bySlot: Array<WatchedFence | undefined> = [];
  private readonly freeSlots: number[] = [];
  private readonly index = new BoxIndex();
  /** Moving geofences by the object that they follow (see `memberKey`). */
  private readonly movingFences = new Map<number, Set<WatchedFence>>();
  private readonly found: number[] = [];
  private search = 0;
  private puts = 0;
  /** For each slot, the last search that found or skipped its geofence. */
  private met = new Float64Array(64);
  /** For each slot, the number of its geofence. */
  private numbers = new Float64Array(64);
  readonly members: MembershipTable;

  /**
   * @param maxMembers maximum number of members of one geofence
   * @param maxMembersOfAll maximum number of members of all geofences; further entries are rejected and counted
   */
  constructor(
    private readonly positions: PositionLookup,
    onTransition: (transition: Transition) => void,
    maxMembers = 10_000,
    maxMembersOfAll = 1_000_000,
  ) {
    this.members = new MembershipTable(onTransition, maxMembers, maxMembersOfAll);
  }

  get size(): number {
    return this.fences.size;
  }

  ids(): IterableIterator<string> {
    return this.fences.keys();
  }

  /**
   * Adds or replaces a geofence. Objects already inside become members; its policy decides whether their entries are
   * published.
   */
  put(geofence: WatchedGeofence, now: number): void {
    const fence = this.replace(geofence);
    if (fence === undefined) return;
    for (const member of [...fence.members.values()])
      if (
        !fence.appliesTo(member.object.layer, member.object.key) ||
        this.isUnwatched(fence, member.object) ||
        fence.hasLeft(member.object.layer, member.object.lastPositionFor(member), false)
      )
        this.members.exit(member, now, 'fence_changed');
    this.enterObjectsInside(fence, now, 'inside_at_creation');
  }

  /**
   * Resumes a stored geofence with its members after a restart. Objects that are inside and have not reported since the
   * last change of the geofence enter, too.
   */
  resume(geofence: WatchedGeofence, members: readonly StoredMember[], now: number): void {
    const fence = this.replace(geofence);
    if (fence === undefined) return;
    this.members.resumedAt = now;
    for (const { layer, key, since, dwelled, pending } of members) {
      // The geofence was changed while others were read, and is now read again; known members stay.
      if (fence.members.has(memberKey(layer, key))) continue;
      const position = this.positions.find(layer, key) ?? {
        lat: Number.NaN,
        lon: Number.NaN,
        altitudeFeet: Number.NaN,
      };
      const entry = {
        fence,
        layer,
        key,
        enteredAt: since,
        isConfirmed: pending === null,
        reason: pending ?? 'crossed',
        dwelled,
        isResumed: true,
        lagMs: 0,
      } as const;
      this.members.add(entry, { ...position, observedAt: since });
    }
    this.enterObjectsInside(fence, now, 'inside_at_creation', geofence.updatedAt.getTime());
  }

  /** Ends a geofence that was deleted or has expired: all members exit. */
  end(id: string, now: number): void {
    const fence = this.fences.get(id);
    if (fence === undefined) return;
    for (const member of [...fence.members.values()]) this.members.exit(member, now, 'fence_ended');
    this.remove(id);
  }

  /** Removes a geofence without transitions. */
  remove(id: string): void {
    const fence = this.fences.get(id);
    if (fence === undefined) return;
    for (const member of [...fence.members.values()]) this.members.drop(member);
    this.unlink(fence);
    this.fences.delete(id);
  }

  /** Processes a report. @param now the time at which it arrived, or later (ms) */
  move(fix: Fix, now = fix.observedAt): void {
    const { layer, key, lat, lon } = fix;
    this.search += 1;
    const number = memberKey(layer, key);
    const object = this.members.of(number);
    const isLatest = object?.take(fix, now) === true;
    if (object !== undefined) this.checkMembers(object, fix, isLatest);
    const { met, search } = this;
    const count = this.index.search(lat, lon, this.found);
    for (let i = 0; i < count; i += 1) {
      const slot = this.found[i] as number;
      if (met[slot] === search) continue;
      met[slot] = search;
      const fence = this.bySlot[slot] as WatchedFence;
      if (!fence.appliesTo(layer, key) || !fence.accepts(layer, fix)) continue;
      const clearance = isLatest ? fence.clearanceMeters(layer, lat, lon, MIN_CLEARANCE_STEPS * object.step) : 0;
      if (clearance < 0) this.members.cacheExclusion(object as FollowedObject, fence, -clearance);
      else if (clearance > 0 || fence.contains(layer, fix))
        this.enter(fence, fix, fix.isFirst ? 'appeared' : 'crossed', now);
    }
    const movingFences = this.movingFences.get(number);
    if (movingFences !== undefined) for (const fence of movingFences) this.relocate(fence, lat, lon, fix.observedAt);
  }

  /**
   * Handles an object that stopped reporting: it exits every geofence, and geofences that follow it become inactive.
   */
  expire(layer: Layer, key: number, now: number): void {
    const number = memberKey(layer, key);
    for (const member of [...(this.members.of(number)?.members ?? [])]) this.members.exit(member, now, 'lost');
    for (const fence of this.movingFences.get(number) ?? []) {
      for (const member of [...fence.members.values()]) this.members.exit(member, now, 'entity_lost');
      fence.shape = undefined;
      fence.center = undefined;
      this.index.remove(fence.slot);
    }
  }

  /**
   * Emits the dwells that are due.
   * @param receivedUntil time (ms) up to which all received reports were passed to `move`
   * @returns the ids of expired geofences, which the caller must end
   */
  tick(now: number, receivedUntil = now): string[] {
    const expired: string[] = [];
    for (const fence of this.fences.values()) {
      if (fence.nextDwell <= receivedUntil) this.members.publishDwells(fence, receivedUntil);
      if (fence.geofence.expiresAt !== null && fence.geofence.expiresAt.getTime() <= now)
        expired.push(fence.geofence.id);
    }
    return expired;
  }

  /**
   * Exits resumed members that have not reported since the restart, all members of geofences whose followed object has
   * no position, and members that turned out to be stations that do not move.
   */
  sweep(now: number): void {
    for (const fence of this.fences.values())
      for (const member of [...fence.members.values()]) {
        if (fence.shape === undefined) this.members.exit(member, now, 'entity_lost');
        else if (this.isUnwatched(fence, member.object)) this.members.exit(member, now, 'fence_changed');
        else if (
          Number.isNaN(member.object.lastPositionFor(member).lat) &&
          this.positions.find(member.object.layer, member.object.key) === undefined
        )
          this.members.exit(member, now, 'lost');
      }
  }

  /** Checks which memberships of an object end with a report. */
  private checkMembers(object: FollowedObject, fix: Fix, isLatest: boolean): void {
    const { slots, safeUntil, traveled } = object;
    const { met, search } = this;
    if (isLatest) object.outside?.mark(traveled, this.numbers, met, search);
    for (let row = slots.length - 1; row >= 0; row -= 1) {
      met[slots[row] as number] = search;
      if (traveled >= (safeUntil[row] as number)) this.checkExit(object, row, fix, isLatest);
    }
  }

  /** Checks whether a member exits. @param isLatest true if the report is the latest of the object */
  private checkExit(object: FollowedObject, row: number, fix: Fix, isLatest: boolean): void {
    const { layer, lat, lon, observedAt } = fix;
    const member = object.members[row] as Member;
    const { fence, own } = member;
    // A member without its own position shares the latest position of the object.
    if (own === undefined ? !isLatest : observedAt <= own.observedAt || !fence.accepts(layer, fix)) return;
    member.own = isLatest ? undefined : lastPositionOf(fix);
    const clearance = isLatest ? fence.clearanceMeters(layer, lat, lon, MIN_CLEARANCE_STEPS * object.step) : 0;
    if (clearance <= 0 && fence.hasLeft(layer, fix)) {
      this.members.exit(member, observedAt, 'crossed');
      return;
    }
    member.isResumed = false;
    if (!member.isConfirmed) this.members.confirm(member, observedAt);
    if (isLatest && member.isConfirmed) object.safeUntil[row] = object.traveled + Math.max(0, clearance);
  }

  /** True for a station that does not move, unless the geofence names it. */
  private isUnwatched(fence: WatchedFence, { layer, key }: { layer: Layer; key: number }): boolean {
    return !fence.isSelective && this.positions.isStationary(layer, key);
  }

  private enter(fence: WatchedFence, fix: Fix, reason: Member['reason'], now: number): void {
    if (this.isUnwatched(fence, fix)) return;
    const { layer, key, observedAt } = fix;
    const isConfirmed = fence.geofence.policy.minStaySeconds === 0;
    const entry = {
      fence,
      layer,
      key,
      enteredAt: observedAt,
      isConfirmed,
      reason,
      dwelled: false,
      isResumed: false,
      lagMs: Math.max(0, now - observedAt),
    };
    this.members.enter(entry, fix, true);
  }

  /** Moves a geofence to a new center, and emits the entries and exits that result from the move. */
  private relocate(fence: WatchedFence, lat: number, lon: number, at: number): void {
    const { center } = fence;
    if (center !== undefined && distanceMeters(center.lat, center.lon, lat, lon) < STEP_METERS) return;
    this.index.remove(fence.slot);
    fence.center = { lat, lon };
    fence.shape = prepareFence(fence.geofence.shape, fence.center);
    this.index.add(fence.slot, fence.shape?.boxes ?? []);
    for (const member of [...fence.members.values()])
      if (fence.hasLeft(member.object.layer, member.object.lastPositionFor(member)))
        this.members.exit(member, at, 'fence_moved');
    this.enterObjectsInside(fence, at, center === undefined ? 'inside_at_creation' : 'fence_moved');
  }

  /**
   * Enters the objects that are inside and not members yet.
   * @param reportedUntil objects with a later last report are skipped (ms)
   */
  private enterObjectsInside(
    fence: WatchedFence,
    now: number,
    reason: 'inside_at_creation' | 'fence_moved',
    reportedUntil = Number.POSITIVE_INFINITY,
  ): void {
    const { shape } = fence;
    if (shape === undefined) return;
    const { layers, insideAtCreation, minStaySeconds } = fence.geofence.policy;
    for (const layer of layers) {
      for (const key of this.positions.within(layer, shape)) {
        if (fence.members.has(memberKey(layer, key)) || !fence.appliesTo(layer, key)) continue;
        const position = this.positions.find(layer, key);
        if (
          position === undefined ||
          position.observedAt > reportedUntil ||
          !fence.accepts(layer, position) ||
          !fence.contains(layer, position) ||
          this.isUnwatched(fence, { layer, key })
        )
          continue;
        const isConfirmed = reason === 'inside_at_creation' || minStaySeconds === 0;
        const isPublished = reason === 'fence_moved' || insideAtCreation === 'enter';
        this.members.enter(
          { fence, layer, key, enteredAt: now, isConfirmed, reason, dwelled: false, isResumed: false, lagMs: 0 },
          position,
          isPublished,
        );
      }
    }
  }

  /**
   * Adds a geofence, or replaces it by its new version.
   * @returns undefined if shape and policy are unchanged, so that no membership changes
   */
  private replace(geofence: WatchedGeofence): WatchedFence | undefined {
    const before = this.fences.get(geofence.id);
    if (before !== undefined) this.unlink(before);
    this.puts += 1;
    const fence = new WatchedFence(geofence, this.freeSlots.pop() ?? this.bySlot.length, this.puts);
    const isSame = before !== undefined && sameRules(before.geofence, geofence);
    if (before !== undefined) this.members.transferMembers(before, fence);
    if (fence.follows !== undefined) {
      const { layer, key } = fence.follows;
      const followers = this.movingFences.get(memberKey(layer, key)) ?? new Set();
      this.movingFences.set(memberKey(layer, key), followers.add(fence));
      fence.center = isSame ? before.center : this.positions.find(layer, key);
      fence.shape = prepareFence(geofence.shape, fence.center);
    }
    this.fences.set(geofence.id, fence);
    this.bySlot[fence.slot] = fence;
    if (fence.slot >= this.met.length) {
      this.met = grown(this.met);
      this.numbers = grown(this.numbers);
    }
    this.numbers[fence.slot] = fence.number;
    if (fence.shape !== undefined) this.index.add(fence.slot, fence.shape.boxes);
    return isSame ? undefined : fence;
  }

  private unlink(fence: WatchedFence): void {
    this.index.remove(fence.slot);
    this.bySlot[fence.slot] = undefined;
    this.freeSlots.push(fence.slot);
    if (fence.follows === undefined) return;
    const number = memberKey(fence.follows.layer, fence.follows.key);
    const followers = this.movingFences.get(number);
    followers?.delete(fence);
    if (followers?.size === 0) this.movingFences.delete(number);
  }
}

const sameRules = (a: WatchedGeofence, b: WatchedGeofence) =>
  JSON.stringify([a.shape, a.policy]) === JSON.stringify([b.shape, b.policy]);

function grown(numbers: Float64Array): Float64Array<ArrayBuffer> {
  const twice = new Float64Array(numbers.length * 2);
  twice.set(numbers);
  return twice;
}
