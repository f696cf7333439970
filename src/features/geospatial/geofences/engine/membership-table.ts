import type { Layer } from '../../layer.js';
import type { Transition, TransitionReason, TransitionType } from '../transition.js';
import type { Budget } from './exclusion-cache.js';
import { FollowedObject, type LastPosition } from './followed-object.js';
import { type Member, memberKey, type WatchedFence } from './watched-fence.js';

/** Fences that objects are known to be outside of, of all of them together: they spare questions, and do not have to be remembered. */
const MAX_OUTSIDE = 2_000_000;

/** A stay is not told by silence alone for so long (ms) after a restart: ships at anchor report every three minutes, and some of their reports are lost. */
const RESUMED_MS = 10 * 60_000;
/** A stay that waits for late reports is looked at again after so long (ms). */
const LOOK_AGAIN_MS = 5_000;

/** That something has come into a fence, or is known to be in it. */
export interface Entry extends Pick<Member, 'fence' | 'enteredAt' | 'isConfirmed' | 'reason' | 'dwelled' | 'isResumed'> {
  layer: Layer;
  key: number;
  /** How long its report took to arrive (ms). */
  lagMs: number;
}

/** Who is inside what, from both sides, and what is told of it. */
export class MembershipTable {
  private readonly objects = new Map<number, FollowedObject>();
  /** For what they are known to be outside of. */
  readonly budget: Budget = { left: MAX_OUTSIDE };
  /** How many were not followed, because their fence was full, or all of them together. */
  leftOut = 0;
  count = 0;
  /** When members of before a restart were last taken over (ms). */
  resumedAt = 0;

  constructor(
    private readonly tell: (transition: Transition) => void,
    private readonly most: number,
    /** Of all fences: some 220 bytes each where objects are in many, and 620 where each is another object. */
    private readonly mostOfAll: number,
  ) {}

  /** An object with its memberships, lists that change under whoever goes through them forwards; undefined for what is in no fence. */
  of(number: number): FollowedObject | undefined {
    return this.objects.get(number);
  }

  /** Takes in what has come. @param sighting where it is, @param isPublished false: without a word */
  enter(entry: Entry, position: LastPosition, isPublished: boolean): void {
    const member = this.add(entry, position);
    if (member !== undefined) this.say('entered', member, member.enteredAt, member.reason, isPublished && member.isConfirmed);
  }

  /** Takes in without a word and without writing it down. @returns undefined when the fence is full */
  add({ fence, layer, key, enteredAt, isConfirmed, reason, dwelled, isResumed, lagMs }: Entry, position: LastPosition): Member | undefined {
    if (fence.members.size >= this.most || this.count >= this.mostOfAll) {
      this.leftOut += 1;
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
    this.expectStay(member);
    return member;
  }

  /** That an object is so many metres outside of a fence around it. */
  cacheExclusion(object: FollowedObject, fence: WatchedFence, meters: number): void {
    // It may have left all fences with this very report: then nobody would forget it.
    if (object.members.length > 0) object.cacheExclusion(fence, meters, this.budget);
  }

  /** A later report was not outside: when it has been inside for long enough, that is told. */
  confirm(member: Member, at: number): void {
    if (at - member.enteredAt < member.fence.geofence.policy.minStaySeconds * 1000) return;
    member.isConfirmed = true;
    this.say('entered', member, at, member.reason);
    this.expectStay(member);
  }

  exit(member: Member, time: number, reason: TransitionReason): void {
    const due = dueOf(member);
    // By a report, it has stayed until then; at a time of the clock it may have left in reports that are still on their way.
    const hasStayed = reason === 'crossed' || reason === 'fence_moved' ? due <= time && !member.isResumed : this.tellableAt(member, due) <= time;
    if (hasStayed) this.say('dwelled', member, due, 'stayed');
    this.drop(member);
    this.say('exited', member, time, reason, member.isConfirmed);
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

  /** Tells the stays in a fence that are long enough. @param now until when (ms) everything that has arrived was taken in */
  tellStays(fence: WatchedFence, now: number): void {
    fence.nextDwell = Number.POSITIVE_INFINITY;
    for (const member of fence.members.values()) {
      const due = dueOf(member);
      const at = this.tellableAt(member, due);
      if (at > now) {
        fence.nextDwell = Math.min(fence.nextDwell, due > now ? due : Math.min(at, now + LOOK_AGAIN_MS));
        continue;
      }
      member.dwelled = true;
      this.say('dwelled', member, due, 'stayed');
    }
  }

  /** The members of a fence as it was are those of the fence as it is. */
  transferMembers(before: WatchedFence, after: WatchedFence): void {
    for (const [number, member] of before.members) {
      member.fence = after;
      after.members.set(number, member);
      member.object.renew(member);
      this.expectStay(member);
    }
    before.members.clear();
  }

  /**
   * From when on (ms) a stay that is long enough at `due` can be told: when a report of `due` or later shows it inside. When it falls silent, by
   * the clock, but as late again as its reports are: what arrived ten minutes late may be followed by an exit that arrives twenty minutes late.
   */
  private tellableAt(member: Member, due: number): number {
    const { object, isResumed } = member;
    if (object.lastOf(member).observedAt >= due) return due;
    return isResumed ? Math.max(due, this.resumedAt + RESUMED_MS) : due + 2 * object.lagMs;
  }

  private expectStay(member: Member): void {
    member.fence.nextDwell = Math.min(member.fence.nextDwell, dueOf(member));
  }

  private say(type: TransitionType, member: Member, time: number, reason: TransitionReason, isPublished = true): void {
    const { fence, object, enteredAt } = member;
    const { layer, key } = object;
    const { lat, lon } = object.lastOf(member);
    const position = Number.isNaN(lat) ? null : { lat, lon };
    const isPending = type === 'entered' && !member.isConfirmed;
    this.tell({ type, fence: fence.geofence, layer, key, position, time, reason, enteredAt, isPublished, isPending });
  }
}

/** When its stay is to be told (ms); never when it was told, or when nobody knows of it. */
function dueOf({ fence, enteredAt, isConfirmed, dwelled }: Member): number {
  const { dwellSeconds } = fence.geofence.policy;
  return dwellSeconds === null || dwelled || !isConfirmed ? Number.POSITIVE_INFINITY : enteredAt + dwellSeconds * 1000;
}
