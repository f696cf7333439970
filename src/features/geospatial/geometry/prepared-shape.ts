import type { Box } from '../box.js';

/** A shape on the Earth that is ready to be asked about many places. */
export interface PreparedShape {
  /** Boxes that hold all of it, without crossing the antimeridian: the areas to search. */
  boxes: readonly Box[];
  contains(lat: number, lon: number): boolean;
  /** Metres from a place to the shape; 0 within it. */
  distanceMeters(lat: number, lon: number): number;
  /**
   * Metres that one may go from a place in the boxes, whichever way, without crossing the edge of the shape; never too
   * many, often too few. Above 0 for places inside, below 0 for places outside, 0 where it is not known.
   * @param least fewer are of no use (m), and 0 will do
   */
  clearanceMeters(lat: number, lon: number, least: number): number;
}
