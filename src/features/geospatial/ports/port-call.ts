import type { Order } from '../../../time/sort-order.js';
import type { ShipType } from '../ais/ship-type.js';
import type { GeoEvent } from '../geo-event.js';

/** A call of a vessel at a port, as its event of type `port_call` and live state describe it. */
export interface PortCall {
  event: GeoEvent;
  mmsi: string;
  name: string | null;
  shipType: ShipType | null;
  port: { locode: string | null; name: string; country: string | null };
}

/** Filters of port calls. */
export interface PortCallFilter {
  /** Range of the arrival: `from` inclusive, `to` exclusive. */
  from?: Date;
  to?: Date;
  /** True: only vessels that are still there; false: only those that have departed. */
  ongoing?: boolean;
  /** Order by arrival. Default: latest first. */
  order?: Order;
}
