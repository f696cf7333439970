import { Service } from 'typedi';
import { ServiceConfig } from '../../../config/service-config.js';
import { LeaderRunner, Runner } from '../../../coordination/runner.js';
import { Log } from '../../../logging/log.js';
import { LiveState } from '../live/live-state.js';
import type { ObservationSink } from '../observation.js';
import { type BusReceiver, ObservationBus } from './observation-bus.js';
import { Observations } from './observations.js';

const into = (sink: ObservationSink): BusReceiver => ({
  vessel: (report) => void sink.takeVessel(report),
  aircraft: (report) => void sink.takeAircraft(report),
});

/**
 * Connects this process to the leader: reports of the leader update live state here, and reports pushed to this process
 * go to the leader.
 */
@Service()
export class ObservationBusRunner extends Runner {
  readonly roles = ['api', 'ingest'] as const;
  readonly stage = 'sources';

  constructor(
    private readonly bus: ObservationBus,
    private readonly live: LiveState,
    private readonly config: ServiceConfig,
    private readonly log: Log,
  ) {
    super();
  }

  async start(): Promise<void> {
    if (!this.config.roles.includes('ingest') && !this.bus.isOpen)
      this.log.warn(
        { component: 'feeds' },
        'This process reads no feeds, and without SVC_REDIS_URL it learns nothing from one that does: its map ' +
          'stays empty.',
      );
    this.bus.join('api', into(this.live));
  }

  async stop(): Promise<void> {
    await this.bus.close();
  }
}

/**
 * Where feeds are read the process is on the other side: what receivers have handed to the others comes here, so that
 * history, fences and detectors see it, once; and it is carried on to every process that answers, where it came from
 * being no news.
 */
@Service()
export class LeadingBusRunner extends LeaderRunner {
  readonly stage = 'sources';

  constructor(
    private readonly bus: ObservationBus,
    private readonly live: LiveState,
    private readonly observations: Observations,
  ) {
    super();
  }

  async start(): Promise<void> {
    this.bus.join('ingest', into(this.observations));
  }

  /** The bus is closed with the process. */
  async stop(): Promise<void> {}

  async stepDown(): Promise<void> {
    this.bus.join('api', into(this.live));
  }
}
