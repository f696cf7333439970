import type { Clock } from '../../clock.js';
import type { Log } from '../../log.js';
import type { Timers } from '../../timers.js';
import type { FeedSource } from '../../upstream/feed-source.js';
import type { FeedRegistry } from '../../upstream/feed-status.js';
import type { Upstreams } from '../../upstream/upstreams.js';
import type { GeoEventSink } from './geo-event.js';
import type { GeospatialConfig } from './geospatial.config.js';
import type { ObservationSink } from './observation.js';

/** What sources are made with. */
export interface SourceParts {
  config: GeospatialConfig;
  /** The same seed makes the same simulated world. */
  seed: number;
  upstreams: Upstreams;
  feeds: FeedRegistry;
  clock: Clock;
  timers: Timers;
  log: Log;
  sink: ObservationSink;
  events: GeoEventSink;
}

/**
 * Makes the source of a line of `SVC_AIS_SOURCES` and its like.
 * @returns undefined for a line that another maker may know
 * @throws Error with what is wrong with it, for the operator
 */
export type SourceMaker = (line: string, parts: SourceParts) => FeedSource | undefined;
