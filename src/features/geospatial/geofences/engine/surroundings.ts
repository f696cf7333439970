import type { PreparedShape } from '../../geometry/prepared-shape.js';
import type { Layer } from '../../layer.js';

/** Where something is. Numbers that are not known are NaN. */
export interface Place {
  lat: number;
  lon: number;
  /** ms */
  observedAt: number;
  altitudeFeet: number;
  accuracyMeters: number;
}

/** Where everything is now, for fences that are made or that move. */
export interface Surroundings {
  find(layer: Layer, key: number): Place | undefined;
  /** Keys of what is inside a shape, in no order. */
  within(layer: Layer, shape: PreparedShape): Iterable<number>;
}
