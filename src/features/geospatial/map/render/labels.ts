import { fitted, textWidth } from '../../../../charts/draw.js';
import { plainText } from '../../../../charts/finish-svg.js';
import type { Frame, Window } from '../projection/map-view.js';
import { textAt } from './svg-text.js';
import type { MapColors, MapRole } from './theme.js';

const SIZE = 10.5;
const ROOM = 200;
/** Maximum number of labels in an image. */
const MAX = 60;
/** Square pixels of map for each label. */
const AREA_OF_LABEL = 15_000;

/** Something that would have a name beside it. */
export interface LabelRequest {
  x: number;
  y: number;
  text: string;
  /** Pixels around the place that its mark takes. */
  reach: number;
  /** The more important come first. */
  weight: number;
  /** Color role; that of text by default. */
  role?: MapRole;
  /** Placed above or below instead of beside, for names of objects that extend to both sides. */
  isAbove?: boolean;
  /** SVG that is drawn with the name only; without one, the mark is in the image anyway and is not covered. */
  mark?: string;
}

/** Whether two areas lie over each other. */
export const meet = (a: Window, b: Window): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

/**
 * Writes names beside marks: each on the first of its sides where it covers neither another name nor a mark that has
 * one, or not at all.
 * @param requests the most important first
 * @returns SVG, and the parts of the map that are taken now: also those that were before
 */
export function placeLabels(
  colors: MapColors,
  requests: readonly LabelRequest[],
  frame: Frame,
  taken: readonly Window[],
): { svg: string; taken: Window[] } {
  const inside = {
    left: frame.x + 4,
    top: frame.y + 16,
    right: frame.x + frame.width - 4,
    bottom: frame.y + frame.height - 4,
  };
  const most = Math.min(MAX, Math.ceil((frame.width * frame.height) / AREA_OF_LABEL));
  const some = requests.slice(0, 4 * MAX);
  const covered: Window[] = [...taken, ...some.filter(({ mark }) => mark === undefined).map(markArea)];
  const written: string[] = [];
  for (const { x, y, text, reach, role = 'text', isAbove, mark } of some) {
    if (written.length === most) break;
    const label = shortened(plainText(text));
    const width = textWidth(label, SIZE);
    const sides: Array<[left: number, line: number]> = [
      [x + reach + 3, y + 3.5],
      [x - reach - 3 - width, y + 3.5],
      [x - width / 2, y - reach - 4],
      [x - width / 2, y + reach + 11],
    ];
    const spots = isAbove ? sides.slice(2) : sides;
    const areas = spots.map(([left, line]) => ({
      left,
      line,
      top: line - SIZE,
      right: left + width,
      bottom: line + 3,
    }));
    const spot = areas.find(
      (area) =>
        area.left >= inside.left &&
        area.right <= inside.right &&
        area.top >= inside.top &&
        area.bottom <= inside.bottom &&
        !covered.some((other) => meet(area, other)),
    );
    if (spot === undefined) continue;
    if (mark !== undefined) {
      const area = markArea({ x, y, reach });
      if (covered.some((other) => meet(area, other))) continue;
      covered.push(area);
      written.push(mark);
    }
    covered.push(spot);
    const anchor = spot.right <= x ? 'end' : spot.left > x ? 'start' : 'middle';
    const at = anchor === 'end' ? spot.right : anchor === 'start' ? spot.left : x;
    written.push(textAt(colors, label, at, spot.line, { size: SIZE, role, halo: 'ground', anchor }));
  }
  return { svg: written.join(''), taken: covered };
}

/** The part of the map that a mark takes. */
const markArea = ({ x, y, reach }: Pick<LabelRequest, 'x' | 'y' | 'reach'>): Window => ({
  left: x - reach,
  right: x + reach,
  top: y - reach,
  bottom: y + reach,
});

/** The text in brackets at the end, such as `(simulated)`, is never cut off. */
function shortened(text: string): string {
  const [, head = text, end = ''] = /^(.*\S)( \([^()]{1,20}\))$/.exec(text) ?? [];
  return fitted(head, SIZE, ROOM - textWidth(end, SIZE)) + end;
}
