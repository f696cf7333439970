import { BOLD, textWidth } from '../../../../charts/draw.js';
import { escapedText, plainText } from '../../../../charts/finish-svg.js';
import type { Box } from '../../box.js';
import { distanceMeters, METERS_PER_DEGREE } from '../../sphere.js';
import { titleAbout, titleOf } from '../names/title-of-box.js';
import { coastlinesOf } from '../projection/coastlines.js';
import { aspectOf, type MapView, mapView, nearLongitude, type Pixel, type Window } from '../projection/map-view.js';
import { MAX_MARKS } from './crowds.js';
import { drawFences } from './fences.js';
import { areaOfLabel, graticuleOf, LABEL_SIZE } from './graticule.js';
import { drawLegend, type LegendItem, layLegend } from './legend.js';
import { cornersOf, drawOverlay, fullLegend } from './overlay.js';
import { drawAreaNames } from './place-names.js';
import type { MapScene } from './scene.js';
import { tenth, textAt } from './svg-text.js';
import { MapColors } from './theme.js';

const SIDE = 16;
/** Width of a map in meters below which it is more detailed than the atlas, so that it is labeled as simplified. */
const SIMPLIFIED_BELOW = 300_000;
/** Maximum length of the scale bar in pixels. */
const MAX_BAR = 120;

/** The properties that determine the position of the map in the image. */
interface MapSheet {
  box: Box;
  width: number;
  height?: number;
  notice?: string;
  shortSubtitle?: string;
}

const isNarrow = ({ width, notice }: MapSheet) => notice !== undefined && width < 560;

/** Height of title and subtitle in pixels. In narrow images the notice precedes the subtitle. */
const HEADING = 52;

/** Minimum height of an image in pixels, as of one whose height is requested. */
const MIN_HEIGHT = 200;
/** Minimum height of the map in pixels above the legend; in lower images the legend has one row. */
const MIN_MAP = 120;
/** Minimum height of the map as a fraction of the requested image height, unless the legend has only one row. */
const MIN_PART = 0.6;

/** Returns the maximum height of the legend in pixels. */
const legendRoom = ({ height }: MapSheet): number =>
  height === undefined ? Number.POSITIVE_INFINITY : height - HEADING - SIDE - Math.max(MIN_MAP, MIN_PART * height);

/** Computes the view of the map and the height of the image. @param legendHeight space below the map in pixels */
function layMap(sheet: MapSheet, legendHeight: number): { view: MapView; height: number } {
  const [width, above, below] = [sheet.width - 2 * SIDE, HEADING, legendHeight + SIDE - 4];
  const height =
    sheet.height ??
    Math.round(
      Math.max(MIN_HEIGHT, above + below + MIN_MAP, Math.min(1200, width * aspectOf(sheet.box) + above + below)),
    );
  return {
    view: mapView(sheet.box, { x: SIDE, y: above, width, height: Math.max(60, height - above - below) }),
    height,
  };
}

function drawHeading(sheet: MapSheet, title: string, subtitle: string, colors: MapColors): string {
  const { width, notice } = sheet;
  const label = notice === undefined ? '' : plainText(notice);
  const room = width - 2 * SIDE;
  const labelWidth = label === '' ? 0 : Math.min(textWidth(label, 12 * BOLD) + 16, room);
  const titleAt = (space: number) =>
    textAt(colors, title, SIDE, 25, { size: 15, role: 'text', isBold: true, room: space });
  const subtitleAt = (x: number, text = subtitle) =>
    textAt(colors, text, x, 43, { size: 12, role: 'muted', room: width - SIDE - x });
  if (label === '') return titleAt(room) + subtitleAt(SIDE);
  const noticeAt = (x: number, y: number) =>
    `<rect x="${tenth(x)}" y="${y}" width="${tenth(labelWidth)}" height="18" rx="4"${colors.of({ fill: 'noticeGround' })}/>` +
    textAt(colors, label, x + labelWidth / 2, y + 13, {
      size: 12,
      role: 'notice',
      anchor: 'middle',
      isBold: true,
      room: labelWidth - 12,
    });
  if (!isNarrow(sheet))
    return titleAt(room - 8 - labelWidth) + subtitleAt(SIDE) + noticeAt(width - SIDE - labelWidth, 11);
  const after = SIDE + labelWidth + 8;
  // Parts that do not fit are omitted, the sources first.
  const parts = subtitle.split(' · ');
  const beginnings = parts.map((_, index) => parts.slice(0, parts.length - index).join(' · '));
  const fits = [...beginnings.slice(0, -1), sheet.shortSubtitle ?? '', ...parts].find(
    (text) => text !== '' && textWidth(text, 12) <= width - SIDE - after,
  );
  return titleAt(room) + noticeAt(SIDE, 30) + (fits === undefined ? '' : subtitleAt(after, fits));
}

