import type { Box } from '../../box.js';
import { metersToBox } from '../../geometry/edge-distance.js';
import type { PreparedShape } from '../../geometry/prepared-shape.js';
import { type Layer, parseEntity } from '../../layer.js';
import type { FencePolicy, WatchedGeofence } from '../geofence.js';
import type { EntryReason } from '../transition.js';
import { entityAround, prepareFence } from './fence-shape.js';
import type { FollowedObject, LastPosition } from './followed-object.js';
import type { ObservedPosition } from './position-lookup.js';

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
  /** It was inside before a restart, and no report since has confirmed it. */
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
    /** Its slot in the index. */
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
