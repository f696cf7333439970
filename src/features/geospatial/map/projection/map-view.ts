import { type GeoGeometryObjects, type GeoRawProjection, type GeoStream, geoMercatorRaw, geoProjection, geoStereographic, geoStream } from 'd3-geo';
import { type Box, WORLD } from '../../box.js';
import { normalLongitude } from '../../position.js';

const RADIANS = Math.PI / 180;
/** Boxes nearer to a pole are not drawn in the Mercator projection, which grows without bound. */
const MERCATOR_REACH = 80;
/** Where a world in the Mercator projection is as high as it is wide. */
const MERCATOR_END = 85.051;
/** Smaller boxes (degrees) are enlarged to this: about 100 m. */
const MIN_SPAN = 0.001;
/** Degrees by which the box of a view exceeds its frame, so that rounding loses nothing on its edge. */
const BOX_ROUNDING = 1e-9;
/** Pixels beyond the frame that are drawn, so that cut edges are not visible. */
const MARGIN = 4;
/** Pixels by which a point on the very edge may miss it because of rounding. */
const ROUNDING = 1e-6;

/** In pixels from the upper left corner of the image. */
export interface Frame {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface Pixel {
  x: number;
  y: number;
}

/** A rectangle in pixels. */
export interface Window {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** The part of the Earth that an image shows, and its place in the image. */
export interface MapView {
  projection: 'mercator' | 'equirectangular' | 'polar';
  frame: Frame;
  /** What is drawn: a little more than the frame. */
  window: Window;
  /** Everything visible: more than the requested box when its shape differs. */
  box: Box;
  centerLon: number;
  /** Degrees of longitude from the center to the left and right edge; 180 around a pole. */
  halfSpan: number;
  /** Of latitude, in the middle. */
  pixelsPerDegree: number;
  /** Longitudes are not normalized, so that coasts may continue across the antimeridian; `nearLongitude` gives the visible copy. */
  project(lon: number, lat: number, into: Pixel): void;
  /** The position at a pixel; its longitude is within 180° of the center. */
  invert(x: number, y: number): { lat: number; lon: number };
  /** Projects a shape, cuts it at the edge of the map and clips it to the window; positions are connected by straight lines. Polygons are clockwise on the Earth. */
  draw(shape: GeoGeometryObjects, stream: GeoStream): void;
}

/** Mercator at the scale of nautical charts, a stereographic projection near the poles, and an equirectangular one otherwise. */
function projectionOf(box: Box): MapView['projection'] {
  const reach = Math.max(box.north, -box.south);
  const nearest = Math.min(Math.abs(box.north), Math.abs(box.south));
  const span = spanOf(box);
  const isOneHemisphere = box.south * box.north > 0;
  if (isOneHemisphere && ((reach > MERCATOR_REACH && nearest >= 40) || (reach >= 70 && nearest >= 45 && span >= 150))) return 'polar';
  return reach > MERCATOR_REACH || span > 180 || box.north - box.south > 110 ? 'equirectangular' : 'mercator';
}

interface Plane {
  /** Radians from the central meridian and the equator to the right and up. */
  raw: GeoRawProjection;
  /** Latitudes that can be drawn. */
  end: number;
}

/** Latitudes beyond the end are drawn on it. */
function cylinder(end: number, raw: GeoRawProjection): Plane {
  const limit = end * RADIANS;
  return { end, raw: Object.assign((lambda: number, phi: number) => raw(lambda, Math.max(-limit, Math.min(limit, phi))), { invert: raw.invert }) };
}

/** True to scale along one latitude, so that shapes there are right. */
function equirectangular(latitude: number): GeoRawProjection {
  const across = Math.cos(latitude * RADIANS);
  const raw = (lambda: number, phi: number): [number, number] => [lambda * across, phi];
  return Object.assign(raw, { invert: (x: number, y: number): [number, number] => [x / across, y] });
}

/** As `geoStereographic` rotated to a pole, in a tenth of its time. @param sign 1 for the North Pole, -1 for the South Pole */
function stereographic(sign: number): GeoRawProjection {
  return (lambda, phi) => {
    const distance = Math.tan(Math.PI / 4 - (sign * phi) / 2);
    return [distance * Math.sin(lambda), -sign * distance * Math.cos(lambda)];
  };
}

function planeOf(projection: MapView['projection'], { south, north }: Box): Plane {
  if (projection === 'polar') return { raw: stereographic(north + south >= 0 ? 1 : -1), end: 90 };
  if (projection === 'mercator') return cylinder(MERCATOR_END, geoMercatorRaw as GeoRawProjection);
  return cylinder(90, equirectangular(Math.min(60, Math.abs(north + south) / 2)));
}

/** @param room the available rectangle: a map of the whole Earth may be smaller, around a pole the map fills it */
export function mapView(box: Box, room: Frame): MapView {
  const kind = projectionOf(box);
  const isPolar = kind === 'polar';
  const sign = box.north + box.south >= 0 ? 1 : -1;
  const centerLon = isPolar && spanOf(box) > 300 ? 0 : normalLongitude(box.west + spanOf(box) / 2);
  const { raw, end } = planeOf(kind, box);
  const projection = isPolar ? geoStereographic().rotate([-centerLon, -90 * sign]) : geoProjection(raw).rotate([-centerLon, 0]);
  projection.precision(0).fitExtent(cornersOf(room.x, room.y, room.width, room.height), outlineOf(box));
  const scale = projection.scale();
  const [globeWidth, globeHeight] = isPolar
    ? [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
    : raw(Math.PI, end * RADIANS).map((half) => 2 * half * scale);
  const [width, height] = [Math.min(room.width, globeWidth as number), Math.min(room.height, globeHeight as number)];
  const frame = { width, height, x: room.x + (room.width - width) / 2, y: room.y + (room.height - height) / 2 };
  const [left, fitted] = projection.translate();
  // The frame does not extend beyond the poles: it shows more on the other side.
  const beyond = (globeHeight as number) / 2;
  const top = isPolar ? fitted : Math.min(frame.y + beyond, Math.max(frame.y + height - beyond, fitted));
  projection.translate([left, top]);
  const window = { left: frame.x - MARGIN, top: frame.y - MARGIN, right: frame.x + width + MARGIN, bottom: frame.y + height + MARGIN };
  const invert = (x: number, y: number) => {
    const [lon = 0, lat = 0] = projection.invert?.([x, y]) ?? [];
    return { lat, lon: centerLon + normalLongitude(lon - centerLon) };
  };
  const halfSpan = isPolar ? 180 : (180 * width) / (globeWidth as number);
  const shown = isPolar ? boxAroundPole(frame, { x: left, y: top }, sign, centerLon, invert) : boxOf(frame, centerLon, halfSpan, invert);
  // Around a pole, points far outside are drawn on a circle around the image: the opposite pole is infinitely far away.
  const farthest = sign === 1 ? shown.south : -shown.north;
  const rim = Math.max(-80, farthest - (90 - farthest) * 0.6);
  if (isPolar) projection.clipAngle(90 - rim);
  projection.clipExtent(cornersOf(window.left, window.top, width + 2 * MARGIN, height + 2 * MARGIN));
  const [south, north] = !isPolar ? [-end, end] : sign === 1 ? [rim, 90] : [-90, -rim];
  const project: MapView['project'] = (lon, lat, into) => {
    const [x, y] = raw((lon - centerLon) * RADIANS, Math.max(south, Math.min(north, lat)) * RADIANS);
    into.x = left + scale * x;
    into.y = top - scale * y;
  };
  const center = invert(frame.x + width / 2, frame.y + height / 2);
  return {
    projection: kind,
    frame,
    window,
    box: shown,
    centerLon,
    halfSpan,
    pixelsPerDegree: pixelsBetween(project, center.lon, center.lat - sign * 0.01, center.lat) * 100,
    project,
    invert,
    draw: (shape, stream) => geoStream(shape, projection.stream(stream)),
  };
}

/** Height by width that the box asks for. */
export function aspectOf(box: Box): number {
  const kind = projectionOf(box);
  if (kind === 'polar') return 0.75;
  const { raw } = planeOf(kind, box);
  const [width, north] = raw(Math.max(MIN_SPAN, spanOf(box)) * RADIANS, box.north * RADIANS);
  return (north - raw(0, box.south * RADIANS)[1]) / width;
}

const cornersOf = (x: number, y: number, width: number, height: number): [[number, number], [number, number]] => [
  [x, y],
  [x + width, y + height],
];

/** Positions along the edge of a box, close enough together for its extent on any map. */
function outlineOf(box: Box): { type: 'MultiPoint'; coordinates: Array<[lon: number, lat: number]> } {
  // A longitude exactly opposite the center could be on either side.
  const half = Math.min(180 - BOX_ROUNDING, Math.max(MIN_SPAN, spanOf(box)) / 2);
  const middle = box.west + spanOf(box) / 2;
  const missing = Math.max(0, MIN_SPAN - (box.north - box.south)) / 2;
  const lats = [Math.max(-90, box.south - missing), Math.min(90, box.north + missing)];
  return {
    type: 'MultiPoint',
    coordinates: Array.from({ length: 181 }, (_, index) => lats.map((lat): [number, number] => [middle + half * (index / 90 - 1), lat])).flat(),
  };
}

function boxOf({ x, y, width, height }: Frame, centerLon: number, halfSpan: number, invert: MapView['invert']): Box {
  const isWhole = halfSpan > 179.9995;
  return {
    west: isWhole ? WORLD.west : normalLongitude(centerLon - halfSpan - BOX_ROUNDING),
    east: isWhole ? WORLD.east : normalLongitude(centerLon + halfSpan + BOX_ROUNDING),
    south: Math.max(-90, invert(x + width / 2, y + height).lat - BOX_ROUNDING),
    north: Math.min(90, invert(x + width / 2, y).lat + BOX_ROUNDING),
  };
}

/** All longitudes when the pole is visible. */
function boxAroundPole({ x, y, width, height }: Frame, pole: Pixel, sign: number, centerLon: number, invert: MapView['invert']): Box {
  const edge = Array.from({ length: 101 }, (_, index) => index / 100).flatMap((part) => [
    invert(x + part * width, y),
    invert(x + part * width, y + height),
    invert(x, y + part * height),
    invert(x + width, y + part * height),
  ]);
  const [south, north] = [Math.min(...edge.map(({ lat }) => lat)), Math.max(...edge.map(({ lat }) => lat))];
  const lons = edge.map(({ lon }) => lon);
  const [west, east] = [Math.min(...lons), Math.max(...lons)];
  const isPoleVisible = pole.x >= x && pole.x <= x + width && pole.y >= y && pole.y <= y + height;
  // Beyond the pole longitudes jump at the meridian opposite the center.
  const isAround = isPoleVisible || east - west > 355;
  return {
    south: isPoleVisible && sign === -1 ? -90 : south,
    north: isPoleVisible && sign === 1 ? 90 : north,
    west: isAround ? -180 : normalLongitude(Math.max(centerLon - 180, west)),
    east: isAround ? 180 : normalLongitude(east),
  };
}

const [from, to]: [Pixel, Pixel] = [
  { x: 0, y: 0 },
  { x: 0, y: 0 },
];

function pixelsBetween(project: MapView['project'], lon: number, south: number, north: number): number {
  project(lon, south, from);
  project(lon, north, to);
  return Math.hypot(to.x - from.x, to.y - from.y);
}

/** Degrees of a box from west to east; 360 of the whole globe. */
export const spanOf = ({ west, east }: Box): number => (west <= east ? east - west : east - west + 360);

/** The turn of a longitude that is nearest to the center. */
export const nearLongitude = (view: MapView, lon: number): number => lon + 360 * Math.round((view.centerLon - lon) / 360);

/** Edges belong to it. */
export const isInFrame = ({ frame }: MapView, { x, y }: Pixel): boolean =>
  x >= frame.x - ROUNDING && x <= frame.x + frame.width + ROUNDING && y >= frame.y - ROUNDING && y <= frame.y + frame.height + ROUNDING;

/** The sides of the window beyond which a point is, as bits; 0 inside. Points that share a bit are beyond the same side. */
export const sidesBeyond = ({ left, top, right, bottom }: Window, x: number, y: number): number =>
  (x < left ? 1 : x > right ? 2 : 0) | (y < top ? 4 : y > bottom ? 8 : 0);

/** The direction in the image, in degrees clockwise from up, of a course of `bearing` degrees from north. */
export function directionOnMap(view: MapView, lon: number, lat: number, bearing: number): number {
  const step = 0.01 / view.pixelsPerDegree;
  const radians = (bearing * Math.PI) / 180;
  view.project(lon, lat, from);
  view.project(lon + (step * Math.sin(radians)) / Math.max(0.001, Math.cos((lat * Math.PI) / 180)), lat + step * Math.cos(radians), to);
  return (Math.atan2(to.x - from.x, from.y - to.y) * 180) / Math.PI;
}
