import { geoClipRectangle } from 'd3-geo';
import { readInThread } from '../../../../threads/read-in-thread.js';
import type { Atlas, AtlasLines, Scale } from '../../land/atlas-lines.js';
import { type MapView, type Pixel, sidesBeyond, type Window } from './map-view.js';
import { PathWriter, sendLine, sendRing } from './path-writer.js';

/** Smallest visible distance in pixels. */
const FINEST = 0.7;
/** Smallest size of a lake or of its islands in pixels. */
const SMALLEST_LAKE = 3;

const loaded = new Map<Scale, Promise<Atlas>>();

/**
 * Reads the coasts, borders and lakes of a scale (Natural Earth, public domain; converted to TopoJSON by the package
 * world-atlas, ISC). Each scale is read with the first image that needs it.
 */
function atlasOf(scale: Scale): Promise<Atlas> {
  const known = loaded.get(scale);
  if (known !== undefined) return known;
  const loading = readInThread<Atlas>(new URL('./atlas-worker.js', import.meta.url), scale);
  loaded.set(scale, loading);
  // After a failure the next image tries again.
  loading.catch(() => loaded.delete(scale));
  return loading;
}

/** Returns the coarsest scale whose vertices are not visible. */
function scaleFor({ pixelsPerDegree }: MapView): Scale {
  if (pixelsPerDegree < 1.6) return '110m';
  return pixelsPerDegree < 14 ? '50m' : '10m';
}

export interface Coastlines {
  /** Content of the SVG attribute `d`, to be filled with the even-odd rule. */
  land: string;
  /** Content of the SVG attribute `d` for the lakes, which are drawn over the land. */
  lakes: string;
  borders: string;
}

/**
 * Returns the coasts, lakes and borders of a view. They are projected from packed coordinates with their boxes, since
 * d3-geo takes two to four times as long for the same coasts in GeoJSON.
 * @param finest points nearer to each other than this (pixels) are merged, and smaller islands are omitted
 */
export async function coastlinesOf(view: MapView, finest = FINEST): Promise<Coastlines> {
  const { land, borders, lakes } = await atlasOf(scaleFor(view));
  const { left, top, right, bottom } = view.window;
  const limits = limitsOf(view);
  const clip = geoClipRectangle(left, top, right, bottom);
  const [coast, shore, states] = [new PathWriter(), new PathWriter(), new PathWriter()];
  const [clippedCoast, clippedShore, clippedStates] = [clip(coast), clip(shore), clip(states)];
  eachInView(view, land, finest, (index, offset) => {
    const isAround = land.turns[index] !== 0 && view.projection !== 'polar';
    // Lines inside the window skip clipping, which takes time and is needed by few islands.
    const { points, isInside } = isAround
      ? aroundTheGlobe(view, land, index, finest, limits)
      : projected(view, land, index, offset, finest, limits);
    sendRing(points, isInside ? coast : clippedCoast);
  });
  eachInView(view, lakes, Math.max(finest, SMALLEST_LAKE), (index, offset) => {
    const { points, isInside } = projected(view, lakes, index, offset, finest, limits);
    sendRing(points, isInside ? shore : clippedShore);
  });
  eachInView(view, borders, finest, (index, offset) => {
    const { points, isInside } = projected(view, borders, index, offset, finest, limits, false);
    sendLine(points, isInside ? states : clippedStates);
  });
  return { land: coast.toString(), lakes: shore.toString(), borders: states.toString() };
}

/**
 * Calls `draw` for every line that may be visible, once for each offset (degrees of longitude) at which it is visible;
 * a world map may show a line twice.
 */
function eachInView(
  view: MapView,
  lines: AtlasLines,
  finest: number,
  draw: (index: number, offset: number) => void,
): void {
  const { south, north } = view.box;
  const half = view.halfSpan * 1.02;
  for (let index = 0; index < lines.turns.length; index += 1) {
    const [w, s, e, n] = lines.boxes.subarray(4 * index, 4 * index + 4) as unknown as [number, number, number, number];
    if (n < south || s > north || (Math.max(e - w, n - s) + 0.01) * view.pixelsPerDegree < finest) continue;
    if (view.projection === 'polar' || lines.turns[index] !== 0) draw(index, 0);
    else
      for (let turn = Math.ceil((view.centerLon - half - e) / 360); w + 360 * turn <= view.centerLon + half; turn += 1)
        draw(index, 360 * turn);
  }
}

