import type { Window } from './clip.js';
import { writeLine } from './coastlines.js';
import type { MapColours, MapRole } from './map-colours.js';
import type { MapTrack } from './map-drawing.js';
import { type MapView, nearLongitude } from './map-view.js';
import { PathWriter } from './path-writer.js';
import { turnsInWindow } from './ring-on-map.js';

const trackRoles = ['track1', 'track2', 'track3', 'track4', 'track5', 'track6'] as const;
export const trackRole = (index: number): MapRole => trackRoles[index % trackRoles.length] as MapRole;

type Places = ReadonlyArray<readonly [lon: number, lat: number]>;

/** In pixels, going on over the antimeridian by the shorter way. @returns x, y, x, y, … */
function inPixels(view: MapView, places: Places, finest: number): number[] {
  const pixel = { x: 0, y: 0 };
  const points: number[] = [];
  let along = nearLongitude(view, places[0]?.[0] ?? 0);
  for (const [index, [lon, lat]] of places.entries()) {
    along += lon - along - 360 * Math.round((lon - along) / 360);
    view.project(along, lat, pixel);
    const isNear = Math.abs(pixel.x - (points.at(-2) ?? Number.NaN)) < finest && Math.abs(pixel.y - (points.at(-1) ?? Number.NaN)) < finest;
    if (!isNear || index === places.length - 1) points.push(pixel.x, pixel.y);
  }
  return points;
}

/** A drawn track and its end point, visible or not. */
export interface DrawnTrack {
  svg: string;
  end: { x: number; y: number } | undefined;
}

export function drawTrack(view: MapView, colours: MapColours, { points, breaks = [] }: MapTrack, role: MapRole, window: Window): DrawnTrack {
  if (points.length === 0) return { svg: '', end: undefined };
  const path = new PathWriter();
  for (const [index, from] of [0, ...breaks].entries())
    for (const turn of turnsInWindow(view, inPixels(view, points.slice(from, breaks[index]), 0.5), window)) writeLine(path, turn, window);
  const pixel = { x: 0, y: 0 };
  const dots = [points[0], points.at(-1)].map((place, index) => {
    const [lon, lat] = place as readonly [number, number];
    view.project(nearLongitude(view, lon), lat, pixel);
    const look = index === 0 ? colours.of({ fill: 'ground', stroke: role }) : colours.of({ fill: role, stroke: 'ground' });
    return `<circle cx="${Math.round(pixel.x * 10)}" cy="${Math.round(pixel.y * 10)}" r="34" stroke-width="${index === 0 ? 16 : 10}"${look}/>`;
  });
  const d = path.toString();
  const rim = `<path d="${d}" stroke-width="42" stroke-opacity=".7" stroke-linejoin="round"${colours.of({ fill: 'none', stroke: 'ground' })}/>`;
  return {
    svg: d === '' ? '' : `${rim}<path d="${d}" stroke-width="20" stroke-linejoin="round"${colours.of({ fill: 'none', stroke: role })}/>${dots.join('')}`,
    end: { ...pixel },
  };
}
