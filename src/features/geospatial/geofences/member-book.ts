import type { Transition, TransitionReason, TransitionType } from './transition.js';
import { type Member, memberKey, type WatchedFence } from './watched-fence.js';

/** Who is inside what, from both sides, and what is told of it. */
export class MemberBook {
  private readonly byObject = new Map<number, Member[]>();
  /** How many were not followed, because their fence was full, or all of them together. */
  leftOut = 0;
  count = 0;

  constructor(
    private readonly tell: (transition: Transition) => void,
    private readonly most: number,
    /** Of all fences: some 300 bytes each. */
    private readonly mostOfAll: number,
  ) {}

  /** The memberships of an object; a list that changes under whoever goes through it forwards. */
  of(number: number): Member[] | undefined {
    return this.byObject.get(number);
  }

  /** Takes in what has come. @param isTold false: without a word */
  enter(member: Member, isTold: boolean): void {
    if (!this.add(member)) return;
    if (member.isKnown) this.say('entered', member, member.enteredAt, member.reason, isTold);
  }

  /** Takes in without a word and without writing it down. @returns false when the fence is full */
  add(member: Member): boolean {
    const { fence, layer, key } = member;
    if (fence.members.size >= this.most || this.count >= this.mostOfAll) {
      this.leftOut += 1;
      return false;
    }
    const number = memberKey(layer, key);
    fence.members.set(number, member);
    const memberships = this.byObject.get(number);
    if (memberships === undefined) this.byObject.set(number, [member]);
    else memberships.push(member);
    this.count += 1;
    this.expectStay(member);
    return true;
  }

  /** A later report was not outside: when it has been inside for long enough, that is told. */
  confirm(member: Member, at: number): void {
    if (at - member.enteredAt < member.fence.geofence.policy.minStaySeconds * 1000) return;
    member.isKnown = true;
    this.say('entered', member, at, member.reason);
    this.expectStay(member);
  }

  exit(member: Member, time: number, reason: TransitionReason): void {
    const { dwellSeconds } = member.fence.geofence.policy;
    const due = dwellSeconds === null ? Number.POSITIVE_INFINITY : member.enteredAt + dwellSeconds * 1000;
    if (member.isKnown && !member.dwelled && due <= time) this.say('dwelled', member, due, 'stayed');
    this.drop(member);
    if (member.isKnown) this.say('exited', member, time, reason);
  }

  drop(member: Member): void {
    const number = memberKey(member.layer, member.key);
    if (!member.fence.members.delete(number)) return;
    this.count -= 1;
    const memberships = this.byObject.get(number) as Member[];
    if (memberships.length === 1) this.byObject.delete(number);
    else memberships.splice(memberships.indexOf(member), 1);
  }

  /** Tells the stays in a fence that are long enough. */
  tellStays(fence: WatchedFence, now: number): void {
    fence.nextDwell = Number.POSITIVE_INFINITY;
    for (const member of fence.members.values()) {
      const due = dueOf(member);
      if (due > now) {
        fence.nextDwell = Math.min(fence.nextDwell, due);
        continue;
      }
      member.dwelled = true;
      this.say('dwelled', member, due, 'stayed');
    }
  }

  /** The members of a fence as it was are those of the fence as it is. */
  handOver(before: WatchedFence, after: WatchedFence): void {
    for (const [number, member] of before.members) {
      member.fence = after;
      after.members.set(number, member);
      this.expectStay(member);
    }
    before.members.clear();
  }

  private expectStay(member: Member): void {
    member.fence.nextDwell = Math.min(member.fence.nextDwell, dueOf(member));
  }

  private say(type: TransitionType, member: Member, time: number, reason: TransitionReason, isTold = true): void {
    const { fence, layer, key, lat, lon, enteredAt } = member;
    const position = Number.isNaN(lat) ? null : { lat, lon };
    this.tell({ type, fence: fence.geofence, layer, key, position, time, reason, enteredAt, isTold });
  }
}

/** When its stay is to be told (ms); never when it was told, or when nobody knows of it. */
function dueOf({ fence, enteredAt, isKnown, dwelled }: Member): number {
  const { dwellSeconds } = fence.geofence.policy;
  return dwellSeconds === null || dwelled || !isKnown ? Number.POSITIVE_INFINITY : enteredAt + dwellSeconds * 1000;
}
