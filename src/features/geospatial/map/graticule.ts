import { textWidth } from '../../../charts/draw.js';
import type { Window } from './clip.js';
import { writeLine } from './coastlines.js';
import type { MapView } from './map-view.js';
import { PathWriter } from './path-writer.js';
import { type Area, meet } from './place-labels.js';

/** Degrees between two lines; below one degree those of a chart: 30, 15, 10, 5, 2 and 1 minutes. */
const steps = [180, 90, 60, 30, 20, 15, 10, 5, 2, 1, 1 / 2, 1 / 4, 1 / 6, 1 / 12, 1 / 30, 1 / 60, 1 / 120, 1 / 600, 1 / 3600];
/** Pixels between two lines at least. */
const APART = 75;
/** Degrees between two parallels at most, whose names lie one below the other. */
const MAX_BETWEEN_PARALLELS = 30;

/** Height of the names, in pixels. */
export const LABEL_SIZE = 9.5;

export interface GridLabel {
  text: string;
  x: number;
  y: number;
  anchor: 'start' | 'middle';
}

export interface Graticule {
  /** Contents of `d`. */
  path: string;
  labels: GridLabel[];
}

/** What a name takes of the map. */
export function areaOfLabel({ text, x, y, anchor }: GridLabel): Area {
  const width = textWidth(text, LABEL_SIZE);
  const left = anchor === 'middle' ? x - width / 2 : x;
  return { left, right: left + width, top: y - 9, bottom: y + 2 };
}

/** Meridians and parallels at round degrees, with their names at the edges, where those do not lie over each other. */
export function graticuleOf(view: MapView, window: Window): Graticule {
  const { path, labels } = view.projection === 'polar' ? polarGrid(view, window) : straightGrid(view, window);
  const clear: GridLabel[] = [];
  for (const label of labels) if (!clear.some((other) => meet(areaOfLabel(other), areaOfLabel(label)))) clear.push(label);
  return { path, labels: clear };
}

const stepFor = (pixelsPerDegree: number): number => steps.findLast((step) => step * pixelsPerDegree >= APART) ?? 180;
const parallelsFor = (pixelsPerDegree: number): number => Math.min(MAX_BETWEEN_PARALLELS, stepFor(pixelsPerDegree));

const multiples = (from: number, to: number, step: number): number[] => {
  const first = Math.ceil(from / step - 1e-9);
  return Array.from({ length: Math.max(0, Math.floor(to / step + 1e-9) - first + 1) }, (_, index) => (first + index) * step);
};

function straightGrid(view: MapView, window: Window): Graticule {
  const { frame, box } = view;
  const [west, east] = [view.invert(frame.x, frame.y).lon, view.invert(frame.x + frame.width, frame.y).lon];
  const path = new PathWriter();
  const labels: GridLabel[] = [];
  const pixel = { x: 0, y: 0 };
  const lonStep = stepFor(frame.width / (east - west));
  for (const lon of multiples(west, east, lonStep)) {
    view.project(lon, 0, pixel);
    path.move(pixel.x, window.top);
    path.line(pixel.x, window.bottom);
    const text = degreesText(((lon + 540) % 360) - 180, lonStep, 'E', 'W');
    if (pixel.x > frame.x + 60 && pixel.x < frame.x + frame.width - 24) labels.push({ text, x: pixel.x, y: frame.y + 12, anchor: 'middle' });
  }
  const latStep = Math.min(lonStep, parallelsFor(view.pixelsPerDegree));
  for (const lat of multiples(box.south, box.north, latStep)) {
    view.project(0, lat, pixel);
    path.move(window.left, pixel.y);
    path.line(window.right, pixel.y);
    const isClear = pixel.y > frame.y + 22 && pixel.y < frame.y + frame.height - 34;
    if (isClear) labels.push({ text: degreesText(lat, latStep, 'N', 'S'), x: frame.x + 5, y: pixel.y - 3, anchor: 'start' });
  }
  return { path: path.toString(), labels };
}

function polarGrid(view: MapView, window: Window): Graticule {
  const { box, centreLon } = view;
  const sign = box.north > 0 ? 1 : -1;
  const path = new PathWriter();
  const labels: GridLabel[] = [];
  const pixel = { x: 0, y: 0 };
  const write = (places: ReadonlyArray<readonly [lon: number, lat: number]>) => {
    const points = places.flatMap(([lon, lat]) => {
      view.project(lon, lat, pixel);
      return [pixel.x, pixel.y];
    });
    writeLine(path, points, window);
  };
  const latStep = parallelsFor(view.pixelsPerDegree);
  const farthest = sign === 1 ? box.south : -box.north;
  for (const lat of multiples(farthest, 90 - latStep, latStep)) {
    write(Array.from({ length: 121 }, (_, index) => [index * 3, sign * lat] as const));
    view.project(centreLon, sign * lat, pixel);
    if (isClear(view, pixel.x, pixel.y)) labels.push({ text: degreesText(sign * lat, latStep, 'N', 'S'), x: pixel.x + 4, y: pixel.y - 3, anchor: 'start' });
  }
  const lonStep = box.east - box.west > 300 ? 30 : 10;
  for (const lon of multiples(-180, 179.9, lonStep)) {
    write(Array.from({ length: 46 }, (_, index) => [lon, sign * (farthest + ((90 - Math.min(latStep, 5) - farthest) * index) / 45)] as const));
    const place = atTheEdge(view, lon, sign * farthest, sign);
    if (place !== undefined) labels.push({ text: degreesText(lon, lonStep, 'E', 'W'), ...place, anchor: 'middle' });
  }
  return { path: path.toString(), labels };
}

const isClear = ({ frame }: MapView, x: number, y: number): boolean =>
  x > frame.x + 26 && x < frame.x + frame.width - 44 && y > frame.y + 18 && y < frame.y + frame.height - 30;

/** The point just inside the image where a meridian leaves it. */
function atTheEdge(view: MapView, lon: number, farthest: number, sign: number): { x: number; y: number } | undefined {
  const pixel = { x: 0, y: 0 };
  for (let lat = farthest; sign * lat < 88; lat += sign * 0.5) {
    view.project(lon, lat, pixel);
    if (isClear(view, pixel.x, pixel.y)) return { x: pixel.x, y: pixel.y + 4 };
  }
  return undefined;
}

/** `5° E`, `51° 30′ N`, `0°`: minutes and seconds where lines are closer than a degree, a minute. */
export function degreesText(value: number, step: number, positive: string, negative: string): string {
  const seconds = Math.round(Math.abs(value) * 3600);
  const parts = [`${Math.floor(seconds / 3600)}°`];
  if (step < 1) parts.push(`${String(Math.floor(seconds / 60) % 60).padStart(2, '0')}′`);
  if (step < 1 / 60) parts.push(`${String(seconds % 60).padStart(2, '0')}″`);
  if (seconds === 0) return parts[0] as string;
  return seconds === 180 * 3600 ? '180°' : `${parts.join(' ')} ${value < 0 ? negative : positive}`;
}
