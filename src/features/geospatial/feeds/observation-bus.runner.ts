import { Service } from 'typedi';
import { ServiceConfig } from '../../../config/service-config.js';
import { Log } from '../../../log.js';
import { Runner } from '../../../runner.js';
import { LivePicture } from '../live/live-picture.js';
import { ObservationBus } from './observation-bus.js';
import { Observations } from './observations.js';

/**
 * Joins the processes that read feeds and those that only answer. What the former take in goes into the pictures of the latter; what the
 * latter are handed by receivers goes to the former, so that history, fences and detectors see it, and from there to all.
 */
@Service()
export class ObservationBusRunner extends Runner {
  readonly roles = ['api', 'ingest'] as const;
  readonly stage = 'sources';
  private end?: () => Promise<void>;

  constructor(
    private readonly bus: ObservationBus,
    private readonly picture: LivePicture,
    private readonly observations: Observations,
    private readonly config: ServiceConfig,
    private readonly log: Log,
  ) {
    super();
  }

  async start(): Promise<void> {
    const readsFeeds = this.config.roles.includes('ingest');
    if (!readsFeeds && !this.bus.isOpen)
      this.log.warn(
        { component: 'feeds' },
        'This process reads no feeds, and without SVC_REDIS_URL it learns nothing from one that does: its map stays empty.',
      );
    // Where feeds are read a report is carried on to every process that answers; where it came from, it is no news.
    const sink = readsFeeds ? this.observations : this.picture;
    this.end = await this.bus.listen({ vessel: (report) => void sink.takeVessel(report), aircraft: (report) => void sink.takeAircraft(report) });
  }

  async stop(): Promise<void> {
    await this.end?.();
    await this.bus.close();
  }
}