/** Draws a scale bar for the center of the image; in projections with a varying scale its label has the latitude. */
function scaleBar(view: MapView, colors: MapColors): string {
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

/** Returns the width of a map in meters, at its center. */
const metersAcross = ({ frame, pixelsPerDegree }: MapView) => (frame.width / pixelsPerDegree) * METERS_PER_DEGREE;

/** Returns the largest of 1, 2, 5, 10, 20, … that does not exceed a value. */
function roundBelow(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  return power * (value / power >= 5 ? 5 : value / power >= 2 ? 2 : 1);
}

const fonts = 'system-ui, -apple-system, Segoe UI, Roboto, Helvetica, Arial, sans-serif';
/**
 * On maps with cells, points of the coast closer than this (pixels) are merged, because the coast is drawn twice: below
 * the cells and over them.
 */
const FINEST_UNDER_CELLS = 1.3;

/** Cells that are drawn between the land and the marks, with their own legend. */
export interface CellLayer {
  /** The longest legend that the cells may need. */
  fullLegend: readonly LegendItem[];
  /**
   * Draws the cells.
   * @returns `svg`: inside the map, in tenths of pixels; empty without visible cells. `taken`: areas of the map that
   * must stay free of names; `hidesCoast`: true if the coast must be drawn again above the cells
   */
  draw(
    view: MapView,
    colors: MapColors,
  ): Promise<{ svg: string; legend: readonly LegendItem[]; taken?: readonly Window[]; hidesCoast?: boolean }>;
}

/** Returns the view of a scene, for callers that look up its content; the layers of the scene may still be empty. */
export const viewOfMap = (scene: MapScene, cells?: CellLayer): MapView => layoutOf(scene, cells).view;

const legendOf = (scene: MapScene, items: readonly LegendItem[]) => layLegend(items, scene.width, legendRoom(scene));
const fullLegendOf = (scene: MapScene, cells?: CellLayer) =>
  legendOf(scene, [...(cells?.fullLegend ?? []), ...fullLegend(scene)]);
const layoutOf = (scene: MapScene, cells?: CellLayer) => layMap(scene, fullLegendOf(scene, cells).height);

/** Returns a named group; empty without content. */
const layerOf = (name: string, svg: string): string => (svg === '' ? '' : `<g data-layer="${name}">${svg}</g>`);

/** Returns the positions of the marks of a scene, without those that are counted. */
function marksOf({ vessels = [], aircraft = [], events = [] }: MapScene, view: MapView): Pixel[] {
  const points = [vessels, aircraft, events].flatMap((layer) =>
    'cells' in layer || layer.length > MAX_MARKS ? [] : [...layer],
  );
  return points.map(({ lon, lat }) => {
    const pixel = { x: 0, y: 0 };
    view.project(nearLongitude(view, lon), lat, pixel);
    return pixel;
  });
}

const boxText = ({ west, south, east, north }: Box): string =>
  [west, south, east, north].map((degrees) => Number(degrees.toFixed(6))).join(',');

/** Renders a map with coastlines as an SVG document. The same scene gives the same bytes. */
export async function renderMap(scene: MapScene, cells?: CellLayer): Promise<string> {
  const { subtitle, width, theme } = scene;
  const { box, subject } = scene;
  const title = scene.title ?? (subject === undefined ? titleOf(box) : titleAbout(subject, box));
  const colors = new MapColors(theme);
  const { view, height: fullHeight } = layoutOf(scene, cells);
  const { frame } = view;
  const { land, lakes, borders } = await coastlinesOf(view, cells === undefined ? undefined : FINEST_UNDER_CELLS);
  const grid = graticuleOf(view);
  const drawnCells = await cells?.draw(view, colors);
  const fences = scene.fences && (await drawFences(view, colors, scene.fences));
  const edges = [...grid.labels.map(areaOfLabel), ...cornersOf(view), ...(drawnCells?.taken ?? [])];
  const marks = marksOf(scene, view);
  const names = drawAreaNames(view, colors, edges, marks);
  const overlay = drawOverlay(scene, view, colors, fences, [...edges, ...names.taken], marks);
  const items = [...(drawnCells?.legend ?? []), ...overlay.legend];
  const coast = drawnCells?.hidesCoast
    ? `<path d="${land}${lakes}" stroke-width="6" stroke-opacity=".65" stroke-linejoin="round"${colors.of({ fill: 'none', stroke: 'text' })}/>`
    : '';
  const rectangle = `x="${tenth(frame.x)}" y="${tenth(frame.y)}" width="${tenth(frame.width)}" height="${tenth(frame.height)}"`;
  // The overview page finds the paths and the names by `data-layer`. A unit of the inner image is a tenth of a pixel,
  // since integers are shorter. Content beyond its edge is cut off.
  const map =
    `<svg data-projection="${view.projection}" data-bbox="${boxText(view.box)}" ${rectangle} viewBox="${[frame.x, frame.y, frame.width, frame.height].map((value) => Math.round(value * 10)).join(' ')}">` +
    `<path data-layer="land" d="${land}" fill-rule="evenodd" stroke-width="7" stroke-linejoin="round"${colors.of({ fill: 'land', stroke: 'coast' })}/>` +
    (lakes === ''
      ? ''
      : `<path data-layer="lakes" d="${lakes}" fill-rule="evenodd" stroke-width="5" stroke-linejoin="round"${colors.of({ fill: 'sea', stroke: 'coast' })}/>`) +
    `<path data-layer="borders" d="${borders}" stroke-width="6" stroke-linejoin="round"${colors.of({ fill: 'none', stroke: 'border' })}/>` +
    `<path d="${grid.path}" stroke-width="5"${colors.of({ fill: 'none', stroke: 'grid' })}/>${drawnCells?.svg ?? ''}${coast}${overlay.shapes}</svg>`;
  const degrees = grid.labels
    .map(({ text, x, y, anchor }) =>
      textAt(colors, text, x, y, { size: LABEL_SIZE, role: 'muted', anchor, halo: 'ground' }),
    )
    .join('');
  const [sourceX, sourceY] = [frame.x + frame.width - 6, frame.y + frame.height - 6];
  const sourceText = metersAcross(view) < SIMPLIFIED_BELOW ? 'Natural Earth, coast simplified' : 'Natural Earth';
  const source = textAt(colors, sourceText, sourceX, sourceY, {
    size: 9.5,
    role: 'muted',
    anchor: 'end',
    halo: 'ground',
  });
  const legend = legendOf(scene, items);
  // Space for legend rows that are not needed is removed unless the caller requested a height.
  const height = scene.height ?? fullHeight - (fullLegendOf(scene, cells).height - legend.height);
  const tracks = (scene.tracks ?? []).filter(({ points }) => points.length > 0).map(({ label }) => label);
  const shown = [
    ...tracks.map((label) => `the track of ${label}`),
    ...items.map(({ text }) => text).filter((text) => !tracks.includes(text)),
  ];
  const description = `A map with ${shown.length === 0 ? 'nothing on it' : shown.join(', ')}. ${[subtitle, scene.notice].filter(Boolean).join('. ')}.`;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" font-family="${fonts}">` +
    `<title>${escapedText(title)}</title><desc>${escapedText(description)}</desc>${colors.style}<rect width="${width}" height="${height}"${colors.of({ fill: 'ground' })}/>` +
    `<rect ${rectangle}${colors.of({ fill: 'sea' })}/>${map}<rect ${rectangle}${colors.of({ fill: 'none', stroke: 'frame' })}/>` +
    `${overlay.marks === '' ? '' : `<g transform="scale(.1)">${overlay.marks}</g>`}${layerOf('names', names.svg)}${degrees}${layerOf('towns', overlay.towns)}${overlay.labels}${scaleBar(view, colors)}${source}` +
    `${drawHeading(scene, title, subtitle, colors)}${drawLegend(legend, frame.y + frame.height + 4, colors)}</svg>`
  );
}
