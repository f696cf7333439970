import type { Box } from '../box.js';

/** A shape on the Earth that is prepared for fast tests of many positions. */
export interface PreparedShape {
  /** Boxes that contain the whole shape and do not cross the antimeridian; searches are limited to them. */
  boxes: readonly Box[];
  contains(lat: number, lon: number): boolean;
  /** Returns the distance (m) from a position to the shape; 0 inside. */
  distanceMeters(lat: number, lon: number): number;
  /**
   * Returns a lower bound (m) of the distance from a position in the boxes to the edge of the shape, often much lower
   * than the distance. It is positive inside, negative outside, and 0 where it is unknown.
   * @param least minimum useful distance (m); for a shorter one, 0 may be returned
   */
  clearanceMeters(lat: number, lon: number, least: number): number;
}
