import { hash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type { GeoStream } from 'd3-geo';
import type { Position } from 'geojson';
import { escapedText } from '../../../../charts/finish-svg.js';
import type { Curve } from '../../geometry/outline-curves.js';
import { type MapView, nearLongitude, type Pixel, sidesBeyond, type Window } from '../projection/map-view.js';
import { PathWriter, pathOf } from '../projection/path-writer.js';
import type { LabelRequest } from './labels.js';
import type { MapFence } from './scene.js';
import type { MapColors } from './theme.js';

/** Maximum number of characters of all outlines; further outlines are omitted, and the legend says so. */
const MAX_CHARACTERS = 150_000;
/** Minimum size of an outline in pixels; a geofence that is smaller in both directions is drawn as a circle. */
const MIN_SIZE = 5;
/** Height in pixels at the top of the map that is kept free of names. */
const HEAD = 15;
/** Number of positions drawn before the event loop continues; drawing them takes some milliseconds. */
const POSITIONS_AT_ONCE = 2_000;
/** Maximum deviation of lines from a curve, and minimum distance of two points, in pixels. */
const TOLERANCE = 0.25;
const SPACING = 0.5;
/** Maximum depth to which a curve is divided; only parts in the window are divided so deeply. */
const MAX_DEPTH = 20;
/** Fraction at which a curve is divided. With an exact half, a curve that bends to both sides would seem straight. */
const CUT = 0.45;

export interface DrawnFences {
  /** SVG inside the map, in tenths of pixels. */
  svg: string;
  /** Number of visible geofences; `drawn` is the number of visible geofences within the limit of characters. */
  inView: number;
  drawn: number;
  labels: LabelRequest[];
}

/** Draws geofences as dashed outlines with a light fill, and very small ones as circles. Yields to the event loop. */
export async function drawFences(view: MapView, colors: MapColors, fences: readonly MapFence[]): Promise<DrawnFences> {
  const all: DrawnFences = { svg: '', inView: 0, drawn: 0, labels: [] };
  let positions = 0;
  for (const { label, outline } of fences) {
    const rings: Position[][][] = [];
    for (const polygon of outline.polygons) {
      rings.push(polygon.map((ring) => positionsOf(view, ring)));
      positions += rings.at(-1)?.reduce((sum, ring) => sum + ring.length, 0) ?? 0;
      if (positions <= POSITIONS_AT_ONCE) continue;
      positions = 0;
      await setImmediate();
    }
    const { svg, top } = drawFence(view, rings, outline.isUnion);
    if (top === undefined) continue;
    all.inView += 1;
    if (all.svg.length + svg.length > MAX_CHARACTERS) continue;
    all.drawn += 1;
    all.svg += `<g><title>${escapedText(label)}</title>${svg}</g>`;
    all.labels.push({ ...top, text: label, reach: 1, weight: 8, role: 'fence', isAbove: true });
  }
  if (all.svg !== '')
    all.svg = `<g fill-opacity=".12" stroke-width="15" stroke-dasharray="60 30"${colors.of({ fill: 'fence', stroke: 'fence' })}>${all.svg}</g>`;
  return all;
}

/** Draws one geofence. @returns its SVG and the anchor of its name, which is undefined when it is not visible */
function drawFence(view: MapView, polygons: Position[][][], isUnion: boolean): { svg: string; top: Pixel | undefined } {
  const rings: number[][] = [];
  const collector: GeoStream = {
    lineStart: () => rings.push([]),
    point: (x, y) => rings.at(-1)?.push(x, y),
    lineEnd: () => {},
    polygonStart: () => {},
    polygonEnd: () => {},
  };
  view.draw({ type: 'MultiPolygon', coordinates: polygons }, collector);
  const top = topOf(view, rings);
  if (top === undefined) return { svg: '', top };
  const { left, right, top: above, bottom } = boundsOf(rings.flat());
  if (right - left < MIN_SIZE && bottom - above < MIN_SIZE) {
    const [x, y] = [Math.round(5 * (left + right)), Math.round(5 * (above + bottom))];
    return { svg: `<circle cx="${x}" cy="${y}" r="35" stroke-dasharray="none"/>`, top: { x: x / 10, y: y / 10 - 4 } };
  }
  const edge = new PathWriter();
  // The outline is drawn as lines, because the area also has edges where the map ends.
  view.draw({ type: 'MultiLineString', coordinates: polygons.flat() }, edge);
  const area = pathOf(rings);
  return {
    svg: isUnion ? union(area, `${edge}`) : `<path d="${area}" stroke="none"/><path d="${edge}" fill="none"/>`,
    top,
  };
}

/**
 * Draws the union of overlapping polygons: the mask hides the inner half of each edge, and so all edges inside another
 * polygon.
 */
function union(area: string, edge: string): string {
  const id = `f${hash('sha1', area).slice(0, 8)}`;
  const mask = `<mask id="${id}m"><rect x="-999" y="-999" width="99999" height="99999" fill="#fff" fill-opacity="1"/><use href="#${id}" fill="#000" fill-opacity="1"/></mask>`;
  return `<path id="${id}" d="${area}" stroke="none"/>${mask}<path d="${edge}" fill="none" stroke-width="30" mask="url(#${id}m)"/>`;
}

interface Spot extends Pixel {
  position: Position;
}

/**
 * Returns positions along a ring, clockwise and closed, so close to each other that lines between them look like the
 * curves. Parts outside the window are simplified.
 */
function positionsOf(view: MapView, ring: readonly Curve[]): Position[] {
  let last = spotOn(view, ring[0] as Curve, 0);
  const positions = [last.position];
  let written: Pixel = last;
  const drawTo = (curve: Curve, from: number, to: number, depth: number): void => {
    const part = from + (to - from) * CUT;
    const [middle, end] = [spotOn(view, curve, part), spotOn(view, curve, to)];
    const miss = distanceToLine(last, end, middle);
    if (depth < MAX_DEPTH && miss > TOLERANCE && !areBeyond(view.window, 2 * miss, [last, middle, end])) {
      drawTo(curve, from, part, depth + 1);
      drawTo(curve, part, to, depth + 1);
      return;
    }
    last = end;
    if (Math.abs(end.x - written.x) <= SPACING && Math.abs(end.y - written.y) <= SPACING) return;
    positions.push(end.position);
    written = end;
  };
  for (const curve of ring) drawTo(curve, 0, 1, 0);
  positions.push(positions[0] as Position);
  return positions.reverse();
}

function spotOn(view: MapView, curve: Curve, part: number): Spot {
  const [lon, lat] = curve(part);
  const spot = { position: [lon, lat], x: 0, y: 0 };
  view.project(nearLongitude(view, lon), lat, spot);
  return spot;
}

function distanceToLine(a: Pixel, b: Pixel, { x, y }: Pixel): number {
  const length = Math.hypot(b.x - a.x, b.y - a.y);
  return length < 1e-6
    ? Math.hypot(x - a.x, y - a.y)
    : Math.abs((b.x - a.x) * (y - a.y) - (b.y - a.y) * (x - a.x)) / length;
}

/** True if all points are beyond the same side of the window by more than `room` pixels. */
function areBeyond({ left, right, top, bottom }: Window, room: number, spots: readonly Pixel[]): boolean {
  const wide = { left: left - room, right: right + room, top: top - room, bottom: bottom + room };
  return spots.reduce((sides, { x, y }) => sides & sidesBeyond(wide, x, y), 15) !== 0;
}

/** Returns the bounds of points. @param points x, y, x, y, … */
function boundsOf(points: readonly number[]): Window {
  const [xs, ys] = [points.filter((_, index) => index % 2 === 0), points.filter((_, index) => index % 2 === 1)];
  const least = (values: readonly number[]) =>
    values.reduce((least, value) => Math.min(least, value), Number.POSITIVE_INFINITY);
  const most = (values: readonly number[]) =>
    values.reduce((most, value) => Math.max(most, value), Number.NEGATIVE_INFINITY);
  return { left: least(xs), top: least(ys), right: most(xs), bottom: most(ys) };
}

/**
 * Returns the anchor of a name: the highest point of the widest visible ring.
 * @returns undefined when no ring is in the frame
 */
function topOf({ frame }: MapView, rings: readonly number[][]): Pixel | undefined {
  const wide = ({ left, right }: Window) => Math.min(right, frame.x + frame.width) - Math.max(left, frame.x);
  const high = ({ top, bottom }: Window) => Math.min(bottom, frame.y + frame.height) - Math.max(top, frame.y);
  const placed = rings
    .map((ring) => ({ ring, bounds: boundsOf(ring) }))
    .filter(({ bounds }) => wide(bounds) >= 0 && high(bounds) >= 0);
  const [greatest] = placed.sort((a, b) => wide(b.bounds) - wide(a.bounds));
  if (greatest === undefined) return undefined;
  const { ring, bounds } = greatest;
  // Among vertices of the same height, the middle one is the anchor.
  const highest = ring.filter((_, index) => index % 2 === 0 && (ring[index + 1] as number) < bounds.top + 0.5);
  const x = (Math.min(...highest) + Math.max(...highest)) / 2;
  return { x: Math.max(frame.x, Math.min(frame.x + frame.width, x)), y: Math.max(frame.y + HEAD, bounds.top) };
}
