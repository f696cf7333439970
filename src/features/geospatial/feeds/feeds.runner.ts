import { Service } from 'typedi';
import { LeaderRunner } from '../../../coordination/runner.js';
import { Log } from '../../../logging/log.js';
import { Clock } from '../../../time/clock.js';
import { Timers } from '../../../time/timers.js';
import { FeedRegistry } from '../../../upstream/feed-status.js';
import { SharedFeeds } from '../../../upstream/sharing/shared-feeds.js';
import { FeedSupervisor } from '../../../upstream/supervisor/feed-supervisor.js';
import { Upstreams } from '../../../upstream/upstreams.js';
import { GeoEvents } from '../events/geo-events.service.js';
import { GeospatialConfig } from '../geospatial.config.js';
import { geospatialVendors } from '../geospatial.vendors.js';
import { ObservationSink } from '../observation.js';
import { createSources } from './create-sources.js';
import { ObservationBus } from './observation-bus.js';

/** Seed of the simulated world; a constant, so that the world is the same at every start. */
const SEED = 1;

/**
 * Reads this process's part of the configured sources, each under its own supervisor. The process reads all of them if
 * no other process can.
 */
@Service()
export class FeedsRunner extends LeaderRunner {
  readonly stage = 'sources';

  constructor(
    private readonly config: GeospatialConfig,
    private readonly upstreams: Upstreams,
    private readonly feeds: FeedRegistry,
    private readonly clock: Clock,
    private readonly timers: Timers,
    private readonly log: Log,
    private readonly sink: ObservationSink,
    private readonly events: GeoEvents,
    private readonly bus: ObservationBus,
    private readonly shared: SharedFeeds,
  ) {
    super();
  }

  /**
   * Creates the sources in every process that may read them, so that an invalid source fails the start of each such
   * process.
   * @throws ConfigurationError
   */
  override prepare(): void {
    const { config, upstreams, feeds, clock, timers, log, events } = this;
    const sources = createSources({
      config,
      seed: SEED,
      upstreams,
      feeds,
      clock,
      timers,
      log,
      sink: this.sharedSink(),
      events,
    });
    this.shared.add(sources.map((source) => new FeedSupervisor(source, { feeds, clock, timers, log })));
    feeds.declare(geospatialVendors);
  }

  /**
   * Returns the sink of the sources. A follower only sends its reports to the leader, and processes them when the
   * leader publishes them. If no leader receives a report, it is therefore still new to the next leader, which
   * evaluates it.
   */
  private sharedSink(): ObservationSink {
    const { sink, bus, shared } = this;
    const forwarded = (forward: () => void) => {
      forward();
      return true;
    };
    return {
      takeVessel: (report) => (shared.isLeading ? sink.takeVessel(report) : forwarded(() => bus.vessel(report))),
      takeAircraft: (report) => (shared.isLeading ? sink.takeAircraft(report) : forwarded(() => bus.aircraft(report))),
    };
  }

  async start(): Promise<void> {
    await this.shared.lead();
  }

  async stop(): Promise<void> {
    await this.shared.stop();
  }

  override follow(): void {
    this.shared.follow(() => this.bus.isReady);
  }

  /** From now on, sends the reports that this process reads to the new leader. */
  async stepDown(): Promise<void> {
    this.follow();
  }
}
