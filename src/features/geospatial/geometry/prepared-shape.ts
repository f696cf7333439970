import type { Box } from '../box.js';

/** A shape on the Earth that is ready to be asked about many places. */
export interface PreparedShape {
  /** Boxes that hold all of it, without crossing the antimeridian: the areas to search. */
  boxes: readonly Box[];
  contains(lat: number, lon: number): boolean;
  /** Returns the distance (m) from a place to the shape; 0 within it. */
  distanceMeters(lat: number, lon: number): number;
  /**
   * Returns a lower bound (m) of the distance from a place in the boxes to the edge of the shape, often much lower than
   * the distance. Above 0 for places inside, below 0 for places outside, 0 where it is not known.
   * @param least fewer are of no use (m), and 0 will do
   */
  clearanceMeters(lat: number, lon: number, least: number): number;
}
