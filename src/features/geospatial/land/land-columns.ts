import type { AtlasLines } from './atlas-lines.js';

/** Columns of an eighth of a degree of longitude: some 150 edges in each, four times as many where there are fjords. */
export const COLUMNS_A_DEGREE = 8;
export const COLUMNS = 360 * COLUMNS_A_DEGREE;

/**
 * The edges of all coasts by the columns of longitude they touch, in few numbers, so that a thread can hand them over
 * without copying.
 */
export interface LandColumns {
  /** Longitude, latitude, longitude, …; along a coast longitudes are continuous across the antimeridian. */
  points: Float32Array;
  /** Where the edges of each column begin in `edges`, the first being east of 180° W; one more at the end. */
  starts: Uint32Array;
  /** The number of the point an edge begins at; it ends at the next. */
  edges: Uint32Array;
}

/** The column of a longitude, which may be beyond ±180. */
export const columnOf = (lon: number): number =>
  (((Math.floor((lon + 180) * COLUMNS_A_DEGREE) % COLUMNS) + COLUMNS) % COLUMNS) | 0;

/** Sorts the edges of closed coasts into columns. */
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

/** Every edge with every column it touches. */
function eachEntry(points: Float32Array, lines: Uint32Array, take: (column: number, edge: number) => void): void {
  for (let line = 0; line + 1 < lines.length; line += 1) {
    const last = (lines[line + 1] as number) - 1;
    for (let edge = lines[line] as number; edge < last; edge += 1) {
      const [from, to] = [points[2 * edge] as number, points[2 * edge + 2] as number];
      // Where the atlas was cut open: no coast runs along the antimeridian.
      if (from === to && Math.abs(from) === 180) continue;
      const first = Math.floor((Math.min(from, to) + 180) * COLUMNS_A_DEGREE);
      const end = Math.floor((Math.max(from, to) + 180) * COLUMNS_A_DEGREE);
      for (let column = first; column <= end; column += 1) take(((column % COLUMNS) + COLUMNS) % COLUMNS, edge);
    }
  }
}
