import type { Fix } from '../track-point.js';
import { between } from './significance.js';

/** The position of an object at a moment, from its stored points. */
export interface PositionAt extends Fix {
  key: number;
  /** False when it is the last point before: nothing was known after it. `observedAt` is the last point's in both cases. */
  isInterpolated: boolean;
}

/**
 * Interpolates between two points by time; returns the last point when the next one is missing or too late. Never extrapolates.
 */
export function positionAt(key: number, before: Fix, after: Fix | undefined, at: number, idleTimeoutMs: number): PositionAt {
  if (after === undefined || after.observedAt - before.observedAt > idleTimeoutMs) return { ...before, key, isInterpolated: false };
  return { ...before, ...between(before, after, at), key, isInterpolated: true };
}
