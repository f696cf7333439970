import { Service } from 'typedi';
import { Log } from '../../../logging/log.js';
import { Clock } from '../../../time/clock.js';
import { Timers } from '../../../time/timers.js';
import type { FeedSource } from '../../../upstream/feed-source.js';
import { FeedRegistry } from '../../../upstream/feed-status.js';
import { Upstreams } from '../../../upstream/upstreams.js';
import { GeospatialConfig } from '../geospatial.config.js';
import type { ObservationSink } from '../observation.js';
import type { GeoSourceParts } from '../source-parts.js';
import { createSources } from './create-sources.js';
import { SourceTargets } from './source-targets.js';

/** Seed of the simulated world; a constant, so that the world is the same at every start. */
const SEED = 1;

/** Creates the configured sources of positions and events. */
@Service()
export class GeoSources {
  constructor(
    private readonly config: GeospatialConfig,
    private readonly upstreams: Upstreams,
    private readonly feeds: FeedRegistry,
    private readonly clock: Clock,
    private readonly timers: Timers,
    private readonly log: Log,
    private readonly targets: SourceTargets,
  ) {}

  /**
   * @param sink receives the positions
   * @param worlds receives the vessels and the aircraft of the simulator
   * @throws ConfigurationError
   */
  create(sink: ObservationSink, worlds: Pick<GeoSourceParts, 'takeWorld' | 'takeFlights'>): FeedSource[] {
    const { config, upstreams, feeds, clock, timers, log } = this;
    const { events, reception, tables, transits } = this.targets;
    const parts = { config, seed: SEED, upstreams, feeds, clock, timers, log };
    return createSources({ ...parts, sink, events, ...worlds, reception, tables, transits });
  }
}
