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
 * Connects this process to the leader: reports of the leader update live state here, and reports that clients push to
 * this process are forwarded to the leader.
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
 * Connects the leader to the other processes. Reports that clients push to other processes arrive here and are
 * evaluated once, by history, geofences and detectors. The leader then publishes them to every process; the process
 * that forwarded a report ignores it as already known.
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

  /** Does nothing: `ObservationBusRunner` closes the bus when the process stops. */
  async stop(): Promise<void> {}

  async stepDown(): Promise<void> {
    this.bus.join('api', into(this.live));
  }
}
