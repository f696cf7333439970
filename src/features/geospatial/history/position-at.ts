import type { Aircraft } from '../aircraft.js';
import type { GeospatialConfig } from '../geospatial.config.js';
import type { Layer } from '../layer.js';
import type { Fix } from '../track-point.js';
import type { Vessel } from '../vessel.js';
import type { MovingState } from './objects/stored-state.js';
import { between, significance } from './significance.js';

/** The position of an object at a moment, from its stored points. */
export interface PositionAt extends Fix {
  key: number;
  /**
   * False if the position is the last point before the moment, with no point near enough after it. `observedAt` is the
   * time of the last point in both cases.
   */
  isInterpolated: boolean;
}

/**
 * Interpolates between two points by time; returns the last point if the next one is missing or more than `maxGapMs`
 * later. Never extrapolates.
 */
export function positionAt(key: number, before: Fix, after: Fix | undefined, at: number, maxGapMs: number): PositionAt {
  if (after === undefined || after.observedAt - before.observedAt > maxGapMs)
    return { ...before, key, isInterpolated: false };
  return { ...before, ...between(before, after, at), key, isInterpolated: true };
}

/** Time (ms) without a report after which an object leaves live state. */
export const ttlMs = (config: GeospatialConfig, layer: Layer): number =>
  layer === 'vessels' ? config.vesselTtlMs : config.aircraftTtlMs;

/**
 * Time (ms) after a track point from which the position of an object is unknown: the time for which objects stay in
 * live state, but at least 1.5 times the interval between points of a stationary object.
 */
export const idleTimeoutMs = (config: GeospatialConfig, layer: Layer): number =>
  Math.max(ttlMs(config, layer), significance[layer].stillMs * 1.5);

/** Converts a live state to a point of a track; undefined without a position. */
export function fixOf(state: MovingState): Fix | undefined {
  if (state.position === null) return undefined;
  const { speedKnots, courseDegrees, groundSpeedKnots, trackDegrees, altitudeFeet } = state as Partial<
    Vessel & Aircraft
  >;
  return {
    ...state.position,
    observedAt: state.observedAt,
    speedKnots: speedKnots ?? groundSpeedKnots ?? Number.NaN,
    courseDegrees: courseDegrees ?? trackDegrees ?? Number.NaN,
    altitudeFeet: altitudeFeet ?? Number.NaN,
  };
}
