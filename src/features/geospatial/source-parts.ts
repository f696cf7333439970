import type { FeedSource } from '../../upstream/feed-source.js';
import type { SourceParts } from '../../upstream/source-parts.js';
import type { GeoEventSink } from './geo-event.js';
import type { GeospatialConfig } from './geospatial.config.js';
import type { ObservationSink } from './observation.js';

/** The parts with which sources of positions and events are made. */
export interface GeoSourceParts extends SourceParts {
  config: GeospatialConfig;
  /** The same seed makes the same simulated world. */
  seed: number;
  sink: ObservationSink;
  events: GeoEventSink;
}

/**
 * Makes the source of a line of `SVC_AIS_SOURCES` and its like.
 * @returns undefined for a line that belongs to another maker
 * @throws Error with a sentence for the operator that names the problem
 */
export type SourceMaker = (line: string, parts: GeoSourceParts) => FeedSource | undefined;
