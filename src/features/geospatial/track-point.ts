import type { Layer } from './layer.js';

/** Where something was, and how it moved. */
export interface Fix {
  lat: number;
  lon: number;
  /** ms */
  observedAt: number;
  /** NaN where it is not known; so are the two below. */
  speedKnots: number;
  courseDegrees: number;
  altitudeFeet: number;
}

/** A point of a track as it is kept. */
export interface TrackPoint extends Fix {
  layer: Layer;
  key: number;
}

/** A point on its way into the database. */
export interface KeptPoint extends TrackPoint {
  /**
   * Number of reports removed between the previous point and this one; NaN or undefined when unknown, as after a
   * restart.
   */
  leftOut?: number;
}

/**
 * A time of a table (ms), which keeps microseconds: reports without a time of their own are that close to each other.
 */
export const storedTime = (ms: number): number => Math.round(ms * 1_000) / 1_000;

/** The numbers of layers in tables. */
export const layerNumbers: Readonly<Record<Layer, number>> = { vessels: 1, aircraft: 2 };
export const layerOfNumber = (number: number): Layer => (number === 2 ? 'aircraft' : 'vessels');

/** NaN, of which tables and JSON know nothing, is null there. */
export const known = (value: number): number | null => (Number.isNaN(value) ? null : value);
