import { Service } from 'typedi';
import { polygonArea } from '../../area.js';
import type { PreparedShape } from '../../geometry/prepared-shape.js';
import type { Layer } from '../../layer.js';
import { LiveState } from '../../live/live-state.js';
import { isStationary } from '../../stationary.js';

/** The latest reported position of an object. Unknown numbers are NaN. */
export interface ObservedPosition {
  lat: number;
  lon: number;
  /** Time of the position (ms). */
  observedAt: number;
  altitudeFeet: number;
  accuracyMeters: number;
}

/** Finds the current positions of objects, for geofences that are created, changed or moved. */
export interface PositionLookup {
  find(layer: Layer, key: number): ObservedPosition | undefined;
  /** Returns the keys of objects inside a shape, in no particular order. */
  within(layer: Layer, shape: PreparedShape): Iterable<number>;
  /** True for an AIS station that does not move (see `isStationary`); false for an unknown object. */
  isStationary(layer: Layer, key: number): boolean;
}

/** Finds positions in live state. */
@Service()
export class LivePositionLookup implements PositionLookup {
  constructor(private readonly live: LiveState) {}

  find(layer: Layer, key: number): ObservedPosition | undefined {
    const state = layer === 'vessels' ? this.live.vessels.get(key) : this.live.aircraft.get(key);
    if (!state?.position) return undefined;
    const altitudeFeet = 'altitudeFeet' in state ? state.altitudeFeet : null;
    return {
      ...state.position,
      observedAt: state.observedAt,
      altitudeFeet: altitudeFeet ?? Number.NaN,
      accuracyMeters: state.accuracyMeters ?? Number.NaN,
    };
  }

  within(layer: Layer, shape: PreparedShape): number[] {
    const objects = layer === 'vessels' ? this.live.vessels : this.live.aircraft;
    return Array.from(objects.within(polygonArea(shape)), (slot) => objects.keyAt(slot));
  }

  isStationary(layer: Layer, key: number): boolean {
    const slot = layer === 'vessels' ? this.live.vessels.slotOf(key) : undefined;
    return slot !== undefined && isStationary(this.live.vesselColumns.at.station(slot));
  }
}
