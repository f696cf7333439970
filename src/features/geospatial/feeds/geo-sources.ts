import { Service } from 'typedi';
import { Log } from '../../../logging/log.js';
import { Clock } from '../../../time/clock.js';
import { Timers } from '../../../time/timers.js';
import type { FeedSource } from '../../../upstream/feed-source.js';
import { FeedRegistry } from '../../../upstream/feed-status.js';
import { Upstreams } from '../../../upstream/upstreams.js';
import { GeoEvents } from '../events/geo-events.service.js';
import { GeospatialConfig } from '../geospatial.config.js';
import type { ObservationSink } from '../observation.js';
import { ReceptionCounter } from '../reception/reception-counter.js';
import type { TakeVessels } from '../simulated-vessels.js';
import { ReferenceTableRepository } from '../tables/reference-table.repository.js';
import { createSources } from './create-sources.js';

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
    private readonly events: GeoEvents,
    private readonly reception: ReceptionCounter,
    private readonly tables: ReferenceTableRepository,
  ) {}

  /**
   * @param sink receives the positions
   * @param takeWorld receives the vessels of the simulator
   * @throws ConfigurationError
   */
  create(sink: ObservationSink, takeWorld: TakeVessels): FeedSource[] {
    const { config, upstreams, feeds, clock, timers, log, events, reception, tables } = this;
    return createSources({
      config,
      seed: SEED,
      upstreams,
      feeds,
      clock,
      timers,
      log,
      sink,
      events,
      takeWorld,
      reception,
      tables,
    });
  }
}
