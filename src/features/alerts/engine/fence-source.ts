import { HOUR_MS, SECOND_MS } from '../../../time/durations.js';
import type { GeofenceLeaf } from '../condition.js';
import type { ChangedRules } from './changed-rules.js';
import type { StoredLeaf, StoredValue } from './engine-rule.js';
import { type FenceMember, isTrueFor, memberAfter, nextChange, restoreMember, storeMember } from './fence-member.js';
import { getOrCreate } from './get-or-create.js';
import { type LeafSource, nothingRead, type Reading } from './leaf-source.js';
import type { TransitionObservation } from './observation.js';
import { newTimer, type Timer, type TimerWheel } from './timer-wheel.js';
import type { WatchedLeaf } from './watched-rule.js';

/** A member is kept for this long after its exit (ms), so that late or repeated transitions are recognized. */
const EXIT_MEMORY_MS = HOUR_MS;

interface KnownMember {
  state: FenceMember;
  /** Timer of the next dwell or of the end of an exit. */
  timer: Timer | undefined;
}

interface WatchedFence {
  leaves: WatchedLeaf<GeofenceLeaf>[];
  members: Map<string, KnownMember>;
}

/** Evaluates leaves about geofences, by geofence, separately for each entity that is inside. */
export class FenceSource implements LeafSource<GeofenceLeaf> {
  private readonly fences = new Map<string, WatchedFence>();

  constructor(
    private readonly dirty: ChangedRules,
    private readonly wheel: TimerWheel,
  ) {}

  add(watched: WatchedLeaf<GeofenceLeaf>, now: number, stored?: StoredLeaf): void {
    const fence = this.fenceOf(watched.leaf.geofenceId);
    fence.leaves.push(watched);
    for (const value of (stored?.members ?? []) as StoredValue[]) {
      const member = restoreMember(value);
      const known = fence.members.get(member.entity);
      if (known === undefined) fence.members.set(member.entity, { state: member, timer: undefined });
      else if (member.at > known.state.at) {
        known.state = member;
        this.apply(fence, known, now);
      }
    }
    for (const member of fence.members.values()) this.apply(fence, member, now, [watched]);
  }

  remove(watched: WatchedLeaf<GeofenceLeaf>): void {
    const { geofenceId } = watched.leaf;
    const fence = this.fenceOf(geofenceId);
    fence.leaves = fence.leaves.filter((leaf) => leaf !== watched);
    if (fence.leaves.length > 0) return;
    for (const { timer } of fence.members.values()) if (timer !== undefined) this.wheel.cancel(timer);
    this.fences.delete(geofenceId);
  }

  observe(seen: TransitionObservation, now: number): void {
    const fence = this.fences.get(seen.geofenceId);
    if (fence === undefined) return;
    const known = fence.members.get(seen.entity);
    const state = memberAfter(known?.state, seen, now);
    if (state === undefined) return;
    const member = known ?? { state, timer: undefined };
    member.state = state;
    if (known === undefined) fence.members.set(seen.entity, member);
    this.apply(fence, member, now);
  }

  /** Returns the reading of a leaf for an entity; its value is how long the entity has been inside (s). */
  reading({ leaf }: WatchedLeaf<GeofenceLeaf>, entity: string): Reading {
    const member = this.fences.get(leaf.geofenceId)?.members.get(entity)?.state;
    const records = [{ type: 'geofence', id: leaf.geofenceId }];
    if (member === undefined) return { ...nothingRead('ok'), records };
    const [type = '', id = ''] = entity.split(':', 2);
    records.push({ type, id });
    if (member.eventId !== null) records.push({ type: 'event', id: member.eventId });
    const stay = member.enteredAt === null || !member.isInside ? null : (member.at - member.enteredAt) / SECOND_MS;
    return {
      ...nothingRead('ok'),
      value: stay,
      threshold: leaf.minDwellSeconds ?? null,
      observedAt: member.at,
      records,
      details: { reason: member.reason },
    };
  }

  stored({ leaf, rule, armedAt }: WatchedLeaf<GeofenceLeaf>): StoredLeaf {
    const members: StoredValue[] = [];
    const fence = this.fences.get(leaf.geofenceId);
    for (const entity of rule.instances?.keys() ?? []) {
      const member = fence?.members.get(entity);
      if (member !== undefined) members.push(storeMember(member.state));
    }
    return { armedAt, members };
  }

  private fenceOf(id: string): WatchedFence {
    return getOrCreate(this.fences, id, () => ({ leaves: [], members: new Map() }));
  }

  private apply(
    fence: WatchedFence,
    member: KnownMember,
    now: number,
    leaves: readonly WatchedLeaf<GeofenceLeaf>[] = fence.leaves,
  ): void {
    const { state } = member;
    let next = state.isInside ? Number.POSITIVE_INFINITY : state.at + EXIT_MEMORY_MS;
    for (const leaf of leaves) this.dirty.setFor(leaf, state.entity, isTrueFor(leaf, state, now));
    for (const leaf of fence.leaves) next = Math.min(next, nextChange(leaf, state, now));
    this.wait(fence, member, next);
  }

  private wait(fence: WatchedFence, member: KnownMember, due: number): void {
    if (!Number.isFinite(due)) {
      if (member.timer !== undefined) this.wheel.cancel(member.timer);
      member.timer = undefined;
      return;
    }
    member.timer ??= newTimer((now) => {
      const { isInside, at, entity } = member.state;
      this.apply(fence, member, now);
      if (!isInside && now >= at + EXIT_MEMORY_MS) {
        if (member.timer !== undefined) this.wheel.cancel(member.timer);
        fence.members.delete(entity);
      }
    });
    this.wheel.start(member.timer, due);
  }
}
