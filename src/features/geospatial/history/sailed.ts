/** A time range of a track, and the place at which the vessel waits, if it is known. */
export interface SailedLeg {
  /** Start and end (ms). */
  from: number;
  to: number;
  lat?: number;
  lon?: number;
}

/** Measurements of a track in a time range. */
export interface Sailed {
  /** Distance along the points (m), without gaps and jumps. */
  meters: number;
  /** Time between points without gaps and jumps (ms). */
  trackedMs: number;
  /** Time for which the vessel lay still (below 1 knot) within the waiting distance of its destination (ms). */
  waitingMs: number;
  /** Number of pairs of points that no vessel can have sailed between. */
  jumps: number;
}
