import { type Box, boxAround, boxContains, splitBox } from './box.js';
import { distanceMeters } from './sphere.js';

/** A part of the Earth, prepared for fast tests whether it contains a position. */
export interface Area {
  /** One or two boxes that contain the whole area and do not cross the antimeridian; searches are limited to them. */
  boxes: readonly Box[];
  /** True when the area consists of exactly the boxes, so that every position in them is in the area. */
  isBoxes: boolean;
  contains(lat: number, lon: number): boolean;
}

export const boxArea = (box: Box): Area => ({
  boxes: splitBox(box),
  isBoxes: true,
  contains: (lat, lon) => boxContains(box, lat, lon),
});

export function circleArea(lat: number, lon: number, radiusMeters: number): Area {
  return {
    boxes: splitBox(boxAround(lat, lon, radiusMeters)),
    isBoxes: false,
    contains: (otherLat, otherLon) => distanceMeters(lat, lon, otherLat, otherLon) <= radiusMeters,
  };
}

/** A polygon that is prepared for fast tests of positions. */
export interface PreparedArea {
  boxes: readonly Box[];
  contains(lat: number, lon: number): boolean;
}

export const polygonArea = (shape: PreparedArea): Area => ({
  boxes: shape.boxes,
  isBoxes: false,
  contains: (lat, lon) => shape.contains(lat, lon),
});
