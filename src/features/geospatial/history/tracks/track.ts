import type { Provenance } from '../../../../upstream/provenance.js';
import type { Layer } from '../../layer.js';
import type { Fix } from '../../track-point.js';
import type { TimeRange } from '../track.repository.js';

/** The track of one object in a time range. */
export interface Track extends TimeRange {
  layer: Layer;
  key: number;
  /** Name of a vessel, or callsign or registration of an aircraft; null if unknown. */
  name: string | null;
  /** The simplified points, oldest first. */
  points: Fix[];
  /** Number of points before simplification. */
  pointsBefore: number;
  /** Maximum distance (m) of a removed point from the line. */
  simplifiedMeters: number;
  /** Length along all points before simplification, without gaps. */
  distanceMeters: number;
  /** Periods without points after which the position of the object is unknown, oldest first (see `idleTimeoutMs`). */
  gaps: TimeRange[];
  provenance: Provenance;
}

/** Splits the points at the gaps, oldest first; every segment has at least one point. */
export function segmentsOf({ points, gaps }: Pick<Track, 'points' | 'gaps'>): Fix[][] {
  const segments: Fix[][] = [];
  let next = 0;
  let last: Fix | undefined;
  for (const point of points) {
    let isApart = last === undefined;
    // Several gaps may lie between two points of a strongly simplified track.
    for (let gap = gaps[next]; gap !== undefined && gap.to <= point.observedAt; gap = gaps[next]) {
      isApart = true;
      next += 1;
    }
    if (isApart) segments.push([point]);
    else segments.at(-1)?.push(point);
    last = point;
  }
  return segments;
}
