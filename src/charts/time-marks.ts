import { MARKS_HEIGHT, type Pane } from './chart-panes.js';
import { escapedText } from './finish-svg.js';
import type { LegendItem } from './legend.js';
import { type ColorRole, lightColor } from './palette.js';

/** Something that happened at a time, marked below the values of a chart. */
export interface TimeMark {
  time: Date;
  /** Letter that the mark shows, such as `D`. */
  letter: string;
  /** The kind of mark in the legend: singular and plural. */
  kind: readonly [one: string, several: string];
  /** Text of the mark in one line: what happened and when. */
  text: string;
  color: ColorRole;
}

/** A mark and its place on the time axis. */
export interface PlacedMark extends TimeMark {
  index: number;
}

/** Radius of a mark, distance of the edges of two marks, and width of each further letter of a mark (px). */
const RADIUS = 7;
const GAP = 2;
const LETTER_WIDTH = 6;
/** Maximum number of lines in the tooltip of marks at one place, and of marks in the text alternative. */
const MAX_LINES = 12;

/**
 * Places marks at the last of the times that is not later. Marks before the first time are left out, so that marks of
 * another range do not gather at its edge.
 * @param times ascending
 */
export function placeMarks(marks: readonly TimeMark[], times: readonly Date[]): PlacedMark[] {
  return marks
    .flatMap((mark) => {
      const index = lastUpTo(times, mark.time.getTime());
      return index < 0 ? [] : [{ ...mark, index }];
    })
    .sort((one, other) => one.index - other.index || one.time.getTime() - other.time.getTime());
}

function lastUpTo(times: readonly Date[], time: number): number {
  let [low, high] = [0, times.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((times[middle] as Date).getTime() <= time) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** Returns an entry of the legend for each kind of mark: the text of a single mark, or else the number of marks. */
export function legendOfMarks(marks: readonly TimeMark[]): LegendItem[] {
  const kinds = [...new Set(marks.map(({ letter }) => letter))];
  return kinds.map((letter) => {
    const own = marks.filter((mark) => mark.letter === letter) as [TimeMark, ...TimeMark[]];
    const [{ text, kind, color }] = own;
    return { name: own.length === 1 ? text : `${own.length} ${kind[1]}`, color, letter };
  });
}

/** Returns the marks as sentences for the text alternative. */
export function describeMarks(marks: readonly TimeMark[]): string {
  const shown = marks.slice(0, MAX_LINES).map(({ text }) => text);
  const more = marks.length - shown.length;
  return shown.length === 0 ? '' : `Marks: ${shown.join('; ')}${more > 0 ? `; ${more} more` : ''}.`;
}

/**
 * Draws the marks as SVG in the strip below a pane, each with its text as tooltip. Marks that would overlap become one
 * with the letters of all their kinds.
 * @param xOf returns the position of a place on the time axis
 */
export function drawMarks(marks: readonly PlacedMark[], { bottom }: Pane, xOf: (index: number) => number): string {
  const groups: MarkGroup[] = [];
  for (const mark of marks) {
    const x = xOf(mark.index);
    const last = groups.at(-1);
    if (last !== undefined && x - last.x < halfWidth(last) + GAP + RADIUS) last.marks.push(mark);
    else groups.push({ x, marks: [mark] });
  }
  return groups.map((group) => drawMark(group, bottom + MARKS_HEIGHT / 2)).join('');
}

/** Marks that are drawn as one, and the position of its middle. */
interface MarkGroup {
  x: number;
  marks: PlacedMark[];
}

/** Returns the letters of the kinds of marks in a group. */
const lettersOf = ({ marks }: MarkGroup): string => [...new Set(marks.map(({ letter }) => letter))].join('');

const halfWidth = (group: MarkGroup): number => RADIUS + ((lettersOf(group).length - 1) * LETTER_WIDTH) / 2;

function drawMark(group: MarkGroup, y: number): string {
  const { x, marks } = group;
  const letters = lettersOf(group);
  const role = letters.length === 1 ? (marks[0] as PlacedMark).color : 'muted';
  const lines = marks.slice(0, MAX_LINES).map(({ text }) => escapedText(text));
  const more = marks.length - lines.length;
  const title = [...lines, ...(more > 0 ? [`${more} more`] : [])].join('; ');
  const half = halfWidth(group);
  const look = `fill="${lightColor('ground')}" stroke="${lightColor(role)}" stroke-width="1.5"`;
  const shape =
    letters.length === 1
      ? `<circle cx="${tenth(x)}" cy="${tenth(y)}" r="${RADIUS}" ${look}/>`
      : `<rect x="${tenth(x - half)}" y="${tenth(y - RADIUS)}" width="${2 * half}" height="${2 * RADIUS}" ` +
        `rx="${RADIUS}" ${look}/>`;
  return (
    `<g><title>${title}</title>${shape}` +
    `<text x="${tenth(x)}" y="${tenth(y + 3.2)}" font-size="9" font-weight="bold" text-anchor="middle" ` +
    `fill="${lightColor(role)}">${escapedText(letters)}</text></g>`
  );
}

const tenth = (value: number): number => Math.round(value * 10) / 10;
