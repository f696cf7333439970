import type { Atlas, AtlasLines, Scale } from '../land/atlas-lines.js';
import { atlasOf } from './atlas.js';
import { clipLine, clipRing, outsideOf, type Window } from './clip.js';
import type { MapView } from './map-view.js';
import { PathWriter } from './path-writer.js';

/** Pixels that make a difference to the eye. */
const FINEST = 0.7;

/** The coarsest scale whose corners are not to be seen. */
export function scaleFor({ pixelsPerDegree }: MapView): Scale {
  if (pixelsPerDegree < 1.6) return '110m';
  return pixelsPerDegree < 14 ? '50m' : '10m';
}

export interface Coastlines {
  /** Contents of `d`, to be filled even-odd. */
  land: string;
  borders: string;
}

/** @param finest points nearer to each other than this (pixels) are merged; smaller islands are omitted */
export async function coastlinesOf(view: MapView, window: Window, finest = FINEST): Promise<Coastlines> {
  const { land, borders }: Atlas = await atlasOf(scaleFor(view));
  const [coast, states] = [new PathWriter(), new PathWriter()];
  eachInView(view, land, finest, (index, offset) => {
    const ring =
      land.turns[index] === 0 || view.projection === 'polar'
        ? projected(view, land, index, offset, window, finest)
        : aroundTheGlobe(view, land, index, window, finest);
    coast.ring(clipRing(ring, window));
  });
  eachInView(view, borders, finest, (index, offset) => writeLine(states, projected(view, borders, index, offset, window, finest, false), window));
  return { land: coast.toString(), borders: states.toString() };
}

/** Calls `draw` for every line that may be visible, with the offsets (degrees) at which it appears: once or twice on a world map. */
function eachInView(view: MapView, lines: AtlasLines, finest: number, draw: (index: number, offset: number) => void): void {
  const { south, north } = view.box;
  const half = view.projection === 'polar' ? 180 : (view.invert(view.frame.x + view.frame.width, view.frame.y).lon - view.centreLon) * 1.02;
  for (let index = 0; index < lines.turns.length; index += 1) {
    const [w, s, e, n] = lines.boxes.subarray(4 * index, 4 * index + 4) as unknown as [number, number, number, number];
    if (n < south || s > north || (Math.max(e - w, n - s) + 0.01) * view.pixelsPerDegree < finest) continue;
    if (view.projection === 'polar' || lines.turns[index] !== 0) draw(index, 0);
    else for (let turn = Math.ceil((view.centreLon - half - e) / 360); w + 360 * turn <= view.centreLon + half; turn += 1) draw(index, 360 * turn);
  }
}

const pixel = { x: 0, y: 0 };

/** In pixels, without points that make no difference: too near to the last, or in the middle of three on the same side of the window. */
function projected(view: MapView, { points, starts }: AtlasLines, index: number, offset: number, window: Window, finest: number, isRing = true): number[] {
  const drawn: number[] = [];
  const end = (starts[index + 1] as number) - 1;
  let [sides, sidesBefore] = [0, 0];
  for (let at = starts[index] as number; at <= end; at += 1) {
    view.project((points[2 * at] as number) + offset, points[2 * at + 1] as number, pixel);
    const { x, y } = pixel;
    const count = drawn.length;
    const isNear = count > 0 && Math.abs(x - (drawn[count - 2] as number)) < finest && Math.abs(y - (drawn[count - 1] as number)) < finest;
    // The end point of a line is always kept, since other lines continue there.
    if (isNear && (isRing || at < end)) continue;
    const now = outsideOf(window, x, y);
    if (count > 2 && (sidesBefore & sides & now) !== 0) drawn.length = count - 2;
    else sidesBefore = sides;
    sides = now;
    drawn.push(x, y);
  }
  return drawn;
}

/** A coast around the globe, closed along the pole. Three repetitions suffice for any image. */
function aroundTheGlobe(view: MapView, lines: AtlasLines, index: number, window: Window, finest: number): number[] {
  const turn = 360 * (lines.turns[index] as number);
  const isSouth = (lines.boxes[4 * index + 1] as number) < 0;
  const wide = { ...window, left: Number.NEGATIVE_INFINITY, right: Number.POSITIVE_INFINITY };
  const chain = [-1, 0, 1].flatMap((times) => projected(view, lines, index, times * turn, wide, finest));
  const end = isSouth ? window.bottom + 10 : window.top - 10;
  return [...chain, chain.at(-2) as number, end, chain[0] as number, end];
}

/** @param points x, y, x, y, … */
export function writeLine(path: PathWriter, points: readonly number[], window: Window): void {
  for (let at = 2; at < points.length; at += 2) {
    const part = clipLine(window, points[at - 2] as number, points[at - 1] as number, points[at] as number, points[at + 1] as number);
    if (part !== undefined) path.stretch(...part);
  }
}
