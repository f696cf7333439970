import { setImmediate } from 'node:timers/promises';
import { geoInterpolate } from 'd3-geo';
import { escapedText } from '../../../../charts/finish-svg.js';
import { type MapView, nearLongitude, type Pixel, sidesBeyond } from '../projection/map-view.js';
import { PathWriter, sendRing } from '../projection/path-writer.js';
import type { LegendItem } from '../render/legend.js';
import type { CellLayer } from '../render/render-map.js';
import { hexagon } from '../render/symbols.js';
import { densityRoles, type MapRole } from '../render/theme.js';
import type { CountedCell, DensityLayer } from './density.js';
import { h3 } from './h3.js';

/** Maximum number of cells with a tooltip; above it, all cells of a class are drawn as one path. */
const MAX_TOOLTIPS = 400;
/** Number of cells drawn before the event loop continues; drawing them takes some milliseconds. */
const CELLS_AT_ONCE = 400;
/** Segments per edge of large cells, whose edges are visibly curved, by resolution from 0. */
const SEGMENTS = [12, 6] as const;

/** The numbers of objects in H3 cells. */
export interface MapDensity {
  layer: DensityLayer;
  resolution: number;
  /** All counted cells, including those outside the view. */
  cells: readonly CountedCell[];
}

/** Draws cells as hexagons, darker with more objects (lighter in the dark theme). Yields to the event loop. */
export const densityLayer = ({ layer, resolution, cells }: MapDensity): CellLayer => ({
  fullLegend: legendOf(layer, { total: 88_888_888, bounds: [1, 10, 100, 1_000, 10_000, 100_000], most: 8_888_888 }),
  async draw(view, colors) {
    const shown: Array<{ count: number; path: PathWriter }> = [];
    for (const [index, { cell, count }] of cells.entries()) {
      if (index % CELLS_AT_ONCE === CELLS_AT_ONCE - 1) await setImmediate();
      const path = cellPath(view, cell, resolution);
      if (!path.isEmpty) shown.push({ count, path });
    }
    const most = shown.reduce((greatest, { count }) => Math.max(greatest, count), 0);
    const bounds = classBounds(most);
    const drawn = bounds.map((from, index) => {
      const until = bounds[index + 1] ?? Number.POSITIVE_INFINITY;
      const members = shown.filter(({ count }) => count >= from && count < until);
      const role = densityRoles[index] as (typeof densityRoles)[number];
      const paths =
        shown.length > MAX_TOOLTIPS
          ? `<path d="${members.map(({ path }) => path.toString()).join('')}"/>`
          : members
              .map(
                ({ count, path }) =>
                  `<path d="${path}"><title>${escapedText(`${count.toLocaleString('en-US')} ${layer}`)}</title></path>`,
              )
              .join('');
      return members.length === 0 ? '' : `<g${colors.of({ fill: role })}>${paths}</g>`;
    });
    const total = shown.reduce((sum, { count }) => sum + count, 0);
    return {
      svg:
        shown.length === 0
          ? ''
          : `<g fill-opacity=".9" stroke-width="4" stroke-opacity=".3"${colors.of({ stroke: 'ground' })}>${drawn.join('')}</g>`,
      legend: legendOf(layer, { total, bounds, most }),
      hidesCoast: shown.length > 0,
    };
  },
});

interface Counted {
  total: number;
  bounds: readonly number[];
  most: number;
}

function legendOf(layer: DensityLayer, { total, bounds, most }: Counted): LegendItem[] {
  const written = (count: number) => count.toLocaleString('en-US');
  const sum = total === 0 ? `no ${layer}` : `${layer} per cell, ${written(total)} in all`;
  const classes = bounds.map((from, index): LegendItem => {
    const to = (bounds[index + 1] ?? most + 1) - 1;
    return {
      mark: hexagon,
      role: densityRoles[index] as MapRole,
      text: from === to ? written(from) : `${written(from)}–${written(to)}`,
    };
  });
  return [{ mark: null, role: 'muted', text: sum }, ...classes];
}

/** Lower bounds of the classes. `classBounds` uses the first list whose end (`ends`) is not below the highest count. */
const classes = [
  [1, 2, 3, 4, 5, 6],
  [1, 2, 5, 10, 20, 50],
  [1, 3, 10, 30, 100, 300],
  [1, 5, 20, 100, 500, 2_000],
  [1, 10, 100, 1_000, 10_000, 100_000],
] as const;
const ends = [6, 100, 1_000, 10_000, Number.POSITIVE_INFINITY] as const;

/**
 * Returns the lowest count of each class, at most six. Classes grow by orders of magnitude, like the counts.
 * @param most the highest count
 */
export function classBounds(most: number): number[] {
  const bounds = classes[ends.findIndex((end) => most <= end)] ?? classes[0];
  return bounds.filter((from) => from <= most);
}

/**
 * Returns the outline of a cell, cut at the edge of the map. Small cells (not in `SEGMENTS`) are drawn without cutting
 * if they are inside the window, and give an empty path if they are outside.
 */
function cellPath(view: MapView, cell: string, resolution: number): PathWriter {
  const path = new PathWriter();
  const boundary = h3().cellToBoundary(cell, true);
  const segments = SEGMENTS[resolution] ?? 1;
  if (segments === 1) {
    const { points, sides, common } = onMap(view, boundary);
    if (common !== 0) return path;
    if (sides === 0) {
      sendRing(points, path);
      return path;
    }
  }
  const edges = boundary
    .slice(1)
    .map((to, index) => geoInterpolate(boundary[index] as [number, number], to as [number, number]));
  const ring = edges.flatMap((edge) => Array.from({ length: segments }, (_, index) => edge(index / segments)));
  // d3-geo expects clockwise rings; the boundary of H3 is closed and counter-clockwise.
  view.draw({ type: 'Polygon', coordinates: [[...ring, ring[0] as [number, number]].reverse()] }, path);
  return path;
}

interface CellOnMap {
  points: number[];
  /**
   * `sides`: bits of the sides of the window that any vertex is beyond, plus 16 for a cell that crosses the edge of the
   * map. `common`: bits of the sides that all vertices are beyond.
   */
  sides: number;
  common: number;
}

function onMap(view: MapView, boundary: ReadonlyArray<readonly number[]>): CellOnMap {
  const pixel: Pixel = { x: 0, y: 0 };
  const points: number[] = [];
  let [sides, common, last] = [0, 15, Number.NaN];
  for (const [lon = 0, lat = 0] of boundary.slice(1)) {
    const near = nearLongitude(view, lon);
    if (Math.abs(near - last) > 180) sides |= 16;
    last = near;
    view.project(near, lat, pixel);
    const side = sidesBeyond(view.window, pixel.x, pixel.y);
    [sides, common] = [sides | side, common & side];
    points.push(pixel.x, pixel.y);
  }
  return { points, sides, common: sides > 15 ? 0 : common };
}
