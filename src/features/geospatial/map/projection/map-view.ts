import {
  type GeoGeometryObjects,
  type GeoProjection,
  type GeoRawProjection,
  type GeoStream,
  geoEquirectangularRaw,
  geoMercatorRaw,
  geoProjection,
  geoStereographic,
  geoStream,
} from 'd3-geo';
import { type Box, WORLD } from '../../box.js';
import { normalLongitude } from '../../position.js';

const RADIANS = Math.PI / 180;
/** Latitude beyond which the Mercator projection is not used, since it grows without bound toward the poles. */
const MERCATOR_REACH = 80;
/** Latitude at which a world map in the Mercator projection is as high as it is wide. */
const MERCATOR_END = 85.051;
/** Minimum size of a box in degrees, about 100 m; smaller boxes are enlarged. */
const MIN_SPAN = 0.001;
/** Degrees by which the box of a view exceeds its frame, so that rounding excludes no object on the edge. */
const BOX_ROUNDING = 1e-9;
/** Pixels beyond the frame that are drawn, so that the edges of cut areas are not visible. */
const MARGIN = 4;
/** Tolerance in pixels for points exactly on the edge of the frame, because of rounding. */
const ROUNDING = 1e-6;

/** A rectangle in pixels from the upper left corner of the image. */
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

/** A rectangle in pixels, by its edges. */
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
  /** The drawn area, a little more than the frame. */
  window: Window;
  /** The whole visible area; it is larger than the requested box when the shapes differ. */
  box: Box;
  centerLon: number;
  /** Degrees of longitude from the center to the left and to the right edge; 180 around a pole. */
  halfSpan: number;
  /** Pixels per degree of latitude at the center. */
  pixelsPerDegree: number;
  /**
   * Projects a position to pixels. Longitudes are not normalized, so that coasts may continue across the antimeridian;
   * `nearLongitude` returns the visible equivalent.
   */
  project(lon: number, lat: number, into: Pixel): void;
  /** Returns the position at a pixel; its longitude is within 180° of the center. */
  invert(x: number, y: number): { lat: number; lon: number };
  /**
   * Projects a shape, cuts it at the edge of the map and clips it to the window; positions are connected by straight
   * lines. Polygons must be clockwise on the Earth.
   */
  draw(shape: GeoGeometryObjects, stream: GeoStream): void;
}

/**
 * Returns the projection of a map: Mercator for the scales of nautical charts, stereographic near the poles, otherwise
 * equirectangular.
 */
function projectionOf(box: Box): MapView['projection'] {
  const reach = Math.max(box.north, -box.south);
  const nearest = Math.min(Math.abs(box.north), Math.abs(box.south));
  const span = spanOf(box);
  const isOneHemisphere = box.south * box.north > 0;
  if (isOneHemisphere && ((reach > MERCATOR_REACH && nearest >= 40) || (reach >= 70 && nearest >= 45 && span >= 150)))
    return 'polar';
  return reach > MERCATOR_REACH || span > 180 || box.north - box.south > 110 ? 'equirectangular' : 'mercator';
}

/** A projection fitted to its frame. */
interface Fitted extends Pick<MapView, 'frame' | 'box' | 'centerLon' | 'halfSpan' | 'project'> {
  projection: GeoProjection;
}

/** Creates the view of a box. @param room the available rectangle; a map of the whole Earth may be smaller */
export function mapView(box: Box, room: Frame): MapView {
  const kind = projectionOf(box);
  const { projection, ...fitted } = kind === 'polar' ? polar(box, room) : cylindrical(cylinderOf(kind, box), box, room);
  const { x, y, width, height } = fitted.frame;
  const window = { left: x - MARGIN, top: y - MARGIN, right: x + width + MARGIN, bottom: y + height + MARGIN };
  projection.clipExtent([
    [window.left, window.top],
    [window.right, window.bottom],
  ]);
  const invert = inverseOf(projection, fitted.centerLon);
  const center = invert(x + width / 2, y + height / 2);
  const [here, near]: [Pixel, Pixel] = [
    { x: 0, y: 0 },
    { x: 0, y: 0 },
  ];
  fitted.project(center.lon, center.lat, here);
  fitted.project(center.lon, center.lat - 0.01 * (Math.sign(center.lat) || 1), near);
  const pixelsPerDegree = 100 * Math.hypot(near.x - here.x, near.y - here.y);
  return {
    ...fitted,
    projection: kind,
    window,
    pixelsPerDegree,
    invert,
    draw: (shape, stream) => geoStream(shape, projection.stream(stream)),
  };
}

