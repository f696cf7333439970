import type { FeedSource } from '../../upstream/feed-source.js';
import type { SourceParts } from '../../upstream/source-parts.js';
import type { GeoEventSink } from './geo-event.js';
import type { GeospatialConfig } from './geospatial.config.js';
import type { ObservationSink, ReportCounter } from './observation.js';
import type { Position } from './position.js';
import type { ReferenceTableSink } from './reference-table.js';
import type { TakeFlights } from './simulated-flights.js';
import type { TakeVessels } from './simulated-vessels.js';
import type { TransitSink } from './transit-day.js';

/** The services with which sources of positions and events are created. */
export interface GeoSourceParts extends SourceParts {
  config: GeospatialConfig;
  /** Seed of the simulator: the same seed simulates the same world. */
  seed: number;
  sink: ObservationSink;
  events: GeoEventSink;
  takeWorld: TakeVessels;
  takeFlights: TakeFlights;
  /** Returns the position of the receiver of this source (`SVC_RECEIVERS`); undefined if it is not configured. */
  receiver?(): Position | undefined;
  /** Counts the reports of each source for the coverage. */
  reception: ReportCounter;
  /** Stores tables of aircraft, airports and routes. */
  tables: ReferenceTableSink;
  /** Stores transit calls of straits and canals, and calls at ports. */
  transits: TransitSink;
}

/**
 * Creates the source that one entry of `SVC_AIS_SOURCES` or a similar setting configures.
 * @returns undefined for an entry that another maker handles
 * @throws Error with a message for the operator
 */
export type SourceMaker = (line: string, parts: GeoSourceParts) => FeedSource | undefined;
