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
 * Distance outside an altitude band (ft) beyond which an aircraft exits, because pressure altitudes jump by 25 and 100
 * ft.
 */
const ALTITUDE_MARGIN_FEET = 200;

/**
 * Returns a unique number for each object of both layers. It is small enough for a fast map key: MMSIs are below 2³⁰,
 * addresses below 2²⁵.
 */
export const memberKey = (layer: Layer, key: number): number => (layer === 'vessels' ? key : -1 - key);

/** The membership of an object in a geofence. */
export interface Member {
  fence: WatchedFence;
  readonly object: FollowedObject;
  /**
   * The last position that counted for this geofence, if it is not the latest position of the object; otherwise
   * undefined.
   */
  own: LastPosition | undefined;
  enteredAt: number;
  /** False while the object has not been inside for `minStaySeconds`; its entry is not published yet. */
  isConfirmed: boolean;
  /** Reason of the entry, for its event. */
  reason: EntryReason;
  dwelled: boolean;
  /** True if the object was inside before a restart, and no report since then has confirmed that. */
  isResumed: boolean;
}

/** A geofence that the engine evaluates, with its members. */
export class WatchedFence {
  /**
   * The prepared shape; undefined while the geofence is inactive because the object that it follows has no position.
   */
  shape: PreparedShape | undefined;
  /** Center of a moving geofence when its area was last searched; undefined for other shapes. */
  center: { lat: number; lon: number } | undefined;
  readonly members = new Map<number, Member>();
  /** Earliest time at which a dwell of a member may be due (ms). */
  nextDwell = Number.POSITIVE_INFINITY;
  readonly follows: { layer: Layer; key: number } | undefined;
  private readonly only: ReadonlySet<number> | undefined;
  // Fields of the policy are copied, because they are read for every report.
  private readonly isForVessels: boolean;
  private readonly isForAircraft: boolean;
  private readonly maxAccuracyMeters: number;
  private readonly band: FencePolicy['altitudeFeet'];

