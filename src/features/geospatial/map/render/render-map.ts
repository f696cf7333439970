import type { Box } from '../../box.js';
import { coastlinesOf } from '../projection/coastlines.js';
import type { MapView } from '../projection/map-view.js';
import { drawFences } from './fences.js';
import { areaOfLabel, graticuleOf, LABEL_SIZE } from './graticule.js';
import { drawHeading, layMap, legendRoom, scaleBar } from './layout.js';
import { drawLegend, type LegendItem, layLegend } from './legend.js';
import { drawOverlay, fullLegend } from './overlay.js';
import type { MapScene } from './scene.js';
import { escaped, tenth, textAt } from './svg-text.js';
import { MapColors } from './theme.js';

const fonts = 'system-ui, -apple-system, Segoe UI, Roboto, Helvetica, Arial, sans-serif';
/** Pixels that make a difference in coasts which are drawn below cells and again over them. */
const FINEST_UNDER_CELLS = 1.3;

/** Cells between the land and the marks, with their own legend. */
export interface CellLayer {
  /** The longest legend that the cells can need. */
  fullLegend: readonly LegendItem[];
  /** @returns SVG inside the map, in tenths of pixels; empty without visible cells */
  draw(view: MapView, colors: MapColors): Promise<{ svg: string; legend: readonly LegendItem[] }>;
}

/** The view of a scene, for callers that look up its content; its layers may still be empty. */
export const viewOfMap = (scene: MapScene, cells?: CellLayer): MapView => layoutOf(scene, cells).view;

const legendOf = (scene: MapScene, items: readonly LegendItem[]) => layLegend(items, scene.width, legendRoom(scene));
const fullLegendOf = (scene: MapScene, cells?: CellLayer) => legendOf(scene, [...(cells?.fullLegend ?? []), ...fullLegend(scene)]);
const layoutOf = (scene: MapScene, cells?: CellLayer) => layMap(scene, fullLegendOf(scene, cells).height);

const boxText = ({ west, south, east, north }: Box): string => [west, south, east, north].map((degrees) => Number(degrees.toFixed(6))).join(',');

/** A map with coastlines as an SVG document. The same scene gives the same bytes. */
export async function renderMap(scene: MapScene, cells?: CellLayer): Promise<string> {
  const { title, subtitle, width, theme } = scene;
  const colors = new MapColors(theme);
  const { view, height: fullHeight } = layoutOf(scene, cells);
  const { frame } = view;
  const { land, borders } = await coastlinesOf(view, cells === undefined ? undefined : FINEST_UNDER_CELLS);
  const grid = graticuleOf(view);
  const drawnCells = await cells?.draw(view, colors);
  const fences = scene.fences && (await drawFences(view, colors, scene.fences));
  const overlay = drawOverlay(scene, view, colors, fences, grid.labels.map(areaOfLabel));
  const items = [...(drawnCells?.legend ?? []), ...overlay.legend];
  // Cells would hide it.
  const coast = drawnCells?.svg
    ? `<path d="${land}" stroke-width="6" stroke-opacity=".65" stroke-linejoin="round"${colors.of({ fill: 'none', stroke: 'text' })}/>`
    : '';
  const rectangle = `x="${tenth(frame.x)}" y="${tenth(frame.y)}" width="${tenth(frame.width)}" height="${tenth(frame.height)}"`;
  // Within it one unit is a tenth of a pixel: numbers without a point are shorter. What is beyond its edge is cut off.
  const map =
    `<svg data-projection="${view.projection}" data-bbox="${boxText(view.box)}" ${rectangle} viewBox="${[frame.x, frame.y, frame.width, frame.height].map((value) => Math.round(value * 10)).join(' ')}">` +
    `<path d="${land}" fill-rule="evenodd" stroke-width="7" stroke-linejoin="round"${colors.of({ fill: 'land', stroke: 'coast' })}/>` +
    `<path d="${borders}" stroke-width="6" stroke-linejoin="round"${colors.of({ fill: 'none', stroke: 'border' })}/>` +
    `<path d="${grid.path}" stroke-width="5"${colors.of({ fill: 'none', stroke: 'grid' })}/>${drawnCells?.svg ?? ''}${coast}${overlay.shapes}</svg>`;
  const degrees = grid.labels.map(({ text, x, y, anchor }) => textAt(colors, text, x, y, { size: LABEL_SIZE, role: 'muted', anchor, halo: 'ground' })).join('');
  const [sourceX, sourceY] = [frame.x + frame.width - 6, frame.y + frame.height - 6];
  const source = textAt(colors, 'Natural Earth', sourceX, sourceY, { size: 9.5, role: 'muted', anchor: 'end', halo: 'ground' });
  const legend = legendOf(scene, items);
  // Unneeded legend rows are removed when the height was not requested.
  const height = scene.height ?? fullHeight - (fullLegendOf(scene, cells).height - legend.height);
  const description = `A map with ${items.length === 0 ? 'nothing on it' : items.map(({ text }) => text).join(', ')}.`;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" font-family="${fonts}">` +
    `<title>${escaped(title)}</title><desc>${escaped(description)}</desc>${colors.style}<rect width="${width}" height="${height}"${colors.of({ fill: 'ground' })}/>` +
    `<rect ${rectangle}${colors.of({ fill: 'sea' })}/>${map}<rect ${rectangle}${colors.of({ fill: 'none', stroke: 'frame' })}/>` +
    `${overlay.marks === '' ? '' : `<g transform="scale(.1)">${overlay.marks}</g>`}${degrees}${overlay.labels}${scaleBar(view, colors)}${source}` +
    `${drawHeading(scene, title, subtitle, colors)}${drawLegend(legend, frame.y + frame.height + 4, colors)}</svg>`
  );
}
