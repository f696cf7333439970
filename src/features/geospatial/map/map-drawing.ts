import type { ChartTheme } from '../../../charts/chart-frame.js';
import type { Box } from '../box.js';
import { coastlinesOf } from './coastlines.js';
import type { Crowd } from './crowds.js';
import { drawDensity, type MapDensity } from './density-on-map.js';
import { drawFences, type MapFence } from './fences-on-map.js';
import { areaOfLabel, graticuleOf, LABEL_SIZE } from './graticule.js';
import { drawLegend, type LegendItem, layLegend } from './legend.js';
import { MapColours } from './map-colours.js';
import { drawContent, fullLegend } from './map-content.js';
import { drawHeading, layMap, legendRoom } from './map-layout.js';
import type { MapView } from './map-view.js';
import { scaleBar } from './scale-bar.js';
import { escaped, tenth, textAt } from './svg-text.js';

/** A place with a mark. Longitudes may be any number of turns. */
export interface MapPoint {
  lat: number;
  lon: number;
  /** Direction of movement in degrees from true north. Without one another mark is drawn. */
  bearing?: number | null;
  /** Of events, 1 to 5. */
  severity?: number;
  /** Drawn beside the mark where there is room, and shown as tooltip. */
  label?: string | null;
  /** What is shown is not up to date: the mark is hollow. */
  stale?: boolean;
}

/** The points of a track, oldest first. Crossing the antimeridian is not a jump. */
export interface MapTrack {
  label: string;
  points: ReadonlyArray<readonly [lon: number, lat: number]>;
  /** Indexes of the first points after gaps, ascending; no line leads to them. */
  breaks?: readonly number[];
}

/** The content of a map. The legend omits missing layers and counts 0 for empty ones. */
export interface MapDrawing {
  /** Always shown completely; the image extends beyond it when its shape differs. */
  box: Box;
  title: string;
  subtitle: string;
  /** A prominent notice, such as `simulator – not real data`. An empty one keeps its space. */
  notice?: string;
  theme: ChartTheme;
  /** CSS pixels, 320 to 2000. */
  width: number;
  /** CSS pixels, 200 to 1200; without it as the box asks for. */
  height?: number;
  vessels?: readonly MapPoint[] | Crowd;
  aircraft?: readonly MapPoint[] | Crowd;
  events?: readonly MapPoint[];
  pins?: readonly MapPoint[];
  fences?: readonly MapFence[];
  tracks?: readonly MapTrack[];
  density?: MapDensity;
}

const fonts = 'system-ui, -apple-system, Segoe UI, Roboto, Helvetica, Arial, sans-serif';
/** Pixels that make a difference in coasts which are drawn below cells and again over them. */
const UNDER_CELLS = 1.3;
/** The view of a drawing, for callers that look up its content; its layers may still be empty. */
export const viewOfMap = (drawing: MapDrawing): MapView => layoutOf(drawing).view;

const legendOf = (drawing: MapDrawing, items: readonly LegendItem[]) => layLegend(items, drawing.width, legendRoom(drawing));
const layoutOf = (drawing: MapDrawing) => layMap(drawing, legendOf(drawing, fullLegend(drawing)).height);

const boxText = ({ west, south, east, north }: Box): string => [west, south, east, north].map((degrees) => Number(degrees.toFixed(6))).join(',');

/** A map with coastlines as an SVG document. The same drawing gives the same bytes. */
export async function drawMap(drawing: MapDrawing): Promise<string> {
  const { title, subtitle, width, theme, density } = drawing;
  const colours = new MapColours(theme);
  const { view, height: fullHeight } = layoutOf(drawing);
  const { frame } = view;
  const window = { left: frame.x - 4, top: frame.y - 4, right: frame.x + frame.width + 4, bottom: frame.y + frame.height + 4 };
  const { land, borders } = await coastlinesOf(view, window, density === undefined ? undefined : UNDER_CELLS);
  const grid = graticuleOf(view, window);
  const names = grid.labels.map(areaOfLabel);
  const areas = {
    density: density && (await drawDensity(view, colours, density, window)),
    fences: drawing.fences && (await drawFences(view, colours, drawing.fences, window)),
  };
  const content = drawContent(drawing, view, colours, window, areas, names);
  // Cells would hide it.
  const coast = areas.density?.svg
    ? `<path d="${land}" stroke-width="6" stroke-opacity=".65" stroke-linejoin="round"${colours.of({ fill: 'none', stroke: 'text' })}/>`
    : '';
  // Within it one unit is a tenth of a pixel: numbers without a point are shorter. What is beyond its edge is cut off.
  const map =
    `<svg data-projection="${view.projection}" data-bbox="${boxText(view.box)}" x="${tenth(frame.x)}" y="${tenth(frame.y)}" width="${tenth(frame.width)}" height="${tenth(frame.height)}" ` +
    `viewBox="${[frame.x, frame.y, frame.width, frame.height].map((value) => Math.round(value * 10)).join(' ')}">` +
    `<path d="${land}" fill-rule="evenodd" stroke-width="7" stroke-linejoin="round"${colours.of({ fill: 'land', stroke: 'coast' })}/>` +
    `<path d="${borders}" stroke-width="6" stroke-linejoin="round"${colours.of({ fill: 'none', stroke: 'border' })}/>` +
    `<path d="${grid.path}" stroke-width="5"${colours.of({ fill: 'none', stroke: 'grid' })}/>${areas.density?.svg ?? ''}${coast}${content.marks}</svg>`;
  const rectangle = `x="${tenth(frame.x)}" y="${tenth(frame.y)}" width="${tenth(frame.width)}" height="${tenth(frame.height)}"`;
  const degrees = grid.labels
    .map(({ text, x, y, anchor }) => textAt(colours, text, x, y, { size: LABEL_SIZE, role: 'muted', anchor, halo: 'ground' }))
    .join('');
  const source = textAt(colours, 'Natural Earth', frame.x + frame.width - 6, frame.y + frame.height - 6, {
    size: 9.5,
    role: 'muted',
    anchor: 'end',
    halo: 'ground',
  });
  const legend = legendOf(drawing, content.legend);
  // Unneeded legend rows are removed when the height was not requested.
  const height = drawing.height ?? fullHeight - (legendOf(drawing, fullLegend(drawing)).height - legend.height);
  const description = `A map with ${content.legend.length === 0 ? 'nothing on it' : content.legend.map(({ text }) => text).join(', ')}.`;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" font-family="${fonts}">` +
    `<title>${escaped(title)}</title><desc>${escaped(description)}</desc>${colours.style}<rect width="${width}" height="${height}"${colours.of({ fill: 'ground' })}/>` +
    `<rect ${rectangle}${colours.of({ fill: 'sea' })}/>${map}${degrees}${content.labels}${scaleBar(view, colours)}${source}` +
    `<rect ${rectangle}${colours.of({ fill: 'none', stroke: 'frame' })}/>${drawHeading(drawing, title, subtitle, colours)}${drawLegend(legend, frame.y + frame.height + 4, colours)}</svg>`
  );
}
