import { Service } from 'typedi';
import { LeaderRunner } from '../../../coordination/runner.js';
import { FeedRegistry } from '../../../upstream/feed-status.js';
import { SharedFeeds } from '../../../upstream/sharing/shared-feeds.js';
import { FeedSupervisors } from '../../../upstream/supervisor/feed-supervisors.js';
import { DetectorsRunner } from '../detectors/detectors.runner.js';
import { geospatialVendors } from '../geospatial.vendors.js';
import { ObservationSink } from '../observation.js';
import { GeoSources } from './geo-sources.js';
import { ObservationBus } from './observation-bus.js';
import { WorldPasts } from './world-pasts.service.js';

/**
 * Reads this process's part of the configured sources, each under its own supervisor. The process reads all of them if
 * no other process can.
 */
@Service()
export class FeedsRunner extends LeaderRunner {
  readonly stage = 'sources';

  constructor(
    private readonly sources: GeoSources,
    private readonly supervisors: FeedSupervisors,
    private readonly feeds: FeedRegistry,
    private readonly sink: ObservationSink,
    private readonly bus: ObservationBus,
    private readonly shared: SharedFeeds,
    private readonly detectors: DetectorsRunner,
    private readonly pasts: WorldPasts,
  ) {
    super();
  }

  /**
   * Creates the sources in every process that may read them, so that an invalid source fails the start of each such
   * process.
   * @throws ConfigurationError
   */
  override prepare(): void {
    const worlds = this.pasts.receivers((detections) => this.detectors.adopt(detections));
    this.shared.add(this.supervisors.over(this.sources.create(this.sharedSink(), worlds)));
    this.feeds.declare(geospatialVendors);
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
