import type { Order } from '../../../time/sort-order.js';
import type { Area } from '../area.js';
import type { GeoEventType } from '../geo-event.js';
import type { StartCursor } from '../scan-area.js';

/** Filters that an event must all match. */
export interface GeoEventFilter {
  /** Undefined: the whole Earth. */
  area?: Area;
  /** The range of the start: from inclusive, to exclusive. */
  from?: Date;
  to?: Date;
  types?: readonly GeoEventType[];
  minSeverity?: number;
  providers?: readonly string[];
  /** By their beginning: latest first unless given. */
  order?: Order;
  /** True: ongoing events; false: ended events. */
  ongoing?: boolean;
}

/** A position in the order of events: latest start first, then latest id. */
export type EventCursor = StartCursor;
