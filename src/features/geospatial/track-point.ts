import type { Layer } from './layer.js';

/** A position of an object with its time and motion. */
export interface Fix {
  lat: number;
  lon: number;
  /** Time of the position (ms). */
  observedAt: number;
  /** Speed, course and altitude are NaN if unknown. */
  speedKnots: number;
  courseDegrees: number;
  altitudeFeet: number;
}

/** A stored point of a track. */
export interface TrackPoint extends Fix {
  layer: Layer;
  key: number;
}

/** A track point that is to be written to the database. */
export interface KeptPoint extends TrackPoint {
  /**
   * Number of reports removed between the previous point and this one; NaN or undefined when unknown, as after a
   * restart.
   */
  leftOut?: number;
}

/**
 * Rounds a time (ms) to microseconds, the precision of the tables: times of reports without a time of their own are
 * microseconds apart.
 */
export const storedTime = (ms: number): number => Math.round(ms * 1_000) / 1_000;

/** The numbers of the layers in the tables. */
export const layerNumbers: Readonly<Record<Layer, number>> = { vessels: 1, aircraft: 2 };
export const layerOfNumber = (number: number): Layer => (number === 2 ? 'aircraft' : 'vessels');

/** Returns null for NaN, which tables and JSON cannot hold. */
export const known = (value: number): number | null => (Number.isNaN(value) ? null : value);
