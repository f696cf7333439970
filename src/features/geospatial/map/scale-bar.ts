import { distanceMeters } from '../sphere.js';
import type { MapColours } from './map-colours.js';
import type { MapView } from './map-view.js';
import { tenth, textAt } from './svg-text.js';

/** Pixels that the bar takes at most. */
const MAX = 120;

/** A scale bar for the center of the image; on projections of varying scale it states its latitude. */
export function scaleBar(view: MapView, colours: MapColours): string {
  const { frame } = view;
  const metersPerPixel = (at: number): number => {
    const [x, y] = [frame.x + frame.width / 2, frame.y + frame.height * at];
    const [left, right] = [view.invert(x - 1, y), view.invert(x + 1, y)];
    return distanceMeters(left.lat, left.lon, right.lat, right.lon) / 2;
  };
  const [top, here, bottom] = [metersPerPixel(0.1), metersPerPixel(0.5), metersPerPixel(0.9)];
  if (!(here > 0)) return '';
  const meters = roundBelow(here * Math.min(MAX, frame.width / 4));
  const isUneven = Math.max(top, bottom, here) > 1.1 * Math.min(top, bottom, here);
  const { lat } = view.invert(frame.x + frame.width / 2, frame.y + frame.height / 2);
  const place = Math.round(lat) === 0 ? 'at the equator' : `at ${Math.abs(Math.round(lat))}° ${lat > 0 ? 'N' : 'S'}`;
  const text = `${meters >= 1000 ? `${(meters / 1000).toLocaleString('en-US')} km` : `${meters} m`}${isUneven ? ` ${place}` : ''}`;
  const [x, y, length] = [frame.x + 10, frame.y + frame.height - 10, meters / here];
  const d = `M${tenth(x)} ${tenth(y - 5)}v5h${tenth(length)}v-5`;
  return (
    `<path d="${d}" stroke-width="4" stroke-opacity=".8"${colours.of({ fill: 'none', stroke: 'ground' })}/>` +
    `<path d="${d}" stroke-width="1.5"${colours.of({ fill: 'none', stroke: 'text' })}/>` +
    textAt(colours, text, x, y - 9, { size: 10.5, role: 'text', halo: 'ground' })
  );
}

/** The greatest of 1, 2, 5, 10, 20, … that is not greater. */
export function roundBelow(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  return power * (value / power >= 5 ? 5 : value / power >= 2 ? 2 : 1);
}
