import { BOLD, fitted } from '../../../../charts/draw.js';
import { escapedText, plainText } from '../../../../charts/finish-svg.js';
import type { MapColors, MapRole } from './theme.js';

export interface TextLook {
  size: number;
  role: MapRole;
  anchor?: 'start' | 'middle' | 'end';
  isBold?: boolean;
  isItalic?: boolean;
  /** Pixels between letters. */
  spacing?: number;
  /** Available width in pixels; a longer text is shortened. */
  room?: number;
  /** Color of a rim around the letters, for texts on the map. */
  halo?: MapRole;
}

/** Writes a text. @param y baseline of the text */
export function textAt(
  colors: MapColors,
  text: string,
  x: number,
  y: number,
  { size, role, anchor, isBold, isItalic, spacing, room, halo }: TextLook,
): string {
  const written = room === undefined ? plainText(text) : fitted(plainText(text), isBold ? size * BOLD : size, room);
  const rim = halo === undefined ? '' : ` stroke-width="${size / 4}" stroke-linejoin="round" paint-order="stroke"`;
  const place = `x="${tenth(x)}" y="${tenth(y)}" font-size="${size}"${anchor === undefined ? '' : ` text-anchor="${anchor}"`}${isBold ? ' font-weight="bold"' : ''}${isItalic ? ' font-style="italic"' : ''}${spacing ? ` letter-spacing="${spacing}"` : ''}`;
  return `<text ${place}${rim}${colors.of({ fill: role, stroke: halo })}>${escapedText(written)}</text>`;
}

export const tenth = (value: number): number => Math.round(value * 10) / 10;
