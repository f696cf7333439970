import { setImmediate } from 'node:timers/promises';
import { bearingDegrees, destination, distanceMeters } from '../sphere.js';
import { clipRing, type Window } from './clip.js';
import type { CountedCell, DensityLayer } from './density.js';
import { h3 } from './h3.js';
import type { LegendItem } from './legend.js';
import { densityRoles, type MapColours, type MapRole } from './map-colours.js';
import { type MapView, nearLongitude } from './map-view.js';
import { hexagon } from './mark-shapes.js';
import { PathWriter } from './path-writer.js';
import { alongPole, turnsInWindow } from './ring-on-map.js';
import { escaped } from './svg-text.js';

/** Maximum number of cells with a tooltip; above it, all cells of a class are drawn as one path. */
const MAX_TOOLTIPS = 400;
/** Cells drawn in one turn of the event loop: some milliseconds. */
const AT_ONCE = 400;
/** Segments per edge of large cells, whose edges are visibly curved, by resolution from 0. */
const PIECES = [12, 6] as const;

const names: Record<DensityLayer, string> = { vessels: 'vessels', aircraft: 'aircraft', events: 'events' };

/** How many objects are in which cells of H3. */
export interface MapDensity {
  layer: DensityLayer;
  resolution: number;
  /** Cells, visible or not. */
  cells: readonly CountedCell[];
}

export interface DrawnDensity {
  /** Inside the map, in tenths of pixels. */
  svg: string;
  legend: LegendItem[];
}

/** Draws cells as hexagons: the more objects, the darker (lighter in the dark theme). Yields to the event loop. */
export async function drawDensity(view: MapView, colours: MapColours, { layer, resolution, cells }: MapDensity, window: Window): Promise<DrawnDensity> {
  const shown: Array<{ count: number; path: PathWriter }> = [];
  for (const [index, { cell, count }] of cells.entries()) {
    if (index % AT_ONCE === AT_ONCE - 1) await setImmediate();
    const path = new PathWriter();
    for (const ring of turnsInWindow(view, cellOnMap(view, cell, resolution), window)) path.ring(clipRing(ring, window));
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
        : members.map(({ count, path }) => `<path d="${path}"><title>${escaped(`${count.toLocaleString('en-US')} ${names[layer]}`)}</title></path>`).join('');
    return members.length === 0 ? '' : `<g${colours.of({ fill: role })}>${paths}</g>`;
  });
  const total = shown.reduce((sum, { count }) => sum + count, 0);
  return {
    svg: shown.length === 0 ? '' : `<g fill-opacity=".9" stroke-width="4" stroke-opacity=".3"${colours.of({ stroke: 'ground' })}>${drawn.join('')}</g>`,
    legend: legendOf(layer, { total, bounds, most }),
  };
}

/** As much legend as any density can need. */
export const fullDensityLegend = (layer: DensityLayer): LegendItem[] =>
  legendOf(layer, { total: 88_888_888, bounds: [1, 10, 100, 1_000, 10_000, 100_000], most: 8_888_888 });

interface Counted {
  total: number;
  bounds: readonly number[];
  most: number;
}

function legendOf(layer: DensityLayer, { total, bounds, most }: Counted): LegendItem[] {
  const written = (count: number) => count.toLocaleString('en-US');
  const sum = total === 0 ? `no ${names[layer]}` : `${written(total)} ${names[layer]}, per cell`;
  const classes = bounds.map((from, index): LegendItem => {
    const to = (bounds[index + 1] ?? most + 1) - 1;
    return { mark: hexagon, role: densityRoles[index] as MapRole, text: from === to ? written(from) : `${written(from)}–${written(to)}` };
  });
  return [{ mark: hexagon, role: 'muted', text: sum }, ...classes];
}

/** Where classes of counts begin, in the finest of these ways in which the greatest count is less than a step beyond the last. */
const ways = [
  [1, 2, 3, 4, 5, 6],
  [1, 2, 5, 10, 20, 50],
  [1, 3, 10, 30, 100, 300],
  [1, 5, 20, 100, 500, 2_000],
  [1, 10, 100, 1_000, 10_000, 100_000],
] as const;
const ends = [6, 100, 1_000, 10_000, Number.POSITIVE_INFINITY] as const;

/** The least count of each class, of six at most. Counts differ by orders of magnitude, and so do classes. @param most the greatest count; of 0 there are no classes */
export function classBounds(most: number): number[] {
  const way = ways[ends.findIndex((end) => most <= end)] ?? ways[0];
  return way.filter((from) => from <= most);
}

/** The outline of a cell in pixels. */
function cellOnMap(view: MapView, cell: string, resolution: number): number[] {
  const corners = h3().cellToBoundary(cell, true);
  const pixel = { x: 0, y: 0 };
  const points: number[] = [];
  const begin = nearLongitude(view, corners[0]?.[0] as number);
  let along = begin;
  // The boundary says its first corner again at the end.
  for (const [index, corner] of corners.entries()) {
    const [lon, lat] = corner as [number, number];
    for (const [viaLon, viaLat] of index === 0
      ? [[lon, lat] as const]
      : greatCircle(corners[index - 1] as [number, number], [lon, lat], PIECES[resolution] ?? 1)) {
      along = viaLon + 360 * Math.round((along - viaLon) / 360);
      view.project(along, viaLat, pixel);
      points.push(pixel.x, pixel.y);
    }
  }
  return Math.abs(along - begin) > 180 ? [...points, ...alongPole(view, along, begin)] : points;
}

/** Places on the way, without the first. */
function greatCircle(from: readonly [number, number], to: readonly [number, number], pieces: number): Array<readonly [lon: number, lat: number]> {
  if (pieces === 1) return [to];
  const [length, bearing] = [distanceMeters(from[1], from[0], to[1], to[0]), bearingDegrees(from[1], from[0], to[1], to[0])];
  return Array.from({ length: pieces }, (_, index) => {
    const { lat, lon } = destination(from[1], from[0], bearing, (length * (index + 1)) / pieces);
    return [lon, lat] as const;
  });
}