  constructor(
    readonly geofence: WatchedGeofence,
    /** Slot of the geofence in the index. */
    readonly slot: number,
    /** A number that is new for every geofence and for every change of a geofence. */
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

  /** True if the policy names the objects that it includes; stations that do not move are then included, too. */
  get isSelective(): boolean {
    return this.only !== undefined;
  }

  /** True if the policy includes an object. The object that a geofence follows is never inside. */
  appliesTo(layer: Layer, key: number): boolean {
    if (layer === 'vessels' ? !this.isForVessels : !this.isForAircraft) return false;
    if (this.follows !== undefined && this.follows.key === key && this.follows.layer === layer) return false;
    return this.only === undefined || this.only.has(memberKey(layer, key));
  }

  /** True if a report is accurate enough, and has an altitude if the geofence needs one. */
  accepts(
    layer: Layer,
    { accuracyMeters, altitudeFeet }: Pick<ObservedPosition, 'accuracyMeters' | 'altitudeFeet'>,
  ): boolean {
    if (accuracyMeters > this.maxAccuracyMeters) return false;
    return this.band === null || layer === 'vessels' || !Number.isNaN(altitudeFeet);
  }

  /** True if a position is inside. */
  contains(layer: Layer, { lat, lon, altitudeFeet }: Pick<ObservedPosition, 'lat' | 'lon' | 'altitudeFeet'>): boolean {
    return this.shape?.contains(lat, lon) === true && this.isBetween(layer, altitudeFeet, 0);
  }

  /** True if a position is farther outside than the hysteresis. @param margin false: true for any position outside */
  hasLeft(layer: Layer, position: Pick<ObservedPosition, 'lat' | 'lon' | 'altitudeFeet'>, margin = true): boolean {
    const { lat, lon, altitudeFeet } = position;
    if (this.shape === undefined || Number.isNaN(lat)) return false;
    if (!this.isBetween(layer, altitudeFeet, margin ? ALTITUDE_MARGIN_FEET : 0)) return true;
    if (this.shape.contains(lat, lon)) return false;
    if (!margin) return true;
    // Positions are usually far from the boxes, so that the edges need not be checked.
    return (
      this.isFarFrom(this.shape.boxes, lat, lon) ||
      this.shape.distanceMeters(lat, lon) > this.geofence.policy.hysteresisMeters
    );
  }

  /**
   * Returns the clearance of the shape (see `PreparedShape`). It is 0 where an object may enter or exit without moving,
   * because the geofence moves or has an altitude band.
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

/** Relative margin, and absolute margin (m), added to each distance so that rounding never underestimates it. */
const ROUNDING = 1e-6;
const ROUNDING_METERS = 0.001;
/** Value of `safeUntil` for a membership that must be checked at every report. */
const ALWAYS = Number.NEGATIVE_INFINITY;
/** Length below which lists are copied instead of extended. */
const COPIED_LENGTH = 8;

/** The last position that counted for a geofence. Unknown numbers are NaN. */
export type LastPosition = Pick<ObservedPosition, 'lat' | 'lon' | 'altitudeFeet' | 'observedAt'>;

export const lastPositionOf = ({ lat, lon, altitudeFeet, observedAt }: LastPosition): LastPosition => ({
  lat,
  lon,
  altitudeFeet,
  observedAt,
});

/**
 * An object that is inside at least one geofence, with its memberships in the order of entry.
 *
 * An object `c` meters inside a geofence cannot leave it before it has traveled `c` meters. For most memberships and
 * reports this comparison is the whole check. The memberships are in columns, because hundreds of thousands of them are
 * checked per second.
 */
export class FollowedObject {
  members: Member[] = [];
  /** For each membership, the slot of its geofence in the index. */
  slots: number[] = [];
  /** For each membership, the value of `traveled` up to which the object is certainly inside. */
  safeUntil: number[] = [];
  /** Sum of the distances between the reports of the object (m), never underestimated. */
  traveled = 0;
  /** Distance between the latest report and the previous one (m). */
  step = 0;
  /**
   * Delay of the latest report (ms). Earlier positions may still arrive with up to twice this delay, so a dwell of a
   * silent object is published only after that time.
   */
  lagMs = 0;
  /** Cached areas outside the geofences; undefined until a geofence is cached. */
  outside: ExclusionCache | undefined;
  /** Latest position of the object; it counts for all memberships without their own position. */
  private readonly latest: LastPosition;
  /** Maximum error (m) of a report that all geofences of the object accept. */
  private accuracyMeters = Number.POSITIVE_INFINITY;
  /** True if a geofence of the object needs altitudes. */
  private needsAltitude = false;

  constructor(
    readonly layer: Layer,
    readonly key: number,
    position: LastPosition,
  ) {
    this.latest = lastPositionOf(position);
  }

  /** Returns the latest position that counted for the geofence of a member. */
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

  /** Updates the columns of a member; must be called when its geofence was replaced or the shape changed. */
  renew(member: Member): void {
    const row = this.members.indexOf(member);
    this.slots[row] = member.fence.slot;
    this.safeUntil[row] = ALWAYS;
    this.applyPolicy(member);
  }

  /**
   * Records a report that arrived at `now` (ms). Members whose geofence does not accept the report keep their previous
   * position.
   * @returns true if the report is later than all earlier ones
   */
  take(fix: ObservedPosition, now: number): boolean {
    const { latest } = this;
    if (fix.observedAt <= latest.observedAt) return false;
    this.lagMs = now > fix.observedAt ? now - fix.observedAt : 0;
    if (fix.accuracyMeters > this.accuracyMeters || (this.needsAltitude && Number.isNaN(fix.altitudeFeet)))
      this.keepForInaccurate(fix);
    const meters = distanceMeters(latest.lat, latest.lon, fix.lat, fix.lon);
    // After a restart the previous position is unknown; the safe distances of all memberships are then unset anyway.
    this.step = Number.isNaN(meters) ? 0 : meters * (1 + ROUNDING) + ROUNDING_METERS;
    this.traveled += this.step;
    latest.lat = fix.lat;
    latest.lon = fix.lon;
    latest.altitudeFeet = fix.altitudeFeet;
    latest.observedAt = fix.observedAt;
    return true;
  }

  /** Caches a geofence that the object is `meters` outside of. */
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

/**
 * Appends an item. `push` to a list of one item allocates space for seventeen, and most objects are in one or two
 * geofences.
 */
function append<Item>(list: Item[], one: Item): Item[] {
  if (list.length < COPIED_LENGTH) return list.concat([one]);
  list.push(one);
  return list;
}

const isSame = (a: LastPosition, b: LastPosition) =>
  a.observedAt === b.observedAt && a.lat === b.lat && a.lon === b.lon && Object.is(a.altitudeFeet, b.altitudeFeet);
