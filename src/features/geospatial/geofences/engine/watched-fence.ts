import type { Box } from '../../box.js';
import { metersToBox } from '../../geometry/edge-distance.js';
import type { PreparedShape } from '../../geometry/prepared-shape.js';
import { type Layer, parseEntity } from '../../layer.js';
import type { FencePolicy, WatchedGeofence } from '../geofence.js';
import type { EntryReason } from '../transition.js';
import { entityAround, prepareFence } from './fence-shape.js';
import type { FollowedObject, LastPosition } from './followed-object.js';
import type { ObservedPosition } from './position-lookup.js';

/** An aircraft has left a band of altitude only when it is so far (ft) outside: pressure altitudes jump by 25 and 100 ft. */
const ALTITUDE_MARGIN_FEET = 200;

/** A number of its own for every object of either layer, small enough to be a fast key: MMSI are below 2³⁰, addresses below 2²⁵. */
export const memberKey = (layer: Layer, key: number): number => (layer === 'vessels' ? key : -1 - key);

/** That something is inside a fence. */
export interface Member {
  fence: WatchedFence;
  readonly object: FollowedObject;
  /** The latest report that counted, where that is not the latest of the object. */
  own: LastPosition | undefined;
  enteredAt: number;
  /** False while it has not been inside for as long as `minStaySeconds`: it is kept, and nothing is told of it. */
  isConfirmed: boolean;
  /** Why it is inside, for when that is told. */
  reason: EntryReason;
  dwelled: boolean;
  /** It was inside before a restart, and no report since has shown that it still is. */
  isResumed: boolean;
}

/** A fence while it is watched, and who is inside. */
export class WatchedFence {
  /** Undefined while what it is around is nowhere to be seen: it sleeps. */
  shape: PreparedShape | undefined;
  /** Of a moving fence, as of when its surroundings were last looked at. */
  center: { lat: number; lon: number } | undefined;
  readonly members = new Map<number, Member>();
  /** No stay is due before (ms). */
  nextDwell = Number.POSITIVE_INFINITY;
  readonly follows: { layer: Layer; key: number } | undefined;
  private readonly only: ReadonlySet<number> | undefined;
  // What is asked at every report is kept here: to go by way of the policy is to read three more places of memory.
  private readonly isForVessels: boolean;
  private readonly isForAircraft: boolean;
  private readonly mostMeters: number;
  private readonly band: FencePolicy['altitudeFeet'];

  constructor(
    readonly geofence: WatchedGeofence,
    /** Its place in the index. */
    readonly slot: number,
    /** Another one for every fence, and for every change of one. */
    readonly number: number,
  ) {
    const { shape, policy } = geofence;
    this.follows = entityAround(shape);
    this.shape = prepareFence(shape);
    this.isForVessels = policy.layers.includes('vessels');
    this.isForAircraft = policy.layers.includes('aircraft');
    this.mostMeters = policy.accuracyGateMeters ?? Number.POSITIVE_INFINITY;
    this.band = policy.altitudeFeet;
    const named = policy.entities?.flatMap((entity) => parseEntity(entity) ?? []);
    this.only = named && new Set(named.map(({ layer, key }) => memberKey(layer, key)));
  }

  /** Whether it asks for such an object at all. What it is around is never inside. */
  isFor(layer: Layer, key: number): boolean {
    if (layer === 'vessels' ? !this.isForVessels : !this.isForAircraft) return false;
    if (this.follows !== undefined && this.follows.key === key && this.follows.layer === layer) return false;
    return this.only === undefined || this.only.has(memberKey(layer, key));
  }

  /** Whether a report is good enough to decide anything. */
  decides(layer: Layer, { accuracyMeters, altitudeFeet }: Pick<ObservedPosition, 'accuracyMeters' | 'altitudeFeet'>): boolean {
    if (accuracyMeters > this.mostMeters) return false;
    return this.band === null || layer === 'vessels' || !Number.isNaN(altitudeFeet);
  }

  /** Whether a place is inside. */
  holds(layer: Layer, { lat, lon, altitudeFeet }: Pick<ObservedPosition, 'lat' | 'lon' | 'altitudeFeet'>): boolean {
    return this.shape?.contains(lat, lon) === true && this.isBetween(layer, altitudeFeet, 0);
  }

  /** Whether a member is so far outside that it has left. */
  hasLeft(layer: Layer, place: Pick<ObservedPosition, 'lat' | 'lon' | 'altitudeFeet'>, margin = true): boolean {
    const { lat, lon, altitudeFeet } = place;
    if (this.shape === undefined || Number.isNaN(lat)) return false;
    if (!this.isBetween(layer, altitudeFeet, margin ? ALTITUDE_MARGIN_FEET : 0)) return true;
    if (this.shape.contains(lat, lon)) return false;
    if (!margin) return true;
    // Mostly it is far from the box already: then the edges need not be gone through.
    return this.isFarFrom(this.shape.boxes, lat, lon) || this.shape.distanceMeters(lat, lon) > this.geofence.policy.hysteresisMeters;
  }

  /** As of its shape; 0 where something may come or leave without going anywhere, too: when the fence moves, or by its altitude. */
  clearanceMeters(layer: Layer, lat: number, lon: number, least: number): number {
    if (this.shape === undefined || this.follows !== undefined || (layer === 'aircraft' && this.band !== null)) return 0;
    return this.shape.clearanceMeters(lat, lon, least);
  }

  private isFarFrom(boxes: readonly Box[], lat: number, lon: number): boolean {
    for (const box of boxes) if (metersToBox(box, lat, lon) <= this.geofence.policy.hysteresisMeters) return false;
    return true;
  }

  private isBetween(layer: Layer, altitudeFeet: number, margin: number): boolean {
    const { band } = this;
    if (band === null || layer === 'vessels') return true;
    return !(altitudeFeet < (band.min ?? Number.NEGATIVE_INFINITY) - margin || altitudeFeet > (band.max ?? Number.POSITIVE_INFINITY) + margin);
  }
}
