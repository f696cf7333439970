import type { Provenance } from '../../../../upstream/provenance.js';
import type { Layer } from '../../layer.js';
import type { Fix } from '../../track-point.js';
import type { TimeRange } from '../track.repository.js';

/** Where one object went. */
export interface Track extends TimeRange {
  layer: Layer;
  key: number;
  /** As far as it is known. */
  name: string | null;
  /** Oldest first. */
  points: Fix[];
  /** Number of points before simplification. */
  pointsBefore: number;
  /** Maximum distance (m) of a removed point from the line. */
  simplifiedMeters: number;
  /** Along all points, but not over gaps. */
  distanceMeters: number;
  /** Periods without reports that are longer than the live window, oldest first. */
  gaps: TimeRange[];
  provenance: Provenance;
}

/** Points that follow each other without a gap, oldest first; none is without points. */
export function stretchesOf({ points, gaps }: Pick<Track, 'points' | 'gaps'>): Fix[][] {
  const stretches: Fix[][] = [];
  let next = 0;
  let last: Fix | undefined;
  for (const point of points) {
    let isApart = last === undefined;
    // Neither end of a gap may be left in a track that was reduced a lot.
    for (let gap = gaps[next]; gap !== undefined && gap.to <= point.observedAt; gap = gaps[next]) {
      isApart = true;
      next += 1;
    }
    if (isApart) stretches.push([point]);
    else stretches.at(-1)?.push(point);
    last = point;
  }
  return stretches;
}
