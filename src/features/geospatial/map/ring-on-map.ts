import type { Curve } from '../geometry/outline-curves.js';
import type { Window } from './clip.js';
import { type MapView, nearLongitude } from './map-view.js';

/** Pixels by which what is drawn may miss a curve, and between two points at the least. */
const FLAT = 0.25;
const NEAR = 0.5;
/** Times that a curve is cut in two; only what is in the window is cut on and on. */
const DEEPEST = 20;
/** Where a curve is cut: in the very middle, one that bends both ways would seem straight. */
const CUT = 0.45;

/** A projected ring in pixels: x, y, x, y, … */
export interface RingOnMap {
  /** Its edge, from its beginning until there again: a turn further on, where it goes around the globe. */
  line: number[];
  /** What is to be filled: the same, closed along the pole where it goes around the globe. */
  area: number[];
}

interface Spot {
  lat: number;
  lon: number;
  x: number;
  y: number;
}

/** All visible copies of a ring: one around a pole, else on either side of the antimeridian. Parts outside the window are simplified. */
export function ringsOnMap(view: MapView, ring: readonly Curve[], window: Window): RingOnMap[] {
  const begin = nearLongitude(view, ring[0]?.(0)[0] ?? 0);
  const turns = view.projection === 'polar' ? [0] : [-1, 0, 1];
  return turns.flatMap((turn) => ringOnMap(view, ring, begin + 360 * turn, window) ?? []).filter(({ area }) => meets(boxOf(area), window));
}

/** @returns undefined for a ring outside the drawn latitudes */
function ringOnMap(view: MapView, ring: readonly Curve[], begin: number, window: Window): RingOnMap | undefined {
  let last = spotOn(view, ring[0] as Curve, 0, begin);
  const first = last;
  const reach = { south: first.lat, north: first.lat };
  const line = [first.x, first.y];
  const drawTo = (curve: Curve, from: number, to: number, depth: number): void => {
    const part = from + (to - from) * CUT;
    const middle = spotOn(view, curve, part, last.lon);
    const end = spotOn(view, curve, to, middle.lon);
    const miss = distanceToLine(last, end, middle);
    if (depth < DEEPEST && miss > FLAT && !areBeside(window, 2 * miss, [last, middle, end])) {
      drawTo(curve, from, part, depth + 1);
      drawTo(curve, part, to, depth + 1);
      return;
    }
    last = end;
    reach.south = Math.min(reach.south, middle.lat, end.lat);
    reach.north = Math.max(reach.north, middle.lat, end.lat);
    if (Math.abs(end.x - (line.at(-2) as number)) > NEAR || Math.abs(end.y - (line.at(-1) as number)) > NEAR) line.push(end.x, end.y);
  };
  for (const curve of ring) drawTo(curve, 0, 1, 0);
  line.push(last.x, last.y);
  const isAround = Math.abs(last.lon - first.lon) > 180;
  const pole = poleOf(last.lon, first.lon);
  const [southEnd, northEnd] = view.latitudes;
  if (reach.south >= northEnd && !(isAround && pole < 0)) return undefined;
  if (reach.north <= southEnd && !(isAround && pole > 0)) return undefined;
  return { line, area: isAround ? [...line, ...alongPole(view, last.lon, first.lon)] : line };
}

/** Latitude of the pole that a ring around the globe has on its left. @param from the longitude of its end @param to that of its beginning */
const poleOf = (from: number, to: number): number => (from > to ? 90 : -90);

/** @param near the longitude continues from there by the shorter direction */
function spotOn(view: MapView, curve: Curve, part: number, near: number): Spot {
  const [lon, lat] = curve(part);
  const spot = { lat, lon: lon + 360 * Math.round((near - lon) / 360), x: 0, y: 0 };
  view.project(spot.lon, lat, spot);
  return spot;
}

/** Back from where a ring ended, a turn away from its beginning, along the pole that it has on its left. */
export function alongPole(view: MapView, from: number, to: number): number[] {
  const pixel = { x: 0, y: 0 };
  return Array.from({ length: 37 }, (_, index) => {
    view.project(from + ((to - from) * index) / 36, poleOf(from, to), pixel);
    return [pixel.x, pixel.y];
  }).flat();
}

function distanceToLine(a: Spot, b: Spot, { x, y }: Spot): number {
  const length = Math.hypot(b.x - a.x, b.y - a.y);
  return length < 1e-6 ? Math.hypot(x - a.x, y - a.y) : Math.abs((b.x - a.x) * (y - a.y) - (b.y - a.y) * (x - a.x)) / length;
}

/** Whether all are on one side of the window and farther from it than `room`. */
function areBeside({ left, right, top, bottom }: Window, room: number, spots: readonly Spot[]): boolean {
  return (
    spots.every(({ x }) => x < left - room) ||
    spots.every(({ x }) => x > right + room) ||
    spots.every(({ y }) => y < top - room) ||
    spots.every(({ y }) => y > bottom + room)
  );
}

/** Of points x, y, x, y, … */
export function boxOf(points: readonly number[]): Window {
  const box = { left: Number.POSITIVE_INFINITY, top: Number.POSITIVE_INFINITY, right: Number.NEGATIVE_INFINITY, bottom: Number.NEGATIVE_INFINITY };
  for (let at = 0; at < points.length; at += 2) {
    const [x, y] = [points[at] as number, points[at + 1] as number];
    box.left = Math.min(box.left, x);
    box.right = Math.max(box.right, x);
    box.top = Math.min(box.top, y);
    box.bottom = Math.max(box.bottom, y);
  }
  return box;
}

const meets = (a: Window, b: Window): boolean => a.right >= b.left && a.left <= b.right && a.bottom >= b.top && a.top <= b.bottom;

/** The copies of a line, shifted by whole turns, that may be in the window. @param points x, y, x, y, … */
export function turnsInWindow(view: MapView, points: number[], window: Window): number[][] {
  const box = boxOf(points);
  if (view.projection === 'polar') return meets(box, window) ? [points] : [];
  const [zero, turn] = [
    { x: 0, y: 0 },
    { x: 0, y: 0 },
  ];
  view.project(0, 0, zero);
  view.project(360, 0, turn);
  return [-1, 0, 1].flatMap((times) => {
    const shift = times * (turn.x - zero.x);
    if (!meets({ ...box, left: box.left + shift, right: box.right + shift }, window)) return [];
    return [shift === 0 ? points : points.map((value, index) => (index % 2 === 0 ? value + shift : value))];
  });
}
