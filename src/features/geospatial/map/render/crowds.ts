import { isInFrame, type MapView, nearLongitude } from '../projection/map-view.js';
import { tenth, textAt } from './svg-text.js';
import type { MapColors, MapRole } from './theme.js';

/** The number of objects in one cell of an image, and their mean position in pixels. */
export interface CrowdCell {
  x: number;
  y: number;
  count: number;
  /** Center of the cell in pixels. */
  cellX: number;
  cellY: number;
}

/** Counts of objects per cell of an image, used when there are too many objects to draw each. */
export interface Crowd {
  total: number;
  cells: readonly CrowdCell[];
}

/** Maximum number of objects of a layer that are drawn individually; above it, they are counted per cell. */
export const MAX_MARKS = 2_500;
/** Minimum size of a cell in pixels. */
const CELL = 40;
const MAX_CELLS = 700;
/**
 * Radius of the largest circle, as a fraction of the side of a cell. Circles of the other layer, which are centered at
 * the corners of the cells, do not touch it.
 */
const RADIUS = 0.35;

const cellOf = ({ frame }: MapView): number => Math.max(CELL, Math.sqrt((frame.width * frame.height) / MAX_CELLS));

/** Counts objects per cell of an image. */
export class CrowdCounter {
  private total = 0;
  private readonly cells = new Map<number, CrowdCell>();
  private readonly pixel = { x: 0, y: 0 };

  /** Fraction of a cell by which the cells of aircraft are moved, so that the two layers do not cover each other. */
  private readonly shift: number;
  private readonly cell: number;

  constructor(
    private readonly view: MapView,
    layer: 'vessels' | 'aircraft',
  ) {
    this.cell = cellOf(view);
    this.shift = layer === 'vessels' ? 0 : 0.5;
  }

  add(lon: number, lat: number): void {
    this.view.project(nearLongitude(this.view, lon), lat, this.pixel);
    if (!isInFrame(this.view, this.pixel)) return;
    const { x, y } = this.pixel;
    const { frame } = this.view;
    const [row, column] = [
      Math.floor((y - frame.y) / this.cell + this.shift),
      Math.floor((x - frame.x) / this.cell + this.shift),
    ];
    const key = row * 1000 + column;
    const cell = this.cells.get(key);
    this.total += 1;
    if (cell === undefined) {
      const middle = 0.5 - this.shift;
      this.cells.set(key, {
        x,
        y,
        count: 1,
        cellX: frame.x + (column + middle) * this.cell,
        cellY: frame.y + (row + middle) * this.cell,
      });
    } else {
      cell.count += 1;
      cell.x += (x - cell.x) / cell.count;
      cell.y += (y - cell.y) / cell.count;
    }
  }

  get crowd(): Crowd {
    return { total: this.total, cells: [...this.cells.values()] };
  }
}

/**
 * Draws circles whose area grows with the count, and writes the count where it fits. Each circle is as near as possible
 * to the mean position of its objects without covering adjacent circles.
 * @param most the highest count of all layers
 */
export function drawCrowd(view: MapView, colors: MapColors, { cells }: Crowd, role: MapRole, most: number): string {
  const greatest = RADIUS * cellOf(view);
  const circles = cells.map(({ x, y, count, cellX, cellY }) => {
    const radius = 2 + (greatest - 2) * Math.sqrt(count / most);
    const away = Math.hypot(x - cellX, y - cellY);
    const part = away === 0 ? 0 : Math.min(1, (greatest - radius) / away);
    return { x: cellX + (x - cellX) * part, y: cellY + (y - cellY) * part, radius, text: shortCount(count) };
  });
  const shapes = circles
    .map(({ x, y, radius }) => `<circle cx="${tenth(x)}" cy="${tenth(y)}" r="${tenth(radius)}"/>`)
    .join('');
  const counts = circles
    .filter(({ radius, text }) => radius >= 2 + 2.7 * text.length)
    .map(({ x, y, text }) =>
      textAt(colors, text, x, y + 3.2, { size: 9, role: 'ground', anchor: 'middle', isBold: true }),
    )
    .join('');
  return `<g stroke-width=".7" fill-opacity=".85"${colors.of({ fill: role, stroke: 'ground' })}>${shapes}</g>${counts}`;
}

/** Formats a count in up to four characters: `87`, `1.2k`, `34k`. */
export function shortCount(count: number): string {
  if (count < 1_000) return String(count);
  const [value, unit] = count < 999_500 ? [count / 1_000, 'k'] : [count / 1_000_000, 'M'];
  return `${value < 9.95 ? value.toFixed(1) : Math.round(value)}${unit}`;
}
