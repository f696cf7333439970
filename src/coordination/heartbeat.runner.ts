import { hostname } from 'node:os';
import { Service } from 'typedi';
import { ServiceConfig } from '../config/service-config.js';
import { version } from '../config/version.js';
import { Log } from '../logging/log.js';
import { SECOND_MS } from '../time/durations.js';
import { Timers } from '../time/timers.js';
import { uuidV7 } from '../time/uuid-v7.js';
import { Leadership } from './leadership.js';
import { ProcessRegistry } from './process-registry.js';
import { Runner } from './runner.js';

const BEAT_EVERY_MS = 5 * SECOND_MS;

/** Writes the heartbeat of this process while it runs, so that operators see it. */
@Service()
export class HeartbeatRunner extends Runner {
  readonly roles = ['api', 'worker', 'ingest'] as const;
  readonly stage = 'state';
  private readonly id = uuidV7();
  private readonly name = `${hostname()}:${process.pid}`;
  private end = () => {};
  private beating: Promise<void> = Promise.resolve();
  private isFailing = false;

  constructor(
    private readonly registry: ProcessRegistry,
    private readonly leadership: Leadership,
    private readonly config: ServiceConfig,
    private readonly timers: Timers,
    private readonly log: Log,
  ) {
    super();
  }

  async start(): Promise<void> {
    await this.registry.removeForgotten();
    await this.beat();
    this.end = this.timers.every(BEAT_EVERY_MS, () => void this.beat());
  }

  async stop(): Promise<void> {
    this.end();
    await this.beating;
    // An outage must not delay the shutdown of the process, whose row then becomes silent.
    await this.registry.remove(this.id).catch(() => undefined);
  }

  private beat(): Promise<void> {
    this.beating = this.beating.then(async () => {
      const { id, name, leadership, config } = this;
      try {
        await this.registry.beat({ id, name, roles: config.roles, version, isLeader: leadership.isLeading });
        this.isFailing = false;
      } catch (error) {
        // The failure is logged once per outage.
        if (!this.isFailing)
          this.log.warn({ component: 'processes', err: error }, 'Writing the heartbeat failed; repeating it.');
        this.isFailing = true;
      }
    });
    return this.beating;
  }
}
