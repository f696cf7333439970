import { type GeoStream, geoClipRectangle } from 'd3-geo';
import { readInThread } from '../../../../threads/read-in-thread.js';
import type { Atlas, AtlasLines, Scale } from '../../land/atlas-lines.js';
import { type MapView, type Pixel, sidesBeyond, type Window } from './map-view.js';
import { PathWriter, sendLine, sendRing } from './path-writer.js';

/** Pixels that make a difference to the eye. */
const FINEST = 0.7;

const loaded = new Map<Scale, Promise<Atlas>>();

/** Coasts and borders (Natural Earth, public domain; made into TopoJSON by the package world-atlas, ISC). Each scale is read with the first image that needs it. */
function atlasOf(scale: Scale): Promise<Atlas> {
  const known = loaded.get(scale);
  if (known !== undefined) return known;
  const loading = readInThread<Atlas>(new URL('./atlas-worker.js', import.meta.url), scale);
  loaded.set(scale, loading);
  // After a failure the next image tries again.
  loading.catch(() => loaded.delete(scale));
  return loading;
}

/** The coarsest scale whose vertices are not visible. */
function scaleFor({ pixelsPerDegree }: MapView): Scale {
  if (pixelsPerDegree < 1.6) return '110m';
  return pixelsPerDegree < 14 ? '50m' : '10m';
}

export interface Coastlines {
  /** Contents of `d`, to be filled even-odd. */
  land: string;
  borders: string;
}

/**
 * The coasts and borders of a view. They are projected from packed coordinates with their boxes: d3-geo on GeoJSON gives the same coasts in two to
 * four times the time.
 * @param finest points nearer to each other than this (pixels) are merged; smaller islands are omitted
 */
export async function coastlinesOf(view: MapView, finest = FINEST): Promise<Coastlines> {
  const { land, borders } = await atlasOf(scaleFor(view));
  const { left, top, right, bottom } = view.window;
  const clip = geoClipRectangle(left, top, right, bottom);
  const [coast, states] = [new PathWriter(), new PathWriter()];
  const [clippedCoast, clippedStates] = [clip(coast), clip(states)];
  eachInView(view, land, finest, (index, offset) => {
    const isAround = land.turns[index] !== 0 && view.projection !== 'polar';
    const ring = isAround ? aroundTheGlobe(view, land, index, finest) : projected(view, land, index, offset, finest, view.window);
    sendUnclipped(ring, coast, clippedCoast, sendRing);
  });
  eachInView(view, borders, finest, (index, offset) =>
    sendUnclipped(projected(view, borders, index, offset, finest, view.window, false), states, clippedStates, sendLine),
  );
  return { land: coast.toString(), borders: states.toString() };
}

/** Calls `draw` for every line that may be visible, with the offsets (degrees) at which it appears: once or twice on a world map. */
function eachInView(view: MapView, lines: AtlasLines, finest: number, draw: (index: number, offset: number) => void): void {
  const { south, north } = view.box;
  const half = view.halfSpan * 1.02;
  for (let index = 0; index < lines.turns.length; index += 1) {
    const [w, s, e, n] = lines.boxes.subarray(4 * index, 4 * index + 4) as unknown as [number, number, number, number];
    if (n < south || s > north || (Math.max(e - w, n - s) + 0.01) * view.pixelsPerDegree < finest) continue;
    if (view.projection === 'polar' || lines.turns[index] !== 0) draw(index, 0);
    else for (let turn = Math.ceil((view.centerLon - half - e) / 360); w + 360 * turn <= view.centerLon + half; turn += 1) draw(index, 360 * turn);
  }
}

interface Projected {
  /** x, y, x, y, … */
  points: number[];
  isInside: boolean;
}

const pixel: Pixel = { x: 0, y: 0 };

/** In pixels, without points that make no difference: too near to the last, or in the middle of three beyond the same side of the window. */
function projected(view: MapView, { points, starts }: AtlasLines, index: number, offset: number, finest: number, window: Window, isRing = true): Projected {
  const drawn: number[] = [];
  const end = (starts[index + 1] as number) - 1;
  let [sides, sidesBefore, all] = [0, 0, 0];
  for (let at = starts[index] as number; at <= end; at += 1) {
    view.project((points[2 * at] as number) + offset, points[2 * at + 1] as number, pixel);
    const { x, y } = pixel;
    const count = drawn.length;
    const isNear = count > 0 && Math.abs(x - (drawn[count - 2] as number)) < finest && Math.abs(y - (drawn[count - 1] as number)) < finest;
    // The end point of a line is always kept, since other lines continue there.
    if (isNear && (isRing || at < end)) continue;
    const now = sidesBeyond(window, x, y);
    if (count > 2 && (sidesBefore & sides & now) !== 0) drawn.length = count - 2;
    else sidesBefore = sides;
    sides = now;
    all |= now;
    drawn.push(x, y);
  }
  return { points: drawn, isInside: all === 0 };
}

/** A coast around the globe, closed along the pole. Three repetitions suffice for any image. */
function aroundTheGlobe(view: MapView, lines: AtlasLines, index: number, finest: number): Projected {
  const turn = 360 * (lines.turns[index] as number);
  const isSouth = (lines.boxes[4 * index + 1] as number) < 0;
  const wide = { ...view.window, left: Number.NEGATIVE_INFINITY, right: Number.POSITIVE_INFINITY };
  const chain = [-1, 0, 1].flatMap((times) => projected(view, lines, index, times * turn, finest, wide).points);
  const end = isSouth ? wide.bottom + 10 : wide.top - 10;
  return { points: [...chain, chain.at(-2) as number, end, chain[0] as number, end], isInside: false };
}

/** Clipping takes time, which most islands do not need. */
function sendUnclipped({ points, isInside }: Projected, path: GeoStream, clipped: GeoStream, send: typeof sendLine): void {
  send(points, isInside ? path : clipped);
}
