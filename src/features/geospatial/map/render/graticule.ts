import { geoGraticule } from 'd3-geo';
import { textWidth } from '../../../../charts/draw.js';
import type { MapView, Pixel, Window } from '../projection/map-view.js';
import { PathWriter } from '../projection/path-writer.js';
import { meet } from './labels.js';

/**
 * Possible degrees between two lines; below one degree, the steps of nautical charts: 30, 15, 10, 5, 2 and 1 minutes.
 */
const steps = [
  180,
  90,
  60,
  30,
  20,
  15,
  10,
  5,
  2,
  1,
  1 / 2,
  1 / 4,
  1 / 6,
  1 / 12,
  1 / 30,
  1 / 60,
  1 / 120,
  1 / 600,
  1 / 3600,
];
/** Minimum distance of two lines in pixels. */
const MIN_DISTANCE = 75;
/** Maximum distance of two parallels in degrees; their labels need less space than labels of meridians. */
const MAX_BETWEEN_PARALLELS = 30;

/** Height of the labels in pixels. */
export const LABEL_SIZE = 9.5;

export interface GridLabel {
  text: string;
  x: number;
  y: number;
  anchor: 'start' | 'middle';
}

export interface Graticule {
  /** Content of the SVG attribute `d`. */
  path: string;
  labels: GridLabel[];
}

/** Returns the area of the map that a label covers. */
export function areaOfLabel({ text, x, y, anchor }: GridLabel): Window {
  const width = textWidth(text, LABEL_SIZE);
  const left = anchor === 'middle' ? x - width / 2 : x;
  return { left, right: left + width, top: y - 9, bottom: y + 2 };
}

interface Grid {
  extent: [[west: number, south: number], [east: number, north: number]];
  lonStep: number;
  latStep: number;
}

/** Returns meridians and parallels at round degrees, with labels at the edges that do not overlap. */
export function graticuleOf(view: MapView): Graticule {
  const grid = view.projection === 'polar' ? polarGrid(view) : straightGrid(view);
  const { extent, lonStep, latStep } = grid;
  const lines = geoGraticule().extent(extent).stepMajor([lonStep, latStep]).stepMinor([360, 360]);
  const path = new PathWriter();
  view.draw(lines.precision(view.projection === 'polar' ? 3 : 30)(), path);
  const labels: GridLabel[] = [];
  for (const label of view.projection === 'polar' ? polarLabels(view, grid) : straightLabels(view, grid))
    if (!labels.some((other) => meet(areaOfLabel(other), areaOfLabel(label)))) labels.push(label);
  return { path: path.toString(), labels };
}

const stepFor = (pixelsPerDegree: number): number =>
  steps.findLast((step) => step * pixelsPerDegree >= MIN_DISTANCE) ?? 180;
const parallelsFor = (pixelsPerDegree: number): number => Math.min(MAX_BETWEEN_PARALLELS, stepFor(pixelsPerDegree));

function straightGrid({ frame, box, centerLon, halfSpan, pixelsPerDegree }: MapView): Grid {
  const lonStep = stepFor(frame.width / halfSpan / 2);
  const [west, east] = [centerLon - halfSpan, centerLon + halfSpan];
  return {
    extent: [
      [west, box.south],
      [east, box.north],
    ],
    lonStep,
    latStep: Math.min(lonStep, parallelsFor(pixelsPerDegree)),
  };
}

/** Returns the grid of a polar map. Meridians end before the pole, where they would meet. */
function polarGrid({ box, pixelsPerDegree }: MapView): Grid {
  const latStep = parallelsFor(pixelsPerDegree);
  const end = 90 - Math.min(latStep, 5) + 1e-6;
  const [south, north] = box.north > 0 ? [box.south, end] : [-end, box.north];
  return {
    extent: [
      [-180, south],
      [180, north],
    ],
    lonStep: box.east - box.west > 300 ? 30 : 10,
    latStep,
  };
}

const multiples = (from: number, to: number, step: number): number[] => {
  const first = Math.ceil(from / step - 1e-9);
  return Array.from(
    { length: Math.max(0, Math.floor(to / step + 1e-9) - first + 1) },
    (_, index) => (first + index) * step,
  );
};

function pixelAt(view: MapView, lon: number, lat: number): Pixel {
  const pixel = { x: 0, y: 0 };
  view.project(lon, lat, pixel);
  return pixel;
}

function straightLabels(
  view: MapView,
  { extent: [[west, south], [east, north]], lonStep, latStep }: Grid,
): GridLabel[] {
  const { x: left, y: top, width, height } = view.frame;
  const meridians = multiples(west, east, lonStep).map((lon) => ({ lon, x: pixelAt(view, lon, 0).x }));
  const parallels = multiples(south, north, latStep).map((lat) => ({ lat, y: pixelAt(view, 0, lat).y }));
  return [
    ...meridians
      .filter(({ x }) => x > left + 60 && x < left + width - 24)
      .map(
        ({ lon, x }): GridLabel => ({
          text: degreesText(((lon + 540) % 360) - 180, lonStep, 'E', 'W'),
          x,
          y: top + 12,
          anchor: 'middle',
        }),
      ),
    ...parallels
      .filter(({ y }) => y > top + 22 && y < top + height - 34)
      .map(
        ({ lat, y }): GridLabel => ({
          text: degreesText(lat, latStep, 'N', 'S'),
          x: left + 5,
          y: y - 3,
          anchor: 'start',
        }),
      ),
  ];
}

/** Labels parallels on the central meridian, and meridians where they leave the image. */
function polarLabels(view: MapView, { extent: [[, south], [, north]], lonStep, latStep }: Grid): GridLabel[] {
  const { x: left, y: top, width, height } = view.frame;
  const isClear = ({ x, y }: Pixel) => x > left + 26 && x < left + width - 44 && y > top + 18 && y < top + height - 30;
  const outward = north > 0 ? multiples(south, 88, 0.5) : multiples(-88, north, 0.5).reverse();
  return [
    ...multiples(south, north, latStep)
      .map((lat) => ({ lat, place: pixelAt(view, view.centerLon, lat) }))
      .filter(({ place }) => isClear(place))
      .map(
        ({ lat, place }): GridLabel => ({
          text: degreesText(lat, latStep, 'N', 'S'),
          x: place.x + 4,
          y: place.y - 3,
          anchor: 'start',
        }),
      ),
    ...multiples(-180, 179.9, lonStep).flatMap((lon): GridLabel[] => {
      const place = outward.map((lat) => pixelAt(view, lon, lat)).find(isClear);
      return place === undefined
        ? []
        : [{ text: degreesText(lon, lonStep, 'E', 'W'), x: place.x, y: place.y + 4, anchor: 'middle' }];
    }),
  ];
}

/**
 * Formats degrees as `5° E`, `51° 30′ N` or `0°`, with minutes if lines are closer than a degree, and seconds if they
 * are closer than a minute.
 */
function degreesText(value: number, step: number, positive: string, negative: string): string {
  const seconds = Math.round(Math.abs(value) * 3600);
  const parts = [`${Math.floor(seconds / 3600)}°`];
  if (step < 1) parts.push(`${String(Math.floor(seconds / 60) % 60).padStart(2, '0')}′`);
  if (step < 1 / 60) parts.push(`${String(seconds % 60).padStart(2, '0')}″`);
  if (seconds === 0) return parts[0] as string;
  return seconds === 180 * 3600 ? '180°' : `${parts.join(' ')} ${value < 0 ? negative : positive}`;
}
