import { type Box, WORLD } from '../box.js';
import { normalLongitude } from '../position.js';
import { BOX_ROUNDING, type Frame, type MapView, spanOf } from './map-view.js';

const RADIANS = Math.PI / 180;
/** Where Mercator's map is as high as it is wide. */
const MERCATOR_END = 85.051;

interface Scale {
  /** From a latitude to degrees on the map and back. */
  up(lat: number): number;
  lat(up: number): number;
  /** Degrees on the map of one of longitude. */
  across: number;
  end: number;
}

const mercator: Scale = {
  up: (lat) => Math.log(Math.tan((45 + lat / 2) * RADIANS)) / RADIANS,
  lat: (up) => (2 * Math.atan(Math.exp(up * RADIANS))) / RADIANS - 90,
  across: 1,
  end: MERCATOR_END,
};

/** True to scale along one latitude, so that shapes there are right. */
const equirectangular = (latitude: number): Scale => ({ up: (lat) => lat, lat: (up) => up, across: Math.cos(latitude * RADIANS), end: 90 });

/** Degrees below which nothing is enlarged any further: about 100 m. */
const MIN_SPAN = 0.001;

/** A map on which meridians and parallels are straight. @param frame the room there is; the map fills as much of it as the globe allows */
export function cylindricalView(projection: 'mercator' | 'equirectangular', box: Box, frame: Frame): MapView {
  const scale = projection === 'mercator' ? mercator : equirectangular(Math.min(60, Math.abs(box.north + box.south) / 2));
  const [bottom, top] = [scale.up(Math.max(-scale.end, box.south)), scale.up(Math.min(scale.end, box.north))];
  const [wide, high] = [Math.max(MIN_SPAN, spanOf(box)) * scale.across, Math.max(MIN_SPAN, top - bottom)];
  const pixels = Math.min(frame.width / wide, frame.height / high);
  const [width, height] = [Math.min(frame.width, 360 * scale.across * pixels), Math.min(frame.height, (scale.up(scale.end) - scale.up(-scale.end)) * pixels)];
  const shown = { width, height, x: frame.x + (frame.width - width) / 2, y: frame.y + (frame.height - height) / 2 };
  const half = height / pixels / 2;
  // Not beyond the end of the map: rather more on the other side.
  const middle = Math.min(scale.up(scale.end) - half, Math.max(scale.up(-scale.end) + half, (bottom + top) / 2));
  const centreLon = normalLongitude(box.west + spanOf(box) / 2);
  const [centreX, centreY] = [shown.x + width / 2, shown.y + height / 2];
  const perLon = pixels * scale.across;
  const invert = (x: number, y: number) => ({ lon: centreLon + (x - centreX) / perLon, lat: scale.lat(middle + (centreY - y) / pixels) });
  const [northWest, southEast] = [invert(shown.x, shown.y), invert(shown.x + width, shown.y + height)];
  const centreLat = scale.lat(middle);
  const isWhole = width / perLon > 359.999;
  return {
    projection,
    frame: shown,
    box: {
      west: isWhole ? WORLD.west : normalLongitude(northWest.lon - BOX_ROUNDING),
      east: isWhole ? WORLD.east : normalLongitude(southEast.lon + BOX_ROUNDING),
      south: Math.max(-90, southEast.lat - BOX_ROUNDING),
      north: Math.min(90, northWest.lat + BOX_ROUNDING),
    },
    centreLon,
    latitudes: [-scale.end, scale.end],
    pixelsPerDegree: projection === 'mercator' ? pixels / Math.cos(centreLat * RADIANS) : pixels,
    project(lon, lat, into) {
      into.x = centreX + (lon - centreLon) * perLon;
      into.y = centreY - (scale.up(Math.max(-scale.end, Math.min(scale.end, lat))) - middle) * pixels;
    },
    invert,
  };
}
