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

export interface NumberedLine {
  /** Of the ring in its outline. */
  ring: number;
  /** Pixels: x, y, x, y, … */
  line: readonly number[];
}

/** Draws of overlapping rings only what is the edge of all of them together. @returns how many places were looked at, which is what it costs */
export function writeOuterLines(
  path: PathWriter,
  view: MapView,
  lines: readonly NumberedLine[],
  depth: NonNullable<CurvedOutline['depth']>,
  window: Window,
): number {
  const boxes = lines.map(({ line }) => boxOf(line));
  let looked = 0;
  for (const { ring, line } of lines) {
    const isHidden = (x: number, y: number): boolean => {
      looked += 1;
      const { lat, lon } = view.invert(x, y);
      const beside = view.invert(x, y + INSIDE);
      const least = distanceMeters(lat, lon, beside.lat, beside.lon);
      return lines.some((other, at) => other.ring !== ring && isIn(boxes[at] as Window, x, y) && depth(other.ring, lat, lon) > least);
    };
    for (let at = 2; at < line.length; at += 2) {
      const part = clipLine(window, line[at - 2] as number, line[at - 1] as number, line[at] as number, line[at + 1] as number);
      if (part !== undefined) for (const shown of shownParts(part, isHidden)) path.stretch(...shown);
    }
  }
  return looked;
}

type Stretch = [fromX: number, fromY: number, toX: number, toY: number];

/** What of a straight line is not hidden. */
function shownParts([ax, ay, bx, by]: Stretch, isHidden: (x: number, y: number) => boolean): Stretch[] {
  const hiddenAt = (part: number) => isHidden(ax + (bx - ax) * part, ay + (by - ay) * part);
  const steps = Math.max(1, Math.ceil(Math.hypot(bx - ax, by - ay) / STEP));
  const changes: number[] = [];
  const isHiddenFirst = hiddenAt(0);
  let wasHidden = isHiddenFirst;
  for (let step = 1; step <= steps; step += 1) {
    const isNowHidden = hiddenAt(step / steps);
    if (isNowHidden !== wasHidden) changes.push(changeBetween((step - 1) / steps, step / steps, wasHidden, hiddenAt));
    wasHidden = isNowHidden;
  }
  const ends = [...(isHiddenFirst ? [] : [0]), ...changes, ...(wasHidden ? [] : [1])];
  const at = (part: number): [x: number, y: number] => (part === 1 ? [bx, by] : [ax + (bx - ax) * part, ay + (by - ay) * part]);
  return Array.from({ length: ends.length / 2 }, (_, index): Stretch => [...at(ends[2 * index] as number), ...at(ends[2 * index + 1] as number)]);
}

/** To a quarter of a pixel. */
function changeBetween(from: number, to: number, isHiddenFirst: boolean, hiddenAt: (part: number) => boolean): number {
  let [low, high] = [from, to];
  for (let halving = 0; halving < 4; halving += 1) {
    const middle = (low + high) / 2;
    if (hiddenAt(middle) === isHiddenFirst) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

const isIn = ({ left, top, right, bottom }: Window, x: number, y: number): boolean => x >= left && x <= right && y >= top && y <= bottom;
