import { setImmediate } from 'node:timers/promises';
import type { CurvedOutline } from '../geometry/outline-curves.js';
import { clipRing, type Window } from './clip.js';
import { writeLine } from './coastlines.js';
import type { MapColours } from './map-colours.js';
import type { MapView, Pixel } from './map-view.js';
import { writeOuterLines } from './outer-lines.js';
import { PathWriter } from './path-writer.js';
import type { LabelRequest } from './place-labels.js';
import { boxOf, ringsOnMap } from './ring-on-map.js';
import { escaped } from './svg-text.js';

/** Maximum number of characters of all outlines; further outlines are omitted, and the legend says so. */
const MAX_CHARACTERS = 150_000;
/** Pixels: a fence that is smaller both ways has a mark. */
const MIN = 5;
/** Pixels from the top of the map that have no names. */
const HEAD = 15;
/** Places of edges looked at in one turn of the event loop: some milliseconds. */
const AT_ONCE = 2_000;

/** A place that is watched. */
export interface MapFence {
  label: string;
  outline: CurvedOutline;
}

export interface DrawnFences {
  /** Inside the map, in tenths of pixels. */
  svg: string;
  /** Number of visible fences. */
  inView: number;
  drawn: number;
  wishes: LabelRequest[];
}

/** Draws fences as dashed outlines with a light fill, very small ones as circles. Yields to the event loop. */
export async function drawFences(view: MapView, colours: MapColours, fences: readonly MapFence[], window: Window): Promise<DrawnFences> {
  const all: DrawnFences = { svg: '', inView: 0, drawn: 0, wishes: [] };
  let looked = 0;
  for (const { label, outline } of fences) {
    const { svg, top, cost } = await drawFence(view, outline, window);
    looked += cost;
    if (looked > AT_ONCE) {
      looked = 0;
      await setImmediate();
    }
    if (top === undefined) continue;
    all.inView += 1;
    if (all.svg.length + svg.length > MAX_CHARACTERS) continue;
    all.drawn += 1;
    all.svg += `<g><title>${escaped(label)}</title>${svg}</g>`;
    all.wishes.push({ ...top, text: label, reach: 1, weight: 8, role: 'fence', isAbove: true });
  }
  if (all.svg !== '')
    all.svg = `<g fill-opacity=".12" stroke-width="15" stroke-dasharray="60 30"${colours.of({ fill: 'fence', stroke: 'fence' })}>${all.svg}</g>`;
  return all;
}

interface DrawnFence {
  svg: string;
  /** Its northernmost visible point; undefined when it is not visible. */
  top: Pixel | undefined;
  /** Places looked at. */
  cost: number;
}

async function drawFence(view: MapView, { rings, depth }: CurvedOutline, window: Window): Promise<DrawnFence> {
  const placed = rings.flatMap((ring, index) => ringsOnMap(view, ring, window).map((one) => ({ ...one, ring: index })));
  const [area, edge] = [new PathWriter(), new PathWriter()];
  const shown: number[][] = [];
  for (const ring of placed) {
    const clipped = clipRing(ring.area, window);
    if (clipped.length === 0) continue;
    area.ring(clipped);
    shown.push(clipped);
  }
  const cost = placed.reduce((sum, { line }) => sum + line.length / 2, 0);
  const top = topOf(view, shown);
  if (top === undefined) return { svg: '', top, cost };
  const { left, right, top: above, bottom } = boxOf(shown.flat());
  if (right - left < MIN && bottom - above < MIN) {
    const [x, y] = [Math.round(5 * (left + right)), Math.round(5 * (above + bottom))];
    return { svg: `<circle cx="${x}" cy="${y}" r="35" stroke-dasharray="none"/>`, top: { x: x / 10, y: y / 10 - 4 }, cost };
  }
  if (depth === undefined) for (const { line } of placed) writeLine(edge, line, window);
  else await writeOuterLines(edge, view, placed, depth, window);
  // Overlapping rings are filled once; where a ring overlaps itself around a pole, the overlap is outside.
  const rule = depth === undefined ? ' fill-rule="evenodd"' : '';
  return { svg: `<path d="${area}"${rule} stroke="none"/><path d="${edge}" fill="none"/>`, top, cost };
}

/** The anchor of a name: the highest point of the largest visible ring. @returns undefined when no ring is in the frame */
function topOf({ frame }: MapView, rings: readonly number[][]): Pixel | undefined {
  const wide = ({ left, right }: Window) => Math.min(right, frame.x + frame.width) - Math.max(left, frame.x);
  const high = ({ top, bottom }: Window) => Math.min(bottom, frame.y + frame.height) - Math.max(top, frame.y);
  const placed = rings.map((ring) => ({ ring, box: boxOf(ring) })).filter(({ box }) => wide(box) >= 0 && high(box) >= 0);
  const [greatest] = placed.sort((a, b) => wide(b.box) - wide(a.box));
  if (greatest === undefined) return undefined;
  const { ring, box } = greatest;
  // Of corners as high as each other the middle.
  const highest = ring.filter((_, index) => index % 2 === 0 && (ring[index + 1] as number) < box.top + 0.5);
  const x = (Math.min(...highest) + Math.max(...highest)) / 2;
  return { x: Math.max(frame.x, Math.min(frame.x + frame.width, x)), y: Math.max(frame.y + HEAD, box.top) };
}
