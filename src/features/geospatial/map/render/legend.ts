import { fitted, textWidth } from '../../../../charts/draw.js';
import { plainText } from '../../../../charts/finish-svg.js';
import { pathOf } from '../projection/path-writer.js';
import { textAt } from './svg-text.js';
import { placed, type Shape } from './symbols.js';
import type { MapColors, MapRole } from './theme.js';

const SIZE = 11.5;
const ROW = 20;
/** Space below the last row in pixels. */
const BELOW = 8;

/** Maximum width of the text of an entry and of a heading in pixels. */
const MAX_ENTRY = 200;
const MAX_HEADING = 280;

/** An entry of the legend: the meaning of one kind of mark, and the number of such marks. */
export interface LegendItem {
  /** A shape, a line, a circle of counted objects, or a ring; null for a heading. */
  mark: Shape | 'line' | 'dashes' | 'circle' | 'ring' | null;
  role: MapRole;
  text: string;
  /** Number of the events of one severity, whose entries become one if the legend would be too high. */
  eventCount?: number;
}

interface PlacedItem extends LegendItem {
  x: number;
  row: number;
}

export interface Legend {
  height: number;
  items: PlacedItem[];
}

/** Distance from the mark to the text in pixels. */
const beside = ({ mark }: LegendItem) => (mark === null ? 0 : 20);
const textOf = ({ mark, text }: LegendItem) => fitted(plainText(text), SIZE, mark === null ? MAX_HEADING : MAX_ENTRY);

/** Returns the width of an item with the space after it in pixels. */
const widthOf = (item: LegendItem) => beside(item) + textWidth(textOf(item), SIZE) + 14;

/**
 * Arranges the legend in rows; items of several rows are below each other in columns if that takes no more rows. A
 * heading then has a row of its own.
 * @param room available height in pixels. If it is too small, events of all severities have one entry; then headings
 * are omitted, and rows that are still beyond it, except the first
 */
export function layLegend(items: readonly LegendItem[], width: number, room = Number.POSITIVE_INFINITY): Legend {
  const most = Math.max(1, Math.floor((room - BELOW) / ROW));
  const merged = withMergedEvents(items);
  const entries = merged.filter(({ mark }) => mark !== null);
  const tried = [items, merged, entries].map((some) => arranged(some, width));
  const fitting = tried.find((some) => rowsOf(some) <= most) ?? tried.at(-1) ?? [];
  const laid = fitting.filter(({ row }) => row < most);
  return { items: laid, height: rowsOf(laid) === 0 ? 0 : rowsOf(laid) * ROW + BELOW };
}

function arranged(items: readonly LegendItem[], width: number): PlacedItem[] {
  const flowing = inRows(items, width);
  return [inColumns(items, width), flowing].find((found) => found.length > 0 && rowsOf(found) <= rowsOf(flowing)) ?? [];
}

/** Joins the entries of events, the most severe first, to one: `events: 183 (high: 3)`. */
function withMergedEvents(items: readonly LegendItem[]): readonly LegendItem[] {
  const events = items.filter(({ eventCount }) => eventCount !== undefined);
  const [worst] = events;
  if (worst === undefined || events.length === 1) return items;
  const total = events.reduce((sum, { eventCount = 0 }) => sum + eventCount, 0);
  const text = `events: ${total.toLocaleString('en-US')} (${worst.text.replace(' events', '')})`;
  return items.flatMap((item) => (item === worst ? { ...item, text } : events.includes(item) ? [] : item));
}

const rowsOf = (items: readonly PlacedItem[]): number => Math.max(0, ...items.map(({ row }) => row + 1));

function inRows(items: readonly LegendItem[], width: number): PlacedItem[] {
  let [x, row] = [16, 0];
  return items.map((item) => {
    const wide = widthOf(item);
    if (x > 16 && x + wide > width - 16) [x, row] = [16, row + 1];
    x += wide;
    return { ...item, x: x - wide, row };
  });
}

/** Returns nothing if the items fit into one row. */
function inColumns(items: readonly LegendItem[], width: number): PlacedItem[] {
  const total = items.reduce((sum, item) => sum + widthOf(item), 0);
  if (total <= width - 32) return [];
  const entries = items.filter(({ mark }) => mark !== null);
  const headings = items.filter(({ mark }) => mark === null).map((item, row) => ({ ...item, x: 16, row }));
  const column = Math.max(...entries.map(widthOf));
  const count = Math.max(1, Math.floor((width - 32) / column));
  return [
    ...headings,
    ...entries.map((item, index) => ({
      ...item,
      x: 16 + (index % count) * column,
      row: headings.length + Math.floor(index / count),
    })),
  ];
}

export function drawLegend({ items }: Legend, top: number, colors: MapColors): string {
  return items
    .map((item) => {
      const y = top + item.row * ROW + 15;
      return (
        markAt(item, item.x + 8, y - 4, colors) +
        textAt(colors, textOf(item), item.x + beside(item), y, { size: SIZE, role: 'text' })
      );
    })
    .join('');
}

function markAt({ mark, role }: LegendItem, x: number, y: number, colors: MapColors): string {
  if (mark === null) return '';
  if (mark === 'circle') return `<circle cx="${x}" cy="${y}" r="6" fill-opacity=".82"${colors.of({ fill: role })}/>`;
  if (mark === 'ring') return `<circle cx="${x}" cy="${y}" r="4"${colors.of({ fill: 'none', stroke: role })}/>`;
  if (mark === 'line' || mark === 'dashes') {
    const dashes = mark === 'dashes' ? ' stroke-dasharray="4 2"' : '';
    return `<path d="M${x - 8} ${y}h16" stroke-width="2"${dashes}${colors.of({ fill: 'none', stroke: role })}/>`;
  }
  // The point of a pin is at its position; in the legend the middle of the pin is aligned with the text.
  const heights = mark.filter((_, index) => index % 2 === 1);
  const middle = (Math.max(...heights) + Math.min(...heights)) / 2;
  return `<path transform="scale(.1)" d="${pathOf([placed(mark, x, y - middle)])}"${colors.of({ fill: role })}/>`;
}
