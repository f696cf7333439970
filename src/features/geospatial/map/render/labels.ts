import { fitted, textWidth } from '../../../../charts/draw.js';
import { plainText } from '../../../../charts/finish-svg.js';
import type { Frame, Pixel, Window } from '../projection/map-view.js';
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
  /** True to place the name at a distance, with a line to its mark, if there is no space beside the mark. */
  hasLeader?: boolean;
  /** SVG that is drawn only together with the name. Without it, the mark is drawn elsewhere and must not be covered. */
  mark?: string;
}

/** True if two areas overlap. */
export const meet = (a: Window, b: Window): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

/** Half of the size of a mark in pixels. */
const REACH = 5;

/** Returns the number of marks that an area covers. */
export const marksIn = ({ left, right, top, bottom }: Window, marks: readonly Pixel[]): number =>
  marks.filter(({ x, y }) => x > left - REACH && x < right + REACH && y > top - REACH && y < bottom + REACH).length;

/**
 * Writes names beside marks: each on a side where it covers neither another name nor the mark of another request; a
 * name without such a side is left out. Of several sides the name has the first one that covers the fewest marks.
 * @param requests the most important first
 * @param marks positions of all marks, also of those without a name
 * @returns SVG; the names that have their own `mark` apart in `towns`; and the areas of the map that are covered,
 * including the areas in `taken`
 */
export function placeLabels(
  colors: MapColors,
  requests: readonly LabelRequest[],
  frame: Frame,
  taken: readonly Window[],
  marks: readonly Pixel[] = [],
): { svg: string; towns: string; taken: Window[] } {
  const inside = {
    left: frame.x + 4,
    top: frame.y + 16,
    right: frame.x + frame.width - 4,
    bottom: frame.y + frame.height - 4,
  };
  const most = Math.min(MAX, Math.ceil((frame.width * frame.height) / AREA_OF_LABEL));
  const some = requests.slice(0, 4 * MAX);
  const covered: Window[] = [...taken, ...some.filter(({ mark }) => mark === undefined).map(markArea)];
  const [names, towns]: [string[], string[]] = [[], []];
  for (const { x, y, text, reach, role = 'text', isAbove, mark, hasLeader } of some) {
    if (names.length + towns.length >= most) break;
    const written = mark === undefined ? names : towns;
    const label = shortened(plainText(text));
    const width = textWidth(label, SIZE);
    const sides: Array<[left: number, line: number]> = [
      [x + reach + 3, y + 3.5],
      [x - reach - 3 - width, y + 3.5],
      [x - width / 2, y - reach - 4],
      [x - width / 2, y + reach + 11],
    ];
    const near = isAbove ? sides.slice(2) : sides;
    const spots = hasLeader ? [...near, ...distantSpots({ x, y, reach }, width)] : near;
    const areas = spots.map(([left, line]) => ({
      left,
      line,
      top: line - SIZE,
      right: left + width,
      bottom: line + 3,
    }));
    const [spot] = areas
      .filter(
        (area) =>
          area.left >= inside.left &&
          area.right <= inside.right &&
          area.top >= inside.top &&
          area.bottom <= inside.bottom &&
          !covered.some((other) => meet(area, other)),
      )
      .map((area) => ({ ...area, marks: marksIn(area, marks), index: areas.indexOf(area) }))
      .sort((one, other) => one.marks - other.marks);
    if (spot === undefined) continue;
    if (mark !== undefined) {
      const area = markArea({ x, y, reach });
      if (covered.some((other) => meet(area, other))) continue;
      covered.push(area);
    }
    covered.push(spot);
    const line = spot.index < near.length ? '' : leader(colors, { x, y, reach }, spot);
    const anchor = spot.right <= x ? 'end' : spot.left > x ? 'start' : 'middle';
    const at = anchor === 'end' ? spot.right : anchor === 'start' ? spot.left : x;
    written.push(
      `${mark ?? ''}${line}${textAt(colors, label, at, spot.line, { size: SIZE, role, halo: 'ground', anchor })}`,
    );
  }
  return { svg: names.join(''), towns: towns.join(''), taken: covered };
}

/** Distances (px) and directions of names from their marks, if they have lines to them. */
const LEADER_LENGTHS = [18, 32, 50, 72, 96];
const LEADER_DIRECTIONS = 16;

/** Returns places of a name around its mark, the nearest first. */
const distantSpots = ({ x, y, reach }: Pick<LabelRequest, 'x' | 'y' | 'reach'>, width: number) =>
  LEADER_LENGTHS.flatMap((length) =>
    Array.from({ length: LEADER_DIRECTIONS }, (_, index): [left: number, line: number] => {
      const angle = (2 * Math.PI * index) / LEADER_DIRECTIONS;
      const [dx, dy] = [Math.cos(angle), Math.sin(angle)];
      const line = y + dy * (reach + length) + 3.5;
      const end = x + dx * (reach + length);
      return [dx > 0.2 ? end : dx < -0.2 ? end - width : end - width / 2, line];
    }),
  );

/** Draws a line from a mark to the nearest point of its name. */
function leader(
  colors: MapColors,
  { x, y }: Pick<LabelRequest, 'x' | 'y' | 'reach'>,
  { left, right, top, bottom }: Window,
): string {
  const [endX, endY] = [Math.max(left - 2, Math.min(right + 2, x)), Math.max(top, Math.min(bottom, y))];
  const d = [x, y, endX, endY].map((value) => Math.round(value * 10) / 10);
  return `<path d="M${d[0]} ${d[1]}L${d[2]} ${d[3]}" stroke-width="1"${colors.of({ fill: 'none', stroke: 'text' })}/>`;
}

/** Returns the area of the map that a mark covers. */
const markArea = ({ x, y, reach }: Pick<LabelRequest, 'x' | 'y' | 'reach'>): Window => ({
  left: x - reach,
  right: x + reach,
  top: y - reach,
  bottom: y + reach,
});

/**
 * Shortens a text to the maximum width, if possible after a comma. A text in brackets at its end, such as
 * `(simulated)`, is kept.
 */
function shortened(text: string): string {
  const [, head = text, end = ''] = /^(.*\S)( \([^()]{1,20}\))$/.exec(text) ?? [];
  const room = ROOM - textWidth(end, SIZE);
  const parts = head.split(', ');
  while (parts.length > 1 && textWidth(parts.join(', '), SIZE) > room) parts.pop();
  return fitted(parts.join(', '), SIZE, room) + end;
}
