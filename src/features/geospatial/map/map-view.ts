import type { Box } from '../box.js';

/** Degrees by which the box of a view exceeds its frame, so that rounding loses nothing on its edge. */
export const BOX_ROUNDING = 1e-9;

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

/** The part of the Earth that an image shows, and its place in the image. */
export interface MapView {
  projection: 'mercator' | 'equirectangular' | 'polar';
  frame: Frame;
  /** Everything visible: more than the requested box when its shape differs. */
  box: Box;
  /** The longitude in the middle: there is one turn of every other nearest to it. */
  centreLon: number;
  /** Degrees of latitude that are drawn at all. */
  latitudes: readonly [south: number, north: number];
  /** Of latitude, in the middle. */
  pixelsPerDegree: number;
  /** Longitudes are not normalized, so that lines may cross the antimeridian. */
  project(lon: number, lat: number, into: Pixel): void;
  /** The place at a pixel. */
  invert(x: number, y: number): { lat: number; lon: number };
}

/** The turn of a longitude that is nearest to the middle. */
export const nearLongitude = (view: MapView, lon: number): number => lon + 360 * Math.round((view.centreLon - lon) / 360);

/** Pixels by which a place on the very edge may miss it, as floating-point numbers do. */
const ROUNDING = 1e-6;

/** Edges belong to it. */
export const isInFrame = ({ frame }: MapView, { x, y }: Pixel): boolean =>
  x >= frame.x - ROUNDING && x <= frame.x + frame.width + ROUNDING && y >= frame.y - ROUNDING && y <= frame.y + frame.height + ROUNDING;

/** Degrees of a box from west to east; 360 of the whole globe. */
export function spanOf({ west, east }: Box): number {
  return west <= east ? east - west : east - west + 360;
}

const [from, to]: [Pixel, Pixel] = [
  { x: 0, y: 0 },
  { x: 0, y: 0 },
];

/** The direction in the image, in degrees clockwise from up, of a course of `bearing` degrees from north. */
export function directionInPicture(view: MapView, lon: number, lat: number, bearing: number): number {
  const step = 0.01 / view.pixelsPerDegree;
  const radians = (bearing * Math.PI) / 180;
  view.project(lon, lat, from);
  view.project(lon + (step * Math.sin(radians)) / Math.max(0.001, Math.cos((lat * Math.PI) / 180)), lat + step * Math.cos(radians), to);
  return (Math.atan2(to.x - from.x, from.y - to.y) * 180) / Math.PI;
}
