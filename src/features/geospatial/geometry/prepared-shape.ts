import type { Box } from '../box.js';

/** A shape on the Earth that is ready to be asked about many places. */
export interface PreparedShape {
  /** What holds all of it, without crossing the antimeridian: where to look at all. */
  boxes: readonly Box[];
  contains(lat: number, lon: number): boolean;
  /** Metres from a place to the shape; 0 within it. */
  distanceMeters(lat: number, lon: number): number;
}