/** Returns the ratio of height to width that fits a box. */
export function aspectOf(box: Box): number {
  const kind = projectionOf(box);
  if (kind === 'polar') return 0.75;
  const { raw } = cylinderOf(kind, box);
  const [width, north] = raw(Math.max(MIN_SPAN, spanOf(box)) * RADIANS, box.north * RADIANS);
  return (north - raw(0, box.south * RADIANS)[1]) / width;
}

interface Cylinder {
  /** Projects radians to the right and up; latitudes beyond `end` are moved to it. */
  raw: GeoRawProjection;
  /** Returns only the upward coordinate; an array would double the time per point. */
  up(phi: number): number;
  end: number;
}

/**
 * Returns the projection of a cylindrical map. An equirectangular one is true to scale at the middle latitude of the
 * box, at most 60°.
 */
function cylinderOf(kind: 'mercator' | 'equirectangular', { south, north }: Box): Cylinder {
  const [base, end] =
    kind === 'mercator'
      ? [geoMercatorRaw as GeoRawProjection, MERCATOR_END]
      : [geoEquirectangularRaw as GeoRawProjection, 90];
  const across = kind === 'mercator' ? 1 : Math.cos(Math.min(60, Math.abs(north + south) / 2) * RADIANS);
  const limit = end * RADIANS;
  const up = (phi: number) => base(0, Math.max(-limit, Math.min(limit, phi)))[1];
  const invert = (x: number, y: number): [number, number] => [x / across, base.invert?.(0, y)[1] ?? 0];
  return {
    end,
    up,
    raw: Object.assign((lambda: number, phi: number): [number, number] => [lambda * across, up(phi)], { invert }),
  };
}

function cylindrical({ raw, up, end }: Cylinder, box: Box, room: Frame): Fitted {
  const centerLon = normalLongitude(box.west + spanOf(box) / 2);
  const projection = fitToBox(geoProjection(raw).rotate([-centerLon, 0]), box, room);
  const scale = projection.scale();
  const [globeWidth, globeHeight] = [2 * scale * raw(Math.PI, 0)[0], 2 * scale * up(end * RADIANS)];
  const [width, height] = [Math.min(room.width, globeWidth), Math.min(room.height, globeHeight)];
  const frame = { width, height, x: room.x + (room.width - width) / 2, y: room.y + (room.height - height) / 2 };
  const [middle, fitted] = projection.translate();
  // The frame does not extend beyond the poles; it shows more on the other side instead.
  const equator = Math.min(frame.y + globeHeight / 2, Math.max(frame.y + height - globeHeight / 2, fitted));
  projection.translate([middle, equator]);
  const invert = inverseOf(projection, centerLon);
  const [perLon, halfSpan] = [globeWidth / 360, (180 * width) / globeWidth];
  const isWhole = halfSpan > 179.9995;
  return {
    projection,
    frame,
    centerLon,
    halfSpan,
    box: {
      west: isWhole ? WORLD.west : normalLongitude(centerLon - halfSpan - BOX_ROUNDING),
      east: isWhole ? WORLD.east : normalLongitude(centerLon + halfSpan + BOX_ROUNDING),
      south: Math.max(-90, invert(middle, frame.y + height).lat - BOX_ROUNDING),
      north: Math.min(90, invert(middle, frame.y).lat + BOX_ROUNDING),
    },
    project(lon, lat, into) {
      into.x = middle + perLon * (lon - centerLon);
      into.y = equator - scale * up(lat * RADIANS);
    },
  };
}

