import { Service } from 'typedi';
import { Clock } from '../../../clock.js';
import { Log } from '../../../log.js';
import { LeaderRunner } from '../../../runner.js';
import { Timers } from '../../../timers.js';
import { FeedRegistry } from '../../../upstream/feed-status.js';
import { FeedSupervisor } from '../../../upstream/supervisor/feed-supervisor.js';
import { Upstreams } from '../../../upstream/upstreams.js';
import { GeoEvents } from '../events/geo-events.service.js';
import { GeospatialConfig } from '../geospatial.config.js';
import { geospatialVendors } from '../geospatial.vendors.js';
import { ObservationSink } from '../observation.js';
import { createSources } from './create-sources.js';

/** The simulated world is the same at every start. */
const SEED = 1;

/** Reads every configured source while the process is the leader, each under its own supervisor. */
@Service()
export class FeedsRunner extends LeaderRunner {
  readonly stage = 'sources';
  private supervisors: FeedSupervisor[] = [];

  constructor(
    private readonly config: GeospatialConfig,
    private readonly upstreams: Upstreams,
    private readonly feeds: FeedRegistry,
    private readonly clock: Clock,
    private readonly timers: Timers,
    private readonly log: Log,
    private readonly sink: ObservationSink,
    private readonly events: GeoEvents,
  ) {
    super();
  }

  /** The sources are made wherever they may be read, so that a wrong line refuses the start there too. @throws ConfigurationError */
  override prepare(): void {
    const { config, upstreams, feeds, clock, timers, log, sink, events } = this;
    const sources = createSources({ config, seed: SEED, upstreams, feeds, clock, timers, log, sink, events });
    this.supervisors = sources.map((source) => new FeedSupervisor(source, { feeds, clock, timers, log }));
    feeds.declare(geospatialVendors);
    this.standBy(true);
  }

  async start(): Promise<void> {
    this.standBy(false);
    this.log.info({ component: 'feeds', feeds: this.supervisors.map(({ source }) => source.feed) }, 'Reading feeds.');
    for (const supervisor of this.supervisors) supervisor.start();
  }

  async stop(): Promise<void> {
    await Promise.all(this.supervisors.map((supervisor) => supervisor.stop()));
  }

  async stepDown(): Promise<void> {
    this.standBy(true);
    await this.stop();
  }

  private standBy(standsBy: boolean): void {
    for (const { source } of this.supervisors) this.feeds.standBy(source.feed, standsBy);
  }
}
