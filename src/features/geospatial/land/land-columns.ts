import type { AtlasLines } from './atlas-lines.js';

/** Columns per degree of longitude. A column has about 150 edges, and four times as many along fjords. */
export const COLUMNS_A_DEGREE = 8;
export const COLUMNS = 360 * COLUMNS_A_DEGREE;

/**
 * The edges of all coasts, sorted into columns of longitude, in a few typed arrays that a thread can transfer without
 * copying. An edge is in every column that it touches.
 */
export interface LandColumns {
  /**
   * Coordinates as longitude, latitude, longitude, …; along a coast the longitudes are continuous across the
   * antimeridian.
   */
  points: Float32Array;
  /**
   * Index in `edges` of the first edge of each column, from 180° W eastward, followed by the total number of entries.
   */
  starts: Uint32Array;
  /** Index of the point at which an edge starts; it ends at the next point. */
  edges: Uint32Array;
}

/** Returns the column of a longitude, which may exceed ±180. */
export const columnOf = (lon: number): number =>
  (((Math.floor((lon + 180) * COLUMNS_A_DEGREE) % COLUMNS) + COLUMNS) % COLUMNS) | 0;

/** Sorts the edges of closed coasts into columns of longitude. */
export function landColumns({ points, starts: lines }: Pick<AtlasLines, 'points' | 'starts'>): LandColumns {
  const starts = new Uint32Array(COLUMNS + 1);
  eachEntry(points, lines, (column) => {
    starts[column + 1] = (starts[column + 1] as number) + 1;
  });
  for (let column = 0; column < COLUMNS; column += 1)
    starts[column + 1] = (starts[column + 1] as number) + (starts[column] as number);
  const edges = new Uint32Array(starts[COLUMNS] as number);
  const next = starts.slice();
  eachEntry(points, lines, (column, edge) => {
    const at = next[column] as number;
    edges[at] = edge;
    next[column] = at + 1;
  });
  return { points, starts, edges };
}

/** Calls `take` for every edge with every column that it touches. */
function eachEntry(points: Float32Array, lines: Uint32Array, take: (column: number, edge: number) => void): void {
  for (let line = 0; line + 1 < lines.length; line += 1) {
    const last = (lines[line + 1] as number) - 1;
    for (let edge = lines[line] as number; edge < last; edge += 1) {
      const [from, to] = [points[2 * edge] as number, points[2 * edge + 2] as number];
      // Edges on the antimeridian are skipped: they come from cutting the atlas, and no real coast runs along it.
      if (from === to && Math.abs(from) === 180) continue;
      const first = Math.floor((Math.min(from, to) + 180) * COLUMNS_A_DEGREE);
      const end = Math.floor((Math.max(from, to) + 180) * COLUMNS_A_DEGREE);
      for (let column = first; column <= end; column += 1) take(((column % COLUMNS) + COLUMNS) % COLUMNS, edge);
    }
  }
}
