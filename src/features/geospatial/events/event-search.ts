import type { Order } from '../../../time/sort-order.js';
import type { Area } from '../area.js';
import type { GeoEventType } from '../geo-event.js';
import type { StartCursor } from '../scan-area.js';

/** Filters of events; an event must match all given ones. */
export interface GeoEventFilter {
  /** Area of the search; undefined: the whole Earth. */
  area?: Area;
  /** Range of the start: `from` inclusive, `to` exclusive. */
  from?: Date;
  to?: Date;
  types?: readonly GeoEventType[];
  minSeverity?: number;
  providers?: readonly string[];
  /** Order by start. Default: latest first. */
  order?: Order;
  /** True: only ongoing events; false: only ended events. */
  ongoing?: boolean;
}

/** A position in a list of events that is ordered by start, then by id. */
export type EventCursor = StartCursor;
