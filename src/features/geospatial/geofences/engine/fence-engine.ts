import type { Layer } from '../../layer.js';
import { distanceMeters } from '../../sphere.js';
import type { WatchedGeofence } from '../geofence.js';
import type { StoredMember, Transition } from '../transition.js';
import { BoxIndex } from './box-index.js';
import { prepareFence } from './fence-shape.js';
import { type FollowedObject, lastPositionOf } from './followed-object.js';
import { MembershipTable } from './membership-table.js';
import type { ObservedPosition, PositionLookup } from './position-lookup.js';
import { type Member, memberKey, WatchedFence } from './watched-fence.js';

/** What it is around must have gone so far (m) for a moving fence to look around again. */
const STEP_METERS = 10;

/** A fence that may be crossed before so many more reports as the latest is asked each time: to find out how far it is costs as much. */
const WORTH_STEPS = 2;

/** That something was seen somewhere. */
export interface Fix extends ObservedPosition {
  layer: Layer;
  key: number;
  /** It was never seen before. */
  isFirst: boolean;
}

/**
 * Follows who is inside which fence. It knows no clock and no database: it is told of every movement and of the time, and tells every transition.
 *
 * Something has come when a report is inside, and has gone when one is farther outside than the hysteresis. Reports that are not later than
 * the last one of a member decide nothing. Two reports on both sides of a fence are no visit: nobody knows which way it took.
 */
export class FenceEngine {
  private readonly fences = new Map<string, WatchedFence>();
  private readonly bySlot: Array<WatchedFence | undefined> = [];
  private readonly freeSlots: number[] = [];
  private readonly index = new BoxIndex();
  /** Moving fences by what they are around. */
  private readonly around = new Map<number, Set<WatchedFence>>();
  private readonly found: number[] = [];
  private search = 0;
  private puts = 0;
  /** By the place of a fence in the index: the last search that has met it. */
  private met = new Float64Array(64);
  /** By the place of a fence in the index: which one it is. */
  private numbers = new Float64Array(64);
  readonly members: MembershipTable;

  /** @param mostMembers of one fence, @param mostOfAll of all together; what comes then is not followed, and counted */
  constructor(
    private readonly positions: PositionLookup,
    tell: (transition: Transition) => void,
    mostMembers = 10_000,
    mostOfAll = 1_000_000,
  ) {
    this.members = new MembershipTable(tell, mostMembers, mostOfAll);
  }

  get size(): number {
    return this.fences.size;
  }

  ids(): IterableIterator<string> {
    return this.fences.keys();
  }

  /** Watches a fence that has just been made or changed. What is inside already is as its policy says. */
  put(geofence: WatchedGeofence, now: number): void {
    const fence = this.replace(geofence);
    if (fence === undefined) return;
    for (const member of [...fence.members.values()])
      if (!fence.isFor(member.object.layer, member.object.key) || fence.hasLeft(member.object.layer, member.object.lastOf(member), false))
        this.members.exit(member, now, 'fence_changed');
    this.lookAround(fence, now, 'inside_at_creation');
  }

  /** Goes on with a fence as it was kept. What was inside when last seen, before the fence was as it is, is inside already; everything else will show. */
  resume(geofence: WatchedGeofence, members: readonly StoredMember[], now: number): void {
    const fence = this.replace(geofence);
    if (fence === undefined) return;
    this.members.resumedAt = now;
    for (const { layer, key, since, dwelled, pending } of members) {
      // Read a second time, as it was changed while the others were read.
      if (fence.members.has(memberKey(layer, key))) continue;
      const place = this.positions.find(layer, key) ?? { lat: Number.NaN, lon: Number.NaN, altitudeFeet: Number.NaN };
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
      this.members.add(entry, { ...place, observedAt: since });
    }
    this.lookAround(fence, now, 'inside_at_creation', geofence.updatedAt.getTime());
  }

  /** It was deleted or has expired: its members are told as gone. */
  end(id: string, now: number): void {
    const fence = this.fences.get(id);
    if (fence === undefined) return;
    for (const member of [...fence.members.values()]) this.members.exit(member, now, 'fence_ended');
    this.forget(id);
  }

