import type { Layer } from '../../layer.js';
import { distanceMeters } from '../../sphere.js';
import { type Budget, ExclusionCache } from './exclusion-cache.js';
import type { ObservedPosition } from './position-lookup.js';
import type { Member, WatchedFence } from './watched-fence.js';

/** A way is made longer by so much (a part of it, and m) than it was reckoned to be: no rounding makes it too short. */
const ROUNDING = 1e-6;
const ROUNDING_METERS = 0.001;
/** Of a membership of which nothing is known: it is asked about at every report. */
const ALWAYS = Number.NEGATIVE_INFINITY;
/** Lists of fewer are exactly as long as they need to be. */
const FEW = 8;

/** Where and when something was, as of a report that counted. Numbers that are not known are NaN. */
export type LastPosition = Pick<ObservedPosition, 'lat' | 'lon' | 'altitudeFeet' | 'observedAt'>;

export const lastPositionOf = ({ lat, lon, altitudeFeet, observedAt }: LastPosition): LastPosition => ({ lat, lon, altitudeFeet, observedAt });

/**
 * Something that is inside a fence or more, with its memberships in the order in which it came.
 *
 * A fence that it was `c` metres inside cannot have been left before it has gone `c` metres, whichever way it went: that is all there is to ask
 * of most memberships at most reports. They are in columns, as hundreds of thousands of them are gone through in a second.
 */
export class FollowedObject {
  members: Member[] = [];
  /** Of each membership: the place of its fence in the index. */
  slots: number[] = [];
  /** Of each membership: what `travelled` is at the least when it may have left. */
  safeUntil: number[] = [];
  /** Metres from one of its reports to the next, all in all; never less than they are. */
  travelled = 0;
  /** Metres of the latest report alone. */
  step = 0;
  /** How long (ms) its latest report took to arrive; others of that time may still be on their way for as long again. */
  lagMs = 0;
  /** Undefined until there is something to remember. */
  outside: ExclusionCache | undefined;
  /** Its latest report, for all memberships that have no other one of their own. */
  private readonly seen: LastPosition;
  /** Every fence it has come into takes reports as accurate as this (m). */
  private accuracyMeters = Number.POSITIVE_INFINITY;
  /** Whether a fence it has come into asks for altitudes. */
  private isAskedHeight = false;

  constructor(
    readonly layer: Layer,
    readonly key: number,
    seen: LastPosition,
  ) {
    this.seen = lastPositionOf(seen);
  }

  /** Of a member: where it was by the latest report that counted for its fence. */
  lastOf({ own }: Member): LastPosition {
    return own ?? this.seen;
  }

  add(member: Member, position: LastPosition): void {
    this.members = longer(this.members, member);
    this.slots = longer(this.slots, member.fence.slot);
    this.safeUntil = longer(this.safeUntil, ALWAYS);
    if (!isSame(this.seen, position)) member.own = lastPositionOf(position);
    this.applyPolicy(member);
  }

  remove(member: Member): void {
    const { members, slots, safeUntil } = this;
    const last = members.length - 1;
    for (let row = members.indexOf(member); row < last; row += 1) {
      members[row] = members[row + 1] as Member;
      slots[row] = slots[row + 1] as number;
      safeUntil[row] = safeUntil[row + 1] as number;
    }
    members.pop();
    slots.pop();
    safeUntil.pop();
  }

  /** The fence of a member is another, or has another shape. */
  renew(member: Member): void {
    const row = this.members.indexOf(member);
    this.slots[row] = member.fence.slot;
    this.safeUntil[row] = ALWAYS;
    this.applyPolicy(member);
  }

  /** Takes a report that arrived at `now` (ms). Members whose fence it is not good enough for keep the one before. @returns whether it is later than all before */
  take(fix: ObservedPosition, now: number): boolean {
    const { seen } = this;
    if (fix.observedAt <= seen.observedAt) return false;
    this.lagMs = now > fix.observedAt ? now - fix.observedAt : 0;
    if (fix.accuracyMeters > this.accuracyMeters || (this.isAskedHeight && Number.isNaN(fix.altitudeFeet))) this.keepForSome(fix);
    const meters = distanceMeters(seen.lat, seen.lon, fix.lat, fix.lon);
    // Before a restart it was nobody knows where: then nothing is known of any membership either.
    this.step = Number.isNaN(meters) ? 0 : meters * (1 + ROUNDING) + ROUNDING_METERS;
    this.travelled += this.step;
    seen.lat = fix.lat;
    seen.lon = fix.lon;
    seen.altitudeFeet = fix.altitudeFeet;
    seen.observedAt = fix.observedAt;
    return true;
  }

  /** A fence that it is so many metres outside of. */
  cacheExclusion({ slot, number }: WatchedFence, meters: number, budget: Budget): void {
    this.outside ??= new ExclusionCache(budget);
    this.outside.add(slot, number, this.travelled + meters);
  }

  private keepForSome(fix: ObservedPosition): void {
    for (const [row, member] of this.members.entries()) {
      if (member.own !== undefined || member.fence.decides(this.layer, fix)) continue;
      member.own = lastPositionOf(this.seen);
      this.safeUntil[row] = ALWAYS;
    }
  }

  private applyPolicy({ fence }: Member): void {
    const { accuracyGateMeters, altitudeFeet } = fence.geofence.policy;
    if (accuracyGateMeters !== null) this.accuracyMeters = Math.min(this.accuracyMeters, accuracyGateMeters);
    if (altitudeFeet !== null && this.layer === 'aircraft') this.isAskedHeight = true;
  }
}

/** A list and one more. Pushed to, a list of one takes the room of seventeen, and most objects are in a fence or two. */
function longer<Item>(list: Item[], one: Item): Item[] {
  if (list.length < FEW) return list.concat([one]);
  list.push(one);
  return list;
}

const isSame = (a: LastPosition, b: LastPosition) =>
  a.observedAt === b.observedAt && a.lat === b.lat && a.lon === b.lon && Object.is(a.altitudeFeet, b.altitudeFeet);
