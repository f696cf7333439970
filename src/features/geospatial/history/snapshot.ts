import type { MapLayer } from '../layer.js';
import type { PastEvent, PastPin } from './history.repository.js';
import type { MovingState } from './objects/stored-state.js';
import type { PositionAt } from './position-at.js';

/** Something that moved, where it was and what is known of it. */
export interface PastObject extends PositionAt {
  /** As it is known today; undefined where nothing is. */
  state: MovingState | undefined;
}

/** All positions and ongoing events at one moment. */
export interface Snapshot {
  at: Date;
  /** Requested layers; the others are empty. */
  layers: readonly MapLayer[];
  vessels: PastObject[];
  aircraft: PastObject[];
  events: PastEvent[];
  pins: PastPin[];
  /** Layers of which there was more. */
  truncated: MapLayer[];
}
