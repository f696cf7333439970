import { fitted, textWidth } from '../../../../charts/draw.js';
import { plainText } from '../../../../charts/finish-svg.js';
import type { Frame, Window } from '../projection/map-view.js';
import { textAt } from './svg-text.js';
import type { MapColors, MapRole } from './theme.js';

const SIZE = 10.5;
const ROOM = 200;
/** Maximum number of labels in an image. */
const MAX = 60;
/** Map area in square pixels per label, which limits the number of labels. */
const AREA_OF_LABEL = 15_000;

/** A name that is to be drawn beside its mark. */
export interface LabelRequest {
  x: number;
  y: number;
  text: string;
  /** Pixels around the position that the mark covers. */
  reach: number;
  /** Labels with a higher weight are placed first. */
  weight: number;
  /** Color role. Default: `text`. */
  role?: MapRole;
  /** True to place the name above or below instead of beside, for objects that extend to both sides. */
  isAbove?: boolean;
  /** SVG that is drawn only together with the name. Without it, the mark is drawn elsewhere and must not be covered. */
  mark?: string;
}

/** True if two areas overlap. */
export const meet = (a: Window, b: Window): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

/**
 * Writes names beside marks: each on the first side where it covers neither another name nor the mark of another
 * request; a name without such a side is left out.
 * @param requests the most important first
 * @returns SVG, and the areas of the map that are covered, including the areas in `taken`
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

/** Returns the area of the map that a mark covers. */
const markArea = ({ x, y, reach }: Pick<LabelRequest, 'x' | 'y' | 'reach'>): Window => ({
  left: x - reach,
  right: x + reach,
  top: y - reach,
  bottom: y + reach,
});

/** Shortens a text to the maximum width. A text in brackets at its end, such as `(simulated)`, is kept. */
function shortened(text: string): string {
  const [, head = text, end = ''] = /^(.*\S)( \([^()]{1,20}\))$/.exec(text) ?? [];
  return fitted(head, SIZE, ROOM - textWidth(end, SIZE)) + end;
}
