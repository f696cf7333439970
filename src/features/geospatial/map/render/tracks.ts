import { type MapView, nearLongitude, type Pixel } from '../projection/map-view.js';
import { PathWriter } from '../projection/path-writer.js';
import type { MapTrack } from './scene.js';
import { densityRoles, type MapColors, type MapRole } from './theme.js';

/** Minimum distance in pixels from the previous point; nearer points are omitted. */
const SPACING = 0.5;

const trackRoles = ['track1', 'track2', 'track3', 'track4', 'track5', 'track6'] as const;
export const trackRole = (index: number): MapRole => trackRoles[index % trackRoles.length] as MapRole;

/** A drawn track, with its first and last point, which may be outside the frame. */
export interface DrawnTrack {
  svg: string;
  start: Pixel | undefined;
  end: Pixel | undefined;
  marks: Array<Pixel & { text: string }>;
}

/** Returns the index of a speed's class in the legend; undefined for an unknown speed. */
const classOf = (speed: number, limits: readonly number[]): number | undefined => {
  if (Number.isNaN(speed)) return undefined;
  const index = limits.findIndex((limit) => speed < limit);
  return index === -1 ? limits.length : index;
};

/** Returns the color of a speed class. Slow is close to the ground in lightness, and fast is distinct from it. */
export const speedRole = (index: number, limits: readonly number[]): MapRole =>
  densityRoles[Math.round((index * (densityRoles.length - 1)) / limits.length)] as MapRole;

/** Returns the line of a track, split by color into parts of one speed class each if speeds are known. */
function lineOf(view: MapView, { points, breaks = [], speeds, speedLimits = [] }: MapTrack, role: MapRole) {
  const parts = new Map<MapRole, Place[][]>();
  const add = (color: MapRole, line: Place[]) => {
    const lines = parts.get(color) ?? [];
    parts.set(color, lines);
    lines.push(line);
  };
  for (const [index, from] of [0, ...breaks].entries()) {
    const end = breaks[index] ?? points.length;
    for (let first = from; first < end - 1; ) {
      const colorAt = (at: number) => {
        const found = speeds && classOf(speeds[at] as number, speedLimits);
        return found === undefined ? role : speedRole(found, speedLimits);
      };
      const color = colorAt(first + 1);
      let last = first + 1;
      while (last < end - 1 && colorAt(last + 1) === color) last += 1;
      add(color, points.slice(first, last + 1));
      first = last;
    }
  }
  return [...parts].map(([color, lines]) => {
    const path = new PathWriter();
    view.draw({ type: 'MultiLineString', coordinates: lines.map((line) => spaced(view, line)) }, path);
    return { color, d: path.toString() };
  });
}

export function drawTrack(view: MapView, colors: MapColors, track: MapTrack, role: MapRole): DrawnTrack {
  const { points, marks = [] } = track;
  if (points.length === 0) return { svg: '', start: undefined, end: undefined, marks: [] };
  const lines = lineOf(view, track, role).filter(({ d }) => d !== '');
  const [start, end] = [pixelOf(view, points[0]), pixelOf(view, points.at(-1))];
  const dot = ({ x, y }: Pixel, radius: number, look: string) =>
    `<circle cx="${Math.round(x * 10)}" cy="${Math.round(y * 10)}" r="${radius}"${look}/>`;
  const placed = marks.map(({ lat, lon, text }) => ({ ...pixelOf(view, [lon, lat]), text }));
  const hours = placed.map((place) =>
    dot(place, 24, ` stroke-width="12"${colors.of({ fill: 'ground', stroke: 'text' })}`),
  );
  const dots =
    hours.join('') +
    dot(start, 34, ` stroke-width="16"${colors.of({ fill: 'ground', stroke: role })}`) +
    dot(end, 34, ` stroke-width="10"${colors.of({ fill: role, stroke: 'ground' })}`);
  const rims = lines.map(
    ({ d }) =>
      `<path d="${d}" stroke-width="42" stroke-opacity=".7" stroke-linejoin="round"${colors.of({ fill: 'none', stroke: 'ground' })}/>`,
  );
  const strokes = lines.map(
    ({ color, d }) =>
      `<path d="${d}" stroke-width="20" stroke-linejoin="round"${colors.of({ fill: 'none', stroke: color })}/>`,
  );
  return { svg: lines.length === 0 ? '' : rims.join('') + strokes.join('') + dots, start, end, marks: placed };
}

type Place = readonly [lon: number, lat: number];

function spaced(view: MapView, places: readonly Place[]): Array<[number, number]> {
  let last: Pixel | undefined;
  const kept = places.filter((place, index) => {
    const pixel = pixelOf(view, place);
    const isNear = last !== undefined && Math.abs(pixel.x - last.x) < SPACING && Math.abs(pixel.y - last.y) < SPACING;
    if (isNear && index < places.length - 1) return false;
    last = pixel;
    return true;
  });
  return kept as unknown as Array<[number, number]>;
}

function pixelOf(view: MapView, [lon, lat]: Place = [0, 0]): Pixel {
  const pixel = { x: 0, y: 0 };
  view.project(nearLongitude(view, lon), lat, pixel);
  return pixel;
}
