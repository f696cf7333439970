import type { Layer } from './layer.js';

/**
 * A new position of an object, later than the previous one. Unknown numbers are NaN. The same instance is reused for
 * every movement, since there may be fifty thousand a second: listeners copy the values that they keep.
 */
export interface Movement {
  layer: Layer;
  key: number;
  lat: number;
  lon: number;
  /** Time of the position (ms). */
  observedAt: number;
  receivedAt: number;
  speedKnots: number;
  /** Course over ground for vessels, track over ground for aircraft. */
  courseDegrees: number;
  /** Barometric altitude; NaN for vessels. */
  altitudeFeet: number;
  accuracyMeters: number;
  /** The previous position and its time; NaN for the first position. */
  previousLat: number;
  previousLon: number;
  previousObservedAt: number;
  provider: string;
}

/**
 * Receives every movement as it is processed, and every object that leaves live state. Its methods must return quickly
 * and must not throw.
 */
export interface MovementListener {
  moved(movement: Movement): void;
  /** Called when an object leaves live state because it stopped reporting; `lat` and `lon` are its last position. */
  expired?(layer: Layer, key: number, lat: number, lon: number, observedAt: number): void;
}
