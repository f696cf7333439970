import type { ChartFrame } from './chart-frame.js';
import { headingHeight, type Overlay, textWidth } from './draw.js';
import { plainText } from './finish-svg.js';
import { type ColorRole, lightColor } from './palette.js';

const LEGEND_SIZE = 11;
const LEGEND_ROW = 18;
const SWATCH = 10;

/** Returns color swatches with names below the heading, in as many rows as needed. */
export function legendOf(
  frame: ChartFrame,
  shown: ReadonlyArray<{ name: string; color: ColorRole }>,
): { shapes: Overlay[]; height: number } {
  const shapes: Overlay[] = [];
  let [x, y] = [16, headingHeight(frame)];
  for (const { name, color } of shown) {
    const text = plainText(name);
    const width = SWATCH + 5 + textWidth(text, LEGEND_SIZE) + 14;
    if (x > 16 && x + width > frame.width - 16) [x, y] = [16, y + LEGEND_ROW];
    shapes.push(
      { type: 'rect', shape: { x, y: y + 1, width: SWATCH, height: SWATCH, r: 2 }, style: { fill: lightColor(color) } },
      { type: 'text', style: { text, x: x + SWATCH + 5, y, fill: lightColor('text'), fontSize: LEGEND_SIZE } },
    );
    x += width;
  }
  return { shapes, height: y + LEGEND_ROW - headingHeight(frame) };
}
