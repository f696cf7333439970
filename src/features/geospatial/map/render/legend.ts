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

/** An entry of the legend: the meaning of one kind of mark, and the number of such marks. */
export interface LegendItem {
  /** A shape, a line, a circle of counted objects, or a ring; null for a heading. */
  mark: Shape | 'line' | 'dashes' | 'circle' | 'ring' | null;
  role: MapRole;
  text: string;
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
const textOf = ({ text }: LegendItem) => fitted(plainText(text), SIZE, 200);

/** Arranges the legend in rows. @param room available height in pixels; rows beyond it are omitted, except the first */
export function layLegend(items: readonly LegendItem[], width: number, room = Number.POSITIVE_INFINITY): Legend {
  const most = Math.max(1, Math.floor((room - BELOW) / ROW));
  let [x, row] = [16, 0];
  const laid: PlacedItem[] = [];
  for (const item of items) {
    const wide = beside(item) + textWidth(textOf(item), SIZE) + 14;
    if (x > 16 && x + wide > width - 16) [x, row] = [16, row + 1];
    if (row === most) break;
    laid.push({ ...item, x, row });
    x += wide;
  }
  return { items: laid, height: laid.length === 0 ? 0 : (Math.min(row, most - 1) + 1) * ROW + BELOW };
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