  /** Watches it no longer, without a word. */
  forget(id: string): void {
    const fence = this.fences.get(id);
    if (fence === undefined) return;
    for (const member of [...fence.members.values()]) this.members.drop(member);
    this.unlink(fence);
    this.fences.delete(id);
  }

  /** @param now when the report arrived, or later (ms) */
  move(fix: Fix, now = fix.observedAt): void {
    const { layer, key, lat, lon } = fix;
    this.search += 1;
    const number = memberKey(layer, key);
    const object = this.members.of(number);
    const isLatest = object?.take(fix, now) === true;
    if (object !== undefined) this.follow(object, fix, isLatest);
    const { met, search } = this;
    const count = this.index.search(lat, lon, this.found);
    for (let i = 0; i < count; i += 1) {
      const slot = this.found[i] as number;
      if (met[slot] === search) continue;
      met[slot] = search;
      const fence = this.bySlot[slot] as WatchedFence;
      if (!fence.isFor(layer, key) || !fence.decides(layer, fix)) continue;
      const clearance = isLatest ? fence.clearanceMeters(layer, lat, lon, WORTH_STEPS * object.step) : 0;
      if (clearance < 0) this.members.cacheExclusion(object as FollowedObject, fence, -clearance);
      else if (clearance > 0 || fence.holds(layer, fix)) this.enter(fence, fix, fix.isFirst ? 'appeared' : 'crossed', now);
    }
    const around = this.around.get(number);
    if (around !== undefined) for (const fence of around) this.relocate(fence, lat, lon, fix.observedAt);
  }

  /** It no longer reports: it has left every fence, and those around it sleep. */
  lost(layer: Layer, key: number, now: number): void {
    const number = memberKey(layer, key);
    for (const member of [...(this.members.of(number)?.members ?? [])]) this.members.exit(member, now, 'lost');
    for (const fence of this.around.get(number) ?? []) {
      for (const member of [...fence.members.values()]) this.members.exit(member, now, 'entity_lost');
      fence.shape = undefined;
      fence.center = undefined;
      this.index.remove(fence.slot);
    }
  }

  /**
   * Tells the stays that are long enough by now.
   * @param heardUntil until when (ms) everything that has arrived was handed to `move`
   * @returns the fences that have expired, for the caller to end
   */
  tick(now: number, heardUntil = now): string[] {
    const expired: string[] = [];
    for (const fence of this.fences.values()) {
      if (fence.nextDwell <= heardUntil) this.members.tellStays(fence, heardUntil);
      if (fence.geofence.expiresAt !== null && fence.geofence.expiresAt.getTime() <= now) expired.push(fence.geofence.id);
    }
    return expired;
  }

  /** Members of before a restart that are nowhere to be seen are lost, and so are all of a fence around what is nowhere to be seen. */
  sweep(now: number): void {
    for (const fence of this.fences.values())
      for (const member of [...fence.members.values()]) {
        if (fence.shape === undefined) this.members.exit(member, now, 'entity_lost');
        else if (Number.isNaN(member.object.lastOf(member).lat) && this.positions.find(member.object.layer, member.object.key) === undefined)
          this.members.exit(member, now, 'lost');
      }
  }

  /** A report of something that was inside. */
  private follow(object: FollowedObject, fix: Fix, isLatest: boolean): void {
    const { slots, safeUntil, travelled } = object;
    const { met, search } = this;
    if (isLatest) object.outside?.mark(travelled, this.numbers, met, search);
    for (let row = slots.length - 1; row >= 0; row -= 1) {
      met[slots[row] as number] = search;
      if (travelled >= (safeUntil[row] as number)) this.ask(object, row, fix, isLatest);
    }
  }

