import type { Area } from '../area.js';
import type { GeoEventType } from '../geo-event.js';

/** Which events; all conditions hold together. */
export interface GeoEventFilter {
  /** Undefined: all of the Earth. */
  area?: Area;
  /** When they began: the first included, the second not. */
  from?: Date;
  to?: Date;
  types?: readonly GeoEventType[];
  minSeverity?: number;
  providers?: readonly string[];
  /** True: those that go on; false: those that are over. */
  ongoing?: boolean;
}

/** A place in the order of events: the latest start first, and of one start the latest id. */
export interface EventPlace {
  startedAt: Date;
  id: string;
}
