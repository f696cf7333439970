import { setImmediate } from 'node:timers/promises';
import type { CurvedOutline } from '../geometry/outline-curves.js';
import { distanceMeters } from '../sphere.js';
import { clipLine, type Window } from './clip.js';
import type { MapView } from './map-view.js';
import type { PathWriter } from './path-writer.js';
import { boxOf } from './ring-on-map.js';

/** Pixels between two places at which is looked whether the edge of one ring is inside of another. */
const STEP = 4;
/** Pixels that it must be inside: where rings touch each other, both are drawn. */
const INSIDE = 0.6;

/** Places looked at in one turn of the event loop: some milliseconds. */
const AT_ONCE = 1_500;

export interface NumberedLine {
  /** Of the ring in its outline. */
  ring: number;
  /** Pixels: x, y, x, y, … */
  line: readonly number[];
}

/** Draws only the outer edge of overlapping rings. Yields to the event loop. */
export async function writeOuterLines(
  path: PathWriter,
  view: MapView,
  lines: readonly NumberedLine[],
  depth: NonNullable<CurvedOutline['depth']>,
  window: Window,
): Promise<void> {
  const boxes = lines.map(({ line }) => boxOf(line));
  let looked = 0;
  for (const [index, { ring, line }] of lines.entries()) {
    const least = INSIDE * metersPerPixel(view, line);
    let last = { x: Number.NaN, y: Number.NaN, isHidden: false };
    const isHidden = (x: number, y: number): boolean => {
      // One part of a line begins where another ended.
      if (x !== last.x || y !== last.y) last = { x, y, isHidden: isInsideOther(x, y) };
      return last.isHidden;
    };
    const isInsideOther = (x: number, y: number): boolean => {
      looked += 1;
      const { lat, lon } = view.invert(x, y);
      const isInside = (at: number) => isIn(boxes[at] as Window, x, y) && lines[at]?.ring !== ring && depth((lines[at] as NumberedLine).ring, lat, lon) > least;
      // The neighbours first, which it is mostly.
      for (let away = 1; away < lines.length; away += 1) {
        if (index - away >= 0 && isInside(index - away)) return true;
        if (index + away < lines.length && isInside(index + away)) return true;
      }
      return false;
    };
    for (let at = 2; at < line.length; at += 2) {
      const part = clipLine(window, line[at - 2] as number, line[at - 1] as number, line[at] as number, line[at + 1] as number);
      if (part !== undefined) for (const shown of shownParts(part, isHidden)) path.stretch(...shown);
    }
    if (looked > AT_ONCE) {
      looked = 0;
      await setImmediate();
    }
  }
}

/** Where a line begins. */
function metersPerPixel(view: MapView, [x = 0, y = 0]: readonly number[]): number {
  const [here, below] = [view.invert(x, y), view.invert(x, y + 1)];
  return distanceMeters(here.lat, here.lon, below.lat, below.lon);
}

type Stretch = [fromX: number, fromY: number, toX: number, toY: number];

/** What of a straight line is not hidden. */
function shownParts([ax, ay, bx, by]: Stretch, isHidden: (x: number, y: number) => boolean): Stretch[] {
  const hiddenAt = (part: number) => (part === 1 ? isHidden(bx, by) : isHidden(ax + (bx - ax) * part, ay + (by - ay) * part));
  const length = Math.hypot(bx - ax, by - ay);
  const steps = Math.max(1, Math.ceil(length / STEP));
  // Until a quarter of a pixel is left.
  const halvings = Math.max(0, Math.ceil(Math.log2((4 * length) / steps)));
  const changes: number[] = [];
  const isHiddenFirst = hiddenAt(0);
  let wasHidden = isHiddenFirst;
  for (let step = 1; step <= steps; step += 1) {
    const isNowHidden = hiddenAt(step / steps);
    if (isNowHidden !== wasHidden) changes.push(changeBetween((step - 1) / steps, step / steps, halvings, (part) => hiddenAt(part) === wasHidden));
    wasHidden = isNowHidden;
  }
  const ends = [...(isHiddenFirst ? [] : [0]), ...changes, ...(wasHidden ? [] : [1])];
  const at = (part: number): [x: number, y: number] => (part === 1 ? [bx, by] : [ax + (bx - ax) * part, ay + (by - ay) * part]);
  return Array.from({ length: ends.length / 2 }, (_, index): Stretch => [...at(ends[2 * index] as number), ...at(ends[2 * index + 1] as number)]);
}

function changeBetween(from: number, to: number, halvings: number, isBefore: (part: number) => boolean): number {
  let [low, high] = [from, to];
  for (let halving = 0; halving < halvings; halving += 1) {
    const middle = (low + high) / 2;
    if (isBefore(middle)) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

const isIn = ({ left, top, right, bottom }: Window, x: number, y: number): boolean => x >= left && x <= right && y >= top && y <= bottom;
