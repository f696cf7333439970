import type { Box } from '../box.js';
import { normalLongitude } from '../position.js';
import { type Frame, type MapView, type Pixel, spanOf } from './map-view.js';

const RADIANS = Math.PI / 180;

/** Degrees below which nothing is enlarged any further: about 100 m. */
const MIN_SPAN = 0.001;

/** Degrees from the pole as a distance on the map (stereographic: shapes are right). */
const outward = (degrees: number) => (2 * Math.tan((degrees * RADIANS) / 2)) / RADIANS;
const inward = (distance: number) => (2 * Math.atan((distance * RADIANS) / 2)) / RADIANS;

/** A map around a pole: the middle meridian of the box goes down from the North Pole, up from the South Pole. */
export function polarView(box: Box, frame: Frame): MapView {
  const sign = box.north + box.south >= 0 ? 1 : -1;
  const span = spanOf(box);
  const centreLon = span > 300 ? 0 : normalLongitude(box.west + span / 2);
  const flat = (lon: number, lat: number): Pixel => {
    const distance = outward(90 - sign * lat);
    const angle = (lon - centreLon) * RADIANS;
    return { x: distance * Math.sin(angle), y: sign * distance * Math.cos(angle) };
  };
  const edge = outline(box, span).map(([lon, lat]) => flat(lon, lat));
  const [left, right] = [Math.min(...edge.map(({ x }) => x)), Math.max(...edge.map(({ x }) => x))];
  const [top, bottom] = [Math.min(...edge.map(({ y }) => y)), Math.max(...edge.map(({ y }) => y))];
  const pixels = Math.min(frame.width / Math.max(MIN_SPAN, right - left), frame.height / Math.max(MIN_SPAN, bottom - top));
  const [originX, originY] = [frame.x + frame.width / 2 - (pixels * (left + right)) / 2, frame.y + frame.height / 2 - (pixels * (top + bottom)) / 2];
  const invert = (x: number, y: number) => {
    const [across, down] = [(x - originX) / pixels, ((y - originY) / pixels) * sign];
    return { lat: sign * (90 - inward(Math.hypot(across, down))), lon: centreLon + Math.atan2(across, down) / RADIANS };
  };
  const shown = shownBox(frame, { x: originX, y: originY }, sign, centreLon, invert);
  const farthest = sign === 1 ? shown.south : -shown.north;
  // Points farther out are drawn on a circle around the image: the opposite side of the globe would be infinitely far away.
  const end = Math.max(-80, farthest - (90 - farthest) * 0.6);
  return {
    projection: 'polar',
    frame,
    box: shown,
    centreLon,
    latitudes: sign === 1 ? [end, 90] : [-90, -end],
    pixelsPerDegree: ((pixels * outward(1)) / inward(outward(1))) * Math.cos((inward(Math.hypot((left + right) / 2, (top + bottom) / 2)) * RADIANS) / 2) ** -2,
    project(lon, lat, into) {
      const { x, y } = flat(lon, sign * Math.max(end, sign * lat));
      into.x = originX + x * pixels;
      into.y = originY + y * pixels;
    },
    invert,
  };
}

/** Points along the edge of a box, close enough together for its extent. */
function outline({ west, south, north }: Box, span: number): Array<[lon: number, lat: number]> {
  return Array.from({ length: 181 }, (_, index) => west + (span * index) / 180).flatMap(
    (lon): Array<[number, number]> => [
      [lon, south],
      [lon, north],
    ],
  );
}

/** All longitudes when the pole is to be seen. */
function shownBox({ x, y, width, height }: Frame, pole: Pixel, sign: number, centreLon: number, invert: MapView['invert']): Box {
  const edge = Array.from({ length: 101 }, (_, index) => index / 100).flatMap((part) => [
    invert(x + part * width, y),
    invert(x + part * width, y + height),
    invert(x, y + part * height),
    invert(x + width, y + part * height),
  ]);
  const [south, north] = [Math.min(...edge.map(({ lat }) => lat)), Math.max(...edge.map(({ lat }) => lat))];
  if (pole.x >= x && pole.x <= x + width && pole.y >= y && pole.y <= y + height) {
    return sign === 1 ? { west: -180, east: 180, south, north: 90 } : { west: -180, east: 180, south: -90, north };
  }
  const lons = edge.map(({ lon }) => lon);
  const [west, east] = [Math.min(...lons), Math.max(...lons)];
  // Beyond the pole longitudes jump at the meridian opposite to the middle.
  const isAround = east - west > 355;
  return { south, north, west: isAround ? -180 : normalLongitude(Math.max(centreLon - 180, west)), east: isAround ? 180 : normalLongitude(east) };
}
