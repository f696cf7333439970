import type { Layer } from '../../layer.js';
import { distanceMeters } from '../../sphere.js';
import { type Budget, ExclusionCache } from './exclusion-cache.js';
import type { ObservedPosition } from './position-lookup.js';
import type { Member, WatchedFence } from './watched-fence.js';

/** Relative and absolute margin (m) added to each distance, so that rounding never underestimates it. */
const ROUNDING = 1e-6;
const ROUNDING_METERS = 0.001;
/** The `safeUntil` of a membership that must be checked at every report. */
const ALWAYS = Number.NEGATIVE_INFINITY;
/** Shorter lists are copied instead of pushed to. */
const COPIED_LENGTH = 8;

/** The last position that counted for a fence. Unknown numbers are NaN. */
export type LastPosition = Pick<ObservedPosition, 'lat' | 'lon' | 'altitudeFeet' | 'observedAt'>;

export const lastPositionOf = ({ lat, lon, altitudeFeet, observedAt }: LastPosition): LastPosition => ({
  lat,
  lon,
  altitudeFeet,
  observedAt,
});

/**
 * An object that is inside at least one fence, with its memberships in the order of entry.
 *
 * An object `c` meters inside a fence cannot leave it before it has traveled `c` meters. For most memberships and
 * reports this comparison is the whole check. The memberships are in columns, because hundreds of thousands of them are
 * checked per second.
 */
export class FollowedObject {
  members: Member[] = [];
  /** For each membership, the slot of its fence in the index. */
  slots: number[] = [];
  /** For each membership, the value of `traveled` up to which the object is certainly inside. */
  safeUntil: number[] = [];
  /** The sum of the distances between its reports (m), never underestimated. */
  traveled = 0;
  /** The distance of the latest report from the one before (m). */
  step = 0;
  /** The delay of its latest report (ms). Other reports of that time may arrive after as long a delay again. */
  lagMs = 0;
  /** Undefined until a fence is cached. */
  outside: ExclusionCache | undefined;
  /** Its latest position, for all memberships without one of their own. */
  private readonly latest: LastPosition;
  /** Every fence that it has entered accepts reports of this accuracy (m). */
  private accuracyMeters = Number.POSITIVE_INFINITY;
  /** Whether a fence that it has entered needs altitudes. */
  private needsAltitude = false;

  constructor(
    readonly layer: Layer,
    readonly key: number,
    position: LastPosition,
  ) {
    this.latest = lastPositionOf(position);
  }

  /** The latest position that counted for the fence of a member. */
  lastPositionFor({ own }: Member): LastPosition {
    return own ?? this.latest;
  }

  add(member: Member, position: LastPosition): void {
    this.members = append(this.members, member);
    this.slots = append(this.slots, member.fence.slot);
    this.safeUntil = append(this.safeUntil, ALWAYS);
    if (!isSame(this.latest, position)) member.own = lastPositionOf(position);
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

  /** Must be called when the fence of a member was replaced or its shape changed. */
  renew(member: Member): void {
    const row = this.members.indexOf(member);
    this.slots[row] = member.fence.slot;
    this.safeUntil[row] = ALWAYS;
    this.applyPolicy(member);
  }

  /**
   * Takes a report that arrived at `now` (ms). Members whose fence does not accept it keep the position before.
   * @returns whether the report is later than all before
   */
  take(fix: ObservedPosition, now: number): boolean {
    const { latest } = this;
    if (fix.observedAt <= latest.observedAt) return false;
    this.lagMs = now > fix.observedAt ? now - fix.observedAt : 0;
    if (fix.accuracyMeters > this.accuracyMeters || (this.needsAltitude && Number.isNaN(fix.altitudeFeet)))
      this.keepForInaccurate(fix);
    const meters = distanceMeters(latest.lat, latest.lon, fix.lat, fix.lon);
    // After a restart the position before is unknown; no membership has a safe distance then.
    this.step = Number.isNaN(meters) ? 0 : meters * (1 + ROUNDING) + ROUNDING_METERS;
    this.traveled += this.step;
    latest.lat = fix.lat;
    latest.lon = fix.lon;
    latest.altitudeFeet = fix.altitudeFeet;
    latest.observedAt = fix.observedAt;
    return true;
  }

  /** Caches a fence that the object is `meters` outside of. */
  cacheExclusion({ slot, number }: WatchedFence, meters: number, budget: Budget): void {
    this.outside ??= new ExclusionCache(budget);
    this.outside.add(slot, number, this.traveled + meters);
  }

  private keepForInaccurate(fix: ObservedPosition): void {
    for (const [row, member] of this.members.entries()) {
      if (member.own !== undefined || member.fence.accepts(this.layer, fix)) continue;
      member.own = lastPositionOf(this.latest);
      this.safeUntil[row] = ALWAYS;
    }
  }

  private applyPolicy({ fence }: Member): void {
    const { accuracyGateMeters, altitudeFeet } = fence.geofence.policy;
    if (accuracyGateMeters !== null) this.accuracyMeters = Math.min(this.accuracyMeters, accuracyGateMeters);
    if (altitudeFeet !== null && this.layer === 'aircraft') this.needsAltitude = true;
  }
}

/** Appends an item. Pushing to a list of one allocates seventeen places, and most objects are in one or two fences. */
function append<Item>(list: Item[], one: Item): Item[] {
  if (list.length < COPIED_LENGTH) return list.concat([one]);
  list.push(one);
  return list;
}

const isSame = (a: LastPosition, b: LastPosition) =>
  a.observedAt === b.observedAt && a.lat === b.lat && a.lon === b.lon && Object.is(a.altitudeFeet, b.altitudeFeet);
