import { textWidth } from '../../../charts/draw.js';
import { plainText } from '../../../charts/finish-svg.js';
import type { Box } from '../box.js';
import { aspectOf, chooseView } from './choose-view.js';
import type { MapColours } from './map-colours.js';
import type { MapView } from './map-view.js';
import { textAt } from './svg-text.js';

const SIDE = 16;

/** The properties that determine the position of the map in the image. */
export interface MapSheet {
  box: Box;
  width: number;
  height?: number;
  notice?: string;
}

const isNarrow = ({ width, notice }: MapSheet) => notice !== undefined && width < 560;

/** Height of title, subtitle and, in narrow images, the notice below. */
const headingHeight = (sheet: MapSheet): number => (isNarrow(sheet) ? 76 : 52);

/** Minimum height of the map in pixels beside the legend; in lower images the legend has one row. */
const MIN_MAP = 120;

/** Pixels that the legend may take. */
export const legendRoom = (sheet: MapSheet): number =>
  sheet.height === undefined ? Number.POSITIVE_INFINITY : sheet.height - headingHeight(sheet) - SIDE - MIN_MAP;

/** The view of the map and the height of the image. @param legendHeight space below the map */
export function layMap(sheet: MapSheet, legendHeight: number): { view: MapView; height: number } {
  const [width, above, below] = [sheet.width - 2 * SIDE, headingHeight(sheet), legendHeight + SIDE - 4];
  const height = sheet.height ?? Math.round(Math.max(320, above + below + MIN_MAP, Math.min(1200, width * aspectOf(sheet.box) + above + below)));
  return { view: chooseView(sheet.box, { x: SIDE, y: above, width, height: Math.max(60, height - above - below) }), height };
}

export function drawHeading(sheet: MapSheet, title: string, subtitle: string, colours: MapColours): string {
  const { width, notice } = sheet;
  const label = notice === undefined ? '' : plainText(notice);
  const labelWidth = Math.min(textWidth(label, 12) + 16, width - 2 * SIDE);
  const room = !notice || isNarrow(sheet) ? width - 2 * SIDE : width - 2 * SIDE - 8 - labelWidth;
  const heading =
    textAt(colours, title, SIDE, 25, { size: 15, role: 'text', isBold: true, room }) +
    textAt(colours, subtitle, SIDE, 43, { size: 12, role: 'muted', room: width - 2 * SIDE });
  if (!notice) return heading;
  const [x, y] = isNarrow(sheet) ? [SIDE, 50] : [width - SIDE - labelWidth, 10];
  return (
    `${heading}<rect x="${x}" y="${y}" width="${labelWidth}" height="20" rx="4"${colours.of({ fill: 'noticeGround' })}/>` +
    textAt(colours, label, x + 8, y + 14, { size: 12, role: 'notice', isBold: true, room: labelWidth - 12 })
  );
}
