import type { ChartFrame } from './chart-frame.js';
import { fitted, headingHeight, type Overlay, textWidth } from './draw.js';
import { plainText } from './finish-svg.js';
import { type ColorRole, lightColor } from './palette.js';

const LEGEND_SIZE = 11;
const LEGEND_ROW = 18;
const SWATCH = 10;

export interface LegendItem {
  name: string;
  color: ColorRole;
  /** The letter of a mark, drawn in a ring instead of a swatch. */
  letter?: string;
}

/** Returns color swatches with names below the heading, in as many rows as needed. */
export function legendOf(frame: ChartFrame, shown: readonly LegendItem[]): { shapes: Overlay[]; height: number } {
  const shapes: Overlay[] = [];
  let [x, y] = [16, headingHeight(frame)];
  for (const { name, color, letter } of shown) {
    const text = fitted(plainText(name), LEGEND_SIZE, frame.width - 32 - SWATCH - 5);
    const width = SWATCH + 5 + textWidth(text, LEGEND_SIZE) + 14;
    if (x > 16 && x + width > frame.width - 16) [x, y] = [16, y + LEGEND_ROW];
    shapes.push(...(letter === undefined ? [swatch(x, y, color)] : ring(x, y, color, letter)), {
      type: 'text',
      style: { text, x: x + SWATCH + 5, y, fill: lightColor('text'), fontSize: LEGEND_SIZE },
    });
    x += width;
  }
  return { shapes, height: shown.length === 0 ? 0 : y + LEGEND_ROW - headingHeight(frame) };
}

const swatch = (x: number, y: number, color: ColorRole): Overlay => ({
  type: 'rect',
  shape: { x, y: y + 1, width: SWATCH, height: SWATCH, r: 2 },
  style: { fill: lightColor(color) },
});

const ring = (x: number, y: number, color: ColorRole, letter: string): Overlay[] => [
  {
    type: 'rect',
    shape: { x: x - 1, y, width: SWATCH + 2, height: SWATCH + 2, r: SWATCH / 2 + 1 },
    style: { fill: lightColor('ground'), stroke: lightColor(color), lineWidth: 1.2 },
  },
  {
    type: 'text',
    style: {
      text: letter,
      x: x + SWATCH / 2,
      y: y + 2,
      align: 'center',
      fill: lightColor(color),
      fontSize: 8,
      fontWeight: 'bold',
    },
  },
];