interface Projected {
  /** Coordinates in pixels: x, y, x, y, … */
  points: number[];
  isInside: boolean;
}

/**
 * Returns the window in degrees (west to east, south to north), so that points outside need not be projected; around a
 * pole, in pixels.
 */
function limitsOf(view: MapView): Window {
  const { window, frame, centerLon, halfSpan } = view;
  if (view.projection === 'polar') return window;
  const half = (halfSpan * (window.right - window.left)) / frame.width;
  return {
    left: centerLon - half,
    right: centerLon + half,
    top: view.invert(frame.x, window.bottom).lat,
    bottom: view.invert(frame.x, window.top).lat,
  };
}

const pixel: Pixel = { x: 0, y: 0 };

/**
 * Projects a line to pixels, without invisible details: points too near to the previous one, and points between two
 * others beyond the same side of the window.
 */
function projected(
  view: MapView,
  lines: AtlasLines,
  index: number,
  offset: number,
  finest: number,
  limits: Window,
  isRing = true,
): Projected {
  const isPolar = view.projection === 'polar';
  const { points, starts } = lines;
  const drawn: number[] = [];
  const end = (starts[index + 1] as number) - 1;
  // `sides`: the sides of the window beyond which the last drawn point is. `waitingSides`: the same for the waiting
  // point after it, which is omitted if the next point is beyond one of these sides, too.
  let sides = 0;
  let waitingSides = 0;
  let waitingX = 0;
  let waitingY = 0;
  let all = 0;
  for (let at = starts[index] as number; at <= end; at += 1) {
    let x = (points[2 * at] as number) + offset;
    let y = points[2 * at + 1] as number;
    if (isPolar) {
      view.project(x, y, pixel);
      x = pixel.x;
      y = pixel.y;
    }
    const now = sidesBeyond(limits, x, y);
    all |= now;
    if (waitingSides !== 0 && (sides & waitingSides & now) === 0) {
      drawPoint(view, isPolar, waitingX, waitingY, finest, drawn);
      sides = waitingSides;
      waitingSides = 0;
    }
    if ((sides & now) !== 0) {
      waitingSides = now;
      waitingX = x;
      waitingY = y;
      continue;
    }
    // The end of a line is always drawn, since other lines continue there.
    drawPoint(view, isPolar, x, y, isRing || at < end ? finest : 0, drawn);
    sides = now;
  }
  if (waitingSides !== 0) drawPoint(view, isPolar, waitingX, waitingY, isRing ? finest : 0, drawn);
  return { points: drawn, isInside: all === 0 };
}

/**
 * Appends a point, unless it is too near to the last one.
 * @param x longitude, or pixels if `isProjected`; `y` accordingly
 */
function drawPoint(view: MapView, isProjected: boolean, x: number, y: number, finest: number, drawn: number[]): void {
  pixel.x = x;
  pixel.y = y;
  if (!isProjected) view.project(x, y, pixel);
  const count = drawn.length;
  if (
    count > 0 &&
    Math.abs(pixel.x - (drawn[count - 2] as number)) < finest &&
    Math.abs(pixel.y - (drawn[count - 1] as number)) < finest
  )
    return;
  drawn.push(pixel.x, pixel.y);
}

/** Projects a coast around the globe, closed along the pole. Three repetitions are enough for any image. */
function aroundTheGlobe(view: MapView, lines: AtlasLines, index: number, finest: number, limits: Window): Projected {
  const turn = 360 * (lines.turns[index] as number);
  const isSouth = (lines.boxes[4 * index + 1] as number) < 0;
  const wide = { ...limits, left: Number.NEGATIVE_INFINITY, right: Number.POSITIVE_INFINITY };
  const chain = [-1, 0, 1].flatMap((times) => projected(view, lines, index, times * turn, finest, wide).points);
  const end = isSouth ? view.window.bottom + 10 : view.window.top - 10;
  return { points: [...chain, chain.at(-2) as number, end, chain[0] as number, end], isInside: false };
}
