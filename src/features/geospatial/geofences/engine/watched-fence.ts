import { type Box } from '../../box.js';
import { metersToBox } from '../../geometry/edge-distance.js';
import { type PreparedShape } from '../../geometry/prepared-shape.js';
import { type Layer, parseEntity } from '../../layer.js';
import { distanceMeters } from '../../sphere.js';
import { type FencePolicy, type WatchedGeofence } from '../geofence.js';
import { type EntryReason } from '../transition.js';
import { type Budget, ExclusionCache } from './exclusion-cache.js';
import { entityAround, prepareFence } from './fence-shape.js';
import { type ObservedPosition } from './position-lookup.js';

/**
 * An aircraft exits an altitude band only when it is farther outside than this (ft), because pressure altitudes jump by
 * 25 and 100 ft.
 */
const ALTITUDE_MARGIN_FEET = 200;

/**
 * A unique number for each object of both layers, small enough for a fast map key: MMSI are below 2³⁰, addresses below
 * 2²⁵.
 */
export const memberKey = (layer: Layer, key: number): number => (layer === 'vessels' ? key : -1 - key);

/** The membership of an object in a fence. */
export interface Member {
  fence: WatchedFence;
  readonly object: FollowedObject;
  /** The last position that counted for this fence, if it is not the latest of the object. */
  own: LastPosition | undefined;
  enteredAt: number;
  /** False while the object has not been inside for `minStaySeconds`: its entry is not published yet. */
  isConfirmed: boolean;
  /** The reason of the entry, for the event. */
  reason: EntryReason;
  dwelled: boolean;
  /** True: the object was inside before a restart, and no report since then has confirmed that. */
  isResumed: boolean;
}

/** A fence that the engine watches, with its members. */
export class WatchedFence {
  /** Undefined while the fence is inactive, because the object that it follows has no position. */
  shape: PreparedShape | undefined;
  /** The center of a moving fence when its area was last searched. */
  center: { lat: number; lon: number } | undefined;
  readonly members = new Map<number, Member>();
  /** The earliest time at which a dwell of a member may be due (ms). */
  nextDwell = Number.POSITIVE_INFINITY;
  readonly follows: { layer: Layer; key: number } | undefined;
  private readonly only: ReadonlySet<number> | undefined;
  // Copied from the policy, because these are read at every report.
  private readonly isForVessels: boolean;
  private readonly isForAircraft: boolean;
  private readonly maxAccuracyMeters: number;
  private readonly band: FencePolicy['altitudeFeet'];

  constructor(
    readonly geofence: WatchedGeofence,
    /** Slot of the fence in the index. */
    readonly slot: number,
    /** A new number for every fence and every change of one. */
    readonly number: number,
  ) {
    const { shape, policy } = geofence;
    this.follows = entityAround(shape);
    this.shape = prepareFence(shape);
    this.isForVessels = policy.layers.includes('vessels');
    this.isForAircraft = policy.layers.includes('aircraft');
    this.maxAccuracyMeters = policy.accuracyGateMeters ?? Number.POSITIVE_INFINITY;
    this.band = policy.altitudeFeet;
    const named = policy.entities?.flatMap((entity) => parseEntity(entity) ?? []);
    this.only = named && new Set(named.map(({ layer, key }) => memberKey(layer, key)));
  }

  /** Whether the policy includes an object. The object that a fence follows is never inside. */
  appliesTo(layer: Layer, key: number): boolean {
    if (layer === 'vessels' ? !this.isForVessels : !this.isForAircraft) return false;
    if (this.follows !== undefined && this.follows.key === key && this.follows.layer === layer) return false;
    return this.only === undefined || this.only.has(memberKey(layer, key));
  }

  /** Whether a report is accurate enough, and has an altitude if one is needed. */
  accepts(
    layer: Layer,
    { accuracyMeters, altitudeFeet }: Pick<ObservedPosition, 'accuracyMeters' | 'altitudeFeet'>,
  ): boolean {
    if (accuracyMeters > this.maxAccuracyMeters) return false;
    return this.band === null || layer === 'vessels' || !Number.isNaN(altitudeFeet);
  }

  /** Whether a position is inside. */
  contains(layer: Layer, { lat, lon, altitudeFeet }: Pick<ObservedPosition, 'lat' | 'lon' | 'altitudeFeet'>): boolean {
    return this.shape?.contains(lat, lon) === true && this.isBetween(layer, altitudeFeet, 0);
  }

  /** Whether a position is farther outside than the hysteresis. @param margin false: any position outside */
  hasLeft(layer: Layer, position: Pick<ObservedPosition, 'lat' | 'lon' | 'altitudeFeet'>, margin = true): boolean {
    const { lat, lon, altitudeFeet } = position;
    if (this.shape === undefined || Number.isNaN(lat)) return false;
    if (!this.isBetween(layer, altitudeFeet, margin ? ALTITUDE_MARGIN_FEET : 0)) return true;
    if (this.shape.contains(lat, lon)) return false;
    if (!margin) return true;
    // Usually the position is far from the box, and the edges need not be checked.
    return (
      this.isFarFrom(this.shape.boxes, lat, lon) ||
      this.shape.distanceMeters(lat, lon) > this.geofence.policy.hysteresisMeters
    );
  }

  /**
   * The clearance of the shape (see `PreparedShape`); 0 where an object may enter or exit without moving: if the fence
   * moves, or by altitude.
   */
  clearanceMeters(layer: Layer, lat: number, lon: number, least: number): number {
    if (this.shape === undefined || this.follows !== undefined || (layer === 'aircraft' && this.band !== null))
      return 0;
    return this.shape.clearanceMeters(lat, lon, least);
  }

  private isFarFrom(boxes: readonly Box[], lat: number, lon: number): boolean {
    for (const box of boxes) if (metersToBox(box, lat, lon) <= this.geofence.policy.hysteresisMeters) return false;
    return true;
  }

  private isBetween(layer: Layer, altitudeFeet: number, margin: number): boolean {
    const { band } = this;
    if (band === null || layer === 'vessels') return true;
    return !(
      altitudeFeet < (band.min ?? Number.NEGATIVE_INFINITY) - margin ||
      altitudeFeet > (band.max ?? Number.POSITIVE_INFINITY) + margin
    );
  }
}

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
