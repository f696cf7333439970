import type { Layer } from './layer.js';

/**
 * That an object was seen somewhere, later than before. Numbers that are not known are NaN. One object is used again and again, since there
 * may be fifty thousand a second: who keeps it copies it.
 */
export interface Movement {
  layer: Layer;
  key: number;
  lat: number;
  lon: number;
  /** Of the fix (ms). */
  observedAt: number;
  receivedAt: number;
  speedKnots: number;
  /** Course of a ship, track of an aircraft, over ground. */
  courseDegrees: number;
  /** Barometric; of ships NaN. */
  altitudeFeet: number;
  accuracyMeters: number;
  /** Where and when it was seen before; NaN the first time. */
  previousLat: number;
  previousLon: number;
  previousObservedAt: number;
  provider: string;
}

/** Learns of every movement at once, and of every object that is no longer followed. Must be quick, and must not throw. */
export interface MovementListener {
  moved(movement: Movement): void;
  /** It has not reported for so long that it has left the live picture, where it was at `lat`, `lon`. */
  expired?(layer: Layer, key: number, lat: number, lon: number, observedAt: number): void;
}