  /** Whether it has left. @param isLatest of all reports of the object */
  private ask(object: FollowedObject, row: number, fix: Fix, isLatest: boolean): void {
    const { layer, lat, lon, observedAt } = fix;
    const member = object.members[row] as Member;
    const { fence, own } = member;
    // With none of its own the latest of the object is the latest that counts.
    if (own === undefined ? !isLatest : observedAt <= own.observedAt || !fence.decides(layer, fix)) return;
    member.own = isLatest ? undefined : lastPositionOf(fix);
    const clearance = isLatest ? fence.clearanceMeters(layer, lat, lon, WORTH_STEPS * object.step) : 0;
    if (clearance <= 0 && fence.hasLeft(layer, fix)) {
      this.members.exit(member, observedAt, 'crossed');
      return;
    }
    member.isResumed = false;
    if (!member.isConfirmed) this.members.confirm(member, observedAt);
    if (isLatest && member.isConfirmed) object.safeUntil[row] = object.travelled + Math.max(0, clearance);
  }

  private enter(fence: WatchedFence, fix: Fix, reason: Member['reason'], now: number): void {
    const { layer, key, observedAt } = fix;
    const isConfirmed = fence.geofence.policy.minStaySeconds === 0;
    const entry = { fence, layer, key, enteredAt: observedAt, isConfirmed, reason, dwelled: false, isResumed: false, lagMs: Math.max(0, now - observedAt) };
    this.members.enter(entry, fix, true);
  }

  /** What a moving fence is around has moved: it goes over others, and away from others. */
  private relocate(fence: WatchedFence, lat: number, lon: number, at: number): void {
    const { center } = fence;
    if (center !== undefined && distanceMeters(center.lat, center.lon, lat, lon) < STEP_METERS) return;
    this.index.remove(fence.slot);
    fence.center = { lat, lon };
    fence.shape = prepareFence(fence.geofence.shape, fence.center);
    this.index.add(fence.slot, fence.shape?.boxes ?? []);
    for (const member of [...fence.members.values()])
      if (fence.hasLeft(member.object.layer, member.object.lastOf(member))) this.members.exit(member, at, 'fence_moved');
    this.lookAround(fence, at, center === undefined ? 'inside_at_creation' : 'fence_moved');
  }

  /** Takes in what is inside and no member yet. @param seenUntil only what was last seen by then (ms) */
  private lookAround(fence: WatchedFence, now: number, reason: 'inside_at_creation' | 'fence_moved', seenUntil = Number.POSITIVE_INFINITY): void {
    const { shape } = fence;
    if (shape === undefined) return;
    const { layers, insideAtCreation, minStaySeconds } = fence.geofence.policy;
    for (const layer of layers) {
      for (const key of this.positions.within(layer, shape)) {
        if (fence.members.has(memberKey(layer, key)) || !fence.isFor(layer, key)) continue;
        const place = this.positions.find(layer, key);
        if (place === undefined || place.observedAt > seenUntil || !fence.decides(layer, place) || !fence.holds(layer, place)) continue;
        const isConfirmed = reason === 'inside_at_creation' || minStaySeconds === 0;
        const isPublished = reason === 'fence_moved' || insideAtCreation === 'enter';
        this.members.enter({ fence, layer, key, enteredAt: now, isConfirmed, reason, dwelled: false, isResumed: false, lagMs: 0 }, place, isPublished);
      }
    }
  }

  /** @returns undefined when only its name or its end is another: nothing has to be looked at again */
  private replace(geofence: WatchedGeofence): WatchedFence | undefined {
    const before = this.fences.get(geofence.id);
    if (before !== undefined) this.unlink(before);
    this.puts += 1;
    const fence = new WatchedFence(geofence, this.freeSlots.pop() ?? this.bySlot.length, this.puts);
    const isSame = before !== undefined && sameRules(before.geofence, geofence);
    if (before !== undefined) this.members.transferMembers(before, fence);
    if (fence.follows !== undefined) {
      const { layer, key } = fence.follows;
      const followers = this.around.get(memberKey(layer, key)) ?? new Set();
      this.around.set(memberKey(layer, key), followers.add(fence));
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
    const followers = this.around.get(number);
    followers?.delete(fence);
    if (followers?.size === 0) this.around.delete(number);
  }
}

const sameRules = (a: WatchedGeofence, b: WatchedGeofence) => JSON.stringify([a.shape, a.policy]) === JSON.stringify([b.shape, b.policy]);

function grown(numbers: Float64Array): Float64Array<ArrayBuffer> {
  const twice = new Float64Array(numbers.length * 2);
  twice.set(numbers);
  return twice;
}
