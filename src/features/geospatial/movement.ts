import type { Layer } from './layer.js';

/**
 * A new position of an object, later than the one before. Unknown numbers are NaN. One object is used again and again,
 * since there may be fifty thousand a second: who keeps it copies it.
 */
export interface Movement {
  layer: Layer;
  key: number;
  lat: number;
  lon: number;
  /** Time of the fix (ms). */
  observedAt: number;
  receivedAt: number;
  speedKnots: number;
  /** Course over ground (vessels) or track over ground (aircraft). */
  courseDegrees: number;
  /** Barometric; NaN for vessels. */
  altitudeFeet: number;
  accuracyMeters: number;
  /** Where and when it was seen before; NaN the first time. */
  previousLat: number;
  previousLon: number;
  previousObservedAt: number;
  provider: string;
}

/**
 * Learns of every movement at once, and of every object that is no longer followed. Must be quick, and must not throw.
 */
export interface MovementListener {
  moved(movement: Movement): void;
  /** The object has left live state because it stopped reporting; `lat`, `lon` is its last position. */
  expired?(layer: Layer, key: number, lat: number, lon: number, observedAt: number): void;
}