/** Creates a stereographic view. The central meridian points down from the North Pole, and up from the South Pole. */
function polar(box: Box, frame: Frame): Fitted {
  const sign = box.north + box.south >= 0 ? 1 : -1;
  const centerLon = spanOf(box) > 300 ? 0 : normalLongitude(box.west + spanOf(box) / 2);
  const projection = fitToBox(geoStereographic().rotate([-centerLon, -90 * sign]), box, frame);
  const scale = projection.scale();
  const [poleX, poleY] = projection.translate();
  const shown = boxAroundPole(frame, { x: poleX, y: poleY }, sign, centerLon, inverseOf(projection, centerLon));
  // Points far outside are drawn on a circle around the image, because the opposite pole is infinitely far away.
  const farthest = sign === 1 ? shown.south : -shown.north;
  const rim = Math.max(-80, farthest - (90 - farthest) * 0.6);
  projection.clipAngle(90 - rim);
  return {
    projection,
    frame,
    centerLon,
    halfSpan: 180,
    box: shown,
    // This has the same result as the projection of d3-geo in a tenth of the time.
    project(lon, lat, into) {
      const distance = scale * Math.tan((45 - Math.max(rim, sign * lat) / 2) * RADIANS);
      const angle = (lon - centerLon) * RADIANS;
      into.x = poleX + distance * Math.sin(angle);
      into.y = poleY + sign * distance * Math.cos(angle);
    },
  };
}

function fitToBox(projection: GeoProjection, box: Box, { x, y, width, height }: Frame): GeoProjection {
  const corners: [[number, number], [number, number]] = [
    [x, y],
    [x + width, y + height],
  ];
  // A longitude exactly opposite the center would be on either side.
  const half = Math.min(180 - BOX_ROUNDING, Math.max(MIN_SPAN, spanOf(box)) / 2);
  const missing = Math.max(0, MIN_SPAN - (box.north - box.south)) / 2;
  const lats = [Math.max(-90, box.south - missing), Math.min(90, box.north + missing)];
  const lons = Array.from({ length: 181 }, (_, index) => box.west + spanOf(box) / 2 + half * (index / 90 - 1));
  return projection
    .precision(0)
    .fitExtent(corners, { type: 'MultiPoint', coordinates: lons.flatMap((lon) => lats.map((lat) => [lon, lat])) });
}

const inverseOf =
  (projection: GeoProjection, centerLon: number): MapView['invert'] =>
  (x, y) => {
    const [lon = 0, lat = 0] = projection.invert?.([x, y]) ?? [];
    return { lat, lon: centerLon + normalLongitude(lon - centerLon) };
  };

/** Returns the box of a view around a pole, with all longitudes when the pole is visible. */
function boxAroundPole(
  { x, y, width, height }: Frame,
  pole: Pixel,
  sign: number,
  centerLon: number,
  invert: MapView['invert'],
): Box {
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
  // Beyond the pole, longitudes jump at the meridian opposite the center.
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

/** Returns the width of a box in degrees; 360 for the whole globe. */
export const spanOf = ({ west, east }: Box): number => (west <= east ? east - west : east - west + 360);

/** Returns the equivalent longitude that is nearest to the center. */
export const nearLongitude = (view: MapView, lon: number): number =>
  lon + 360 * Math.round((view.centerLon - lon) / 360);

/** True if a pixel is in the frame, edges inclusive. */
export const isInFrame = ({ frame }: MapView, { x, y }: Pixel): boolean =>
  x >= frame.x - ROUNDING &&
  x <= frame.x + frame.width + ROUNDING &&
  y >= frame.y - ROUNDING &&
  y <= frame.y + frame.height + ROUNDING;

/**
 * Returns the sides of the window beyond which a point is, as bits; 0 inside. Points that share a bit are beyond the
 * same side.
 */
export const sidesBeyond = ({ left, top, right, bottom }: Window, x: number, y: number): number =>
  (x < left ? 1 : x > right ? 2 : 0) | (y < top ? 4 : y > bottom ? 8 : 0);

/** Returns the direction in the image, in degrees clockwise from up, of a course of `bearing` degrees from north. */
export function directionOnMap(view: MapView, lon: number, lat: number, bearing: number): number {
  const step = 0.01 / view.pixelsPerDegree;
  const radians = (bearing * Math.PI) / 180;
  view.project(lon, lat, from);
  view.project(
    lon + (step * Math.sin(radians)) / Math.max(0.001, Math.cos((lat * Math.PI) / 180)),
    lat + step * Math.cos(radians),
    to,
  );
  return (Math.atan2(to.x - from.x, from.y - to.y) * 180) / Math.PI;
}
