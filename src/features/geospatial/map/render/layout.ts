import { textWidth } from '../../../../charts/draw.js';
import { plainText } from '../../../../charts/finish-svg.js';
import type { Box } from '../../box.js';
import { distanceMeters } from '../../sphere.js';
import { aspectOf, type MapView, mapView } from '../projection/map-view.js';
import { tenth, textAt } from './svg-text.js';
import type { MapColors } from './theme.js';

const SIDE = 16;
/** Maximum length of the scale bar in pixels. */
const MAX_BAR = 120;

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
  return { view: mapView(sheet.box, { x: SIDE, y: above, width, height: Math.max(60, height - above - below) }), height };
}

export function drawHeading(sheet: MapSheet, title: string, subtitle: string, colors: MapColors): string {
  const { width, notice } = sheet;
  const label = notice === undefined ? '' : plainText(notice);
  const labelWidth = Math.min(textWidth(label, 12) + 16, width - 2 * SIDE);
  const room = !notice || isNarrow(sheet) ? width - 2 * SIDE : width - 2 * SIDE - 8 - labelWidth;
  const heading =
    textAt(colors, title, SIDE, 25, { size: 15, role: 'text', isBold: true, room }) +
    textAt(colors, subtitle, SIDE, 43, { size: 12, role: 'muted', room: width - 2 * SIDE });
  if (!notice) return heading;
  const [x, y] = isNarrow(sheet) ? [SIDE, 50] : [width - SIDE - labelWidth, 10];
  return (
    `${heading}<rect x="${x}" y="${y}" width="${labelWidth}" height="20" rx="4"${colors.of({ fill: 'noticeGround' })}/>` +
    textAt(colors, label, x + 8, y + 14, { size: 12, role: 'notice', isBold: true, room: labelWidth - 12 })
  );
}

/** A scale bar for the center of the image; on projections of varying scale it states its latitude. */
export function scaleBar(view: MapView, colors: MapColors): string {
  const { frame } = view;
  const metersPerPixel = (at: number): number => {
    const [x, y] = [frame.x + frame.width / 2, frame.y + frame.height * at];
    const [left, right] = [view.invert(x - 1, y), view.invert(x + 1, y)];
    return distanceMeters(left.lat, left.lon, right.lat, right.lon) / 2;
  };
  const [top, here, bottom] = [metersPerPixel(0.1), metersPerPixel(0.5), metersPerPixel(0.9)];
  if (!(here > 0)) return '';
  const meters = roundBelow(here * Math.min(MAX_BAR, frame.width / 4));
  const isUneven = Math.max(top, bottom, here) > 1.1 * Math.min(top, bottom, here);
  const { lat } = view.invert(frame.x + frame.width / 2, frame.y + frame.height / 2);
  const place = Math.round(lat) === 0 ? 'at the equator' : `at ${Math.abs(Math.round(lat))}° ${lat > 0 ? 'N' : 'S'}`;
  const text = `${meters >= 1000 ? `${(meters / 1000).toLocaleString('en-US')} km` : `${meters} m`}${isUneven ? ` ${place}` : ''}`;
  const [x, y, length] = [frame.x + 10, frame.y + frame.height - 10, meters / here];
  const d = `M${tenth(x)} ${tenth(y - 5)}v5h${tenth(length)}v-5`;
  return (
    `<path d="${d}" stroke-width="4" stroke-opacity=".8"${colors.of({ fill: 'none', stroke: 'ground' })}/>` +
    `<path d="${d}" stroke-width="1.5"${colors.of({ fill: 'none', stroke: 'text' })}/>` +
    textAt(colors, text, x, y - 9, { size: 10.5, role: 'text', halo: 'ground' })
  );
}

/** The largest of 1, 2, 5, 10, 20, … up to a value. */
function roundBelow(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  return power * (value / power >= 5 ? 5 : value / power >= 2 ? 2 : 1);
}
