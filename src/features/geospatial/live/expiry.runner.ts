import { Service } from 'typedi';
import type { Role } from '../../../config/service-config.js';
import { Log } from '../../../log.js';
import { Runner, type Stage } from '../../../runner.js';
import { Timers } from '../../../timers.js';
import { LiveState } from './live-state.js';
import { RejectionLogger } from './rejection-logger.js';

const EVERY_MS = 5_000;
/** Interval of log lines about rejected reports (ms). */
const LOG_INTERVAL_MS = 600_000;

/** Removes expired objects, and logs rejected reports. */
@Service()
export class ExpiryRunner extends Runner {
  readonly roles: readonly Role[] = ['api', 'worker', 'ingest'];
  readonly stage: Stage = 'state';
  private ends: Array<() => void> = [];

  constructor(
    private readonly picture: LiveState,
    private readonly timers: Timers,
    private readonly log: Log,
  ) {
    super();
  }

  async start(): Promise<void> {
    const teller = new RejectionLogger(this.picture, this.log);
    this.ends = [this.timers.every(EVERY_MS, () => void this.picture.expire()), this.timers.every(LOG_INTERVAL_MS, () => teller.tell())];
  }

  async stop(): Promise<void> {
    for (const end of this.ends.splice(0)) end();
  }
}
