import { type MapView, nearLongitude, type Pixel } from '../projection/map-view.js';
import { PathWriter } from '../projection/path-writer.js';
import type { MapTrack } from './scene.js';
import type { MapColors, MapRole } from './theme.js';

/** Points nearer to the one before (pixels) are omitted. */
const SPACING = 0.5;

const trackRoles = ['track1', 'track2', 'track3', 'track4', 'track5', 'track6'] as const;
export const trackRole = (index: number): MapRole => trackRoles[index % trackRoles.length] as MapRole;

/** A drawn track, its first point and its last, visible or not. */
export interface DrawnTrack {
  svg: string;
  start: Pixel | undefined;
  end: Pixel | undefined;
}

export function drawTrack(
  view: MapView,
  colors: MapColors,
  { points, breaks = [] }: MapTrack,
  role: MapRole,
): DrawnTrack {
  if (points.length === 0) return { svg: '', start: undefined, end: undefined };
  const path = new PathWriter();
  view.draw(
    {
      type: 'MultiLineString',
      coordinates: [0, ...breaks].map((from, index) => spaced(view, points.slice(from, breaks[index]))),
    },
    path,
  );
  const [start, end] = [pixelOf(view, points[0]), pixelOf(view, points.at(-1))];
  const dot = ({ x, y }: Pixel, look: string) =>
    `<circle cx="${Math.round(x * 10)}" cy="${Math.round(y * 10)}" r="34"${look}/>`;
  const dots =
    dot(start, ` stroke-width="16"${colors.of({ fill: 'ground', stroke: role })}`) +
    dot(end, ` stroke-width="10"${colors.of({ fill: role, stroke: 'ground' })}`);
  const d = path.toString();
  const rim = `<path d="${d}" stroke-width="42" stroke-opacity=".7" stroke-linejoin="round"${colors.of({ fill: 'none', stroke: 'ground' })}/>`;
  return {
    svg:
      d === ''
        ? ''
        : `${rim}<path d="${d}" stroke-width="20" stroke-linejoin="round"${colors.of({ fill: 'none', stroke: role })}/>${dots}`,
    start,
    end,
  };
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
