import { MINUTE_MS } from '../../../../time/durations.js';
import type { Layer } from '../../layer.js';
import type { Transition, TransitionReason, TransitionType } from '../transition.js';
import type { Budget } from './exclusion-cache.js';
import { FollowedObject, type LastPosition, type Member, memberKey, type WatchedFence } from './watched-fence.js';

/** Maximum number of entries in the exclusion caches of all objects. A full cache only costs additional checks. */
const MAX_EXCLUSIONS = 2_000_000;

/**
 * Time after a restart during which a dwell is not published without a report (ms): vessels at anchor report every
 * three minutes, and some reports are lost.
 */
const RESUMED_MS = 10 * MINUTE_MS;
/** Interval at which a dwell that waits for late reports is checked again (ms). */
const RECHECK_MS = 5_000;

/** An object that enters a geofence, or is known to be inside. */
export interface Entry
  extends Pick<Member, 'fence' | 'enteredAt' | 'isConfirmed' | 'reason' | 'dwelled' | 'isResumed'> {
  layer: Layer;
  key: number;
  /** Delay of the report (ms). */
  lagMs: number;
}

/** Keeps the members of all geofences, by object and by geofence, and emits their transitions. */
export class MembershipTable {
  private readonly objects = new Map<number, FollowedObject>();
  /** The budget shared by all exclusion caches. */
  readonly budget: Budget = { left: MAX_EXCLUSIONS };
  /** Number of entries rejected because the geofence or the table was full. */
  rejected = 0;
  count = 0;
  /** Time at which stored members were last resumed after a restart (ms). */
  resumedAt = 0;

  constructor(
    private readonly onTransition: (transition: Transition) => void,
    private readonly maxMembers: number,
    /**
     * Maximum number of members of all geofences. A member takes about 220 bytes if objects are in many geofences, 620
     * if each is in one.
     */
    private readonly maxMembersOfAll: number,
  ) {}

  /**
   * Returns an object with its memberships; undefined if it is in no geofence. Its lists change when members exit, so
   * callers iterate backwards or over a copy.
   */
  of(number: number): FollowedObject | undefined {
    return this.objects.get(number);
  }

  /** Adds a member and emits its entry. @param isPublished false if no event is written */
  enter(entry: Entry, position: LastPosition, isPublished: boolean): void {
    const member = this.add(entry, position);
    if (member !== undefined)
      this.emit('entered', member, member.enteredAt, member.reason, isPublished && member.isConfirmed);
  }

  /** Adds a member without a transition. @returns undefined when the geofence or the table is full */
  add(
    { fence, layer, key, enteredAt, isConfirmed, reason, dwelled, isResumed, lagMs }: Entry,
    position: LastPosition,
  ): Member | undefined {
    if (fence.members.size >= this.maxMembers || this.count >= this.maxMembersOfAll) {
      this.rejected += 1;
      return undefined;
    }
    const number = memberKey(layer, key);
    let object = this.objects.get(number);
    if (object === undefined) {
      object = new FollowedObject(layer, key, position);
      object.lagMs = lagMs;
      this.objects.set(number, object);
    }
    const member: Member = { fence, object, own: undefined, enteredAt, isConfirmed, reason, dwelled, isResumed };
    object.add(member, position);
    fence.members.set(number, member);
    this.count += 1;
    this.scheduleDwell(member);
    return member;
  }

  /** Caches that an object is `meters` outside a geofence. */
  cacheExclusion(object: FollowedObject, fence: WatchedFence, meters: number): void {
    // An object that left all geofences with this report is already removed; its cache would never be cleared.
    if (object.members.length > 0) object.cacheExclusion(fence, meters, this.budget);
  }

  /**
   * Emits the entry of a member whose stay has reached `minStaySeconds`. Called for each report of the member that does
   * not end the membership.
   */
  confirm(member: Member, at: number): void {
    if (at - member.enteredAt < member.fence.geofence.policy.minStaySeconds * 1000) return;
    member.isConfirmed = true;
    this.emit('entered', member, at, member.reason);
    this.scheduleDwell(member);
  }

  exit(member: Member, time: number, reason: TransitionReason): void {
    const due = dwellDueAt(member);
    // An exit by a report proves the stay until its time. For an exit by the clock, reports of an earlier exit may
    // still arrive.
    const hasStayed =
      reason === 'crossed' || reason === 'fence_moved'
        ? due <= time && !member.isResumed
        : this.publishableAt(member, due) <= time;
    if (hasStayed) this.emit('dwelled', member, due, 'stayed');
    this.drop(member);
    this.emit('exited', member, time, reason, member.isConfirmed);
  }

  drop(member: Member): void {
    const { fence, object } = member;
    const number = memberKey(object.layer, object.key);
    if (!fence.members.delete(number)) return;
    this.count -= 1;
    object.remove(member);
    if (object.members.length > 0) return;
    this.objects.delete(number);
    object.outside?.clear();
  }

  /**
   * Emits the dwells of a geofence that are due.
   * @param now time (ms) up to which all received reports were processed
   */
  publishDwells(fence: WatchedFence, now: number): void {
    fence.nextDwell = Number.POSITIVE_INFINITY;
    for (const member of fence.members.values()) {
      const due = dwellDueAt(member);
      const at = this.publishableAt(member, due);
      if (at > now) {
        fence.nextDwell = Math.min(fence.nextDwell, due > now ? due : Math.min(at, now + RECHECK_MS));
        continue;
      }
      member.dwelled = true;
      this.emit('dwelled', member, due, 'stayed');
    }
  }

  /** Moves the members of a replaced geofence to its new version. */
  transferMembers(before: WatchedFence, after: WatchedFence): void {
    for (const [number, member] of before.members) {
      member.fence = after;
      after.members.set(number, member);
      member.object.renew(member);
      this.scheduleDwell(member);
    }
    before.members.clear();
  }

  /**
   * Returns the time (ms) from which a dwell due at `due` can be published. It is `due` itself if a report at or after
   * that time is inside. For a silent object it is later by twice the delay of its latest report, since reports that
   * come ten minutes late may be followed by an exit that comes twenty minutes late.
   */
  private publishableAt(member: Member, due: number): number {
    const { object, isResumed } = member;
    if (object.lastPositionFor(member).observedAt >= due) return due;
    return isResumed ? Math.max(due, this.resumedAt + RESUMED_MS) : due + 2 * object.lagMs;
  }

  private scheduleDwell(member: Member): void {
    member.fence.nextDwell = Math.min(member.fence.nextDwell, dwellDueAt(member));
  }

  private emit(type: TransitionType, member: Member, time: number, reason: TransitionReason, isPublished = true): void {
    const { fence, object, enteredAt } = member;
    const { layer, key } = object;
    const { lat, lon } = object.lastPositionFor(member);
    const position = Number.isNaN(lat) ? null : { lat, lon };
    const isPending = type === 'entered' && !member.isConfirmed;
    this.onTransition({
      type,
      fence: fence.geofence,
      layer,
      key,
      position,
      time,
      reason,
      enteredAt,
      isPublished,
      isPending,
    });
  }
}

/**
 * Returns the time at which the dwell of a member is due (ms); infinity if it was published, the policy has no dwells,
 * or the entry is not confirmed.
 */
function dwellDueAt({ fence, enteredAt, isConfirmed, dwelled }: Member): number {
  const { dwellSeconds } = fence.geofence.policy;
  return dwellSeconds === null || dwelled || !isConfirmed ? Number.POSITIVE_INFINITY : enteredAt + dwellSeconds * 1000;
}
