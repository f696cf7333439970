import type { Fix } from '../track-point.js';
import { between } from './significance.js';

/** Where something was at a moment, as far as its points tell. */
export interface PositionAt extends Fix {
  key: number;
  /** False when it is the last point before: nothing was known after it. `observedAt` is the last point's in both cases. */
  isInterpolated: boolean;
}

/**
 * Between two points by the time; at the last one when there is none after it, or none for so long that nothing was known in between.
 * Nothing is reckoned ahead of what was reported.
 */
export function positionAt(key: number, before: Fix, after: Fix | undefined, at: number, silenceMs: number): PositionAt {
  if (after === undefined || after.observedAt - before.observedAt > silenceMs) return { ...before, key, isInterpolated: false };
  return { ...before, ...between(before, after, at), key, isInterpolated: true };
}
