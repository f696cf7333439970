import { Service } from 'typedi';
import type { Job } from '../../jobs/job.js';
import { RECOVER_JOB } from './delivery.js';
import { Recovery } from './recovery.service.js';

/**
 * Queues what an endpoint missed. Idempotent: how far it has come is written with every step, and a finished recovery
 * has none left.
 */
@Service()
export class RecoverJob implements Job {
  readonly name = RECOVER_JOB;
  readonly concurrency = 2;
  /** A long recovery is many runs. */
  readonly expireSeconds = 60;
  readonly retries = 100;

  constructor(private readonly recovery: Recovery) {}

  async run(signal: AbortSignal, { endpointId }: { endpointId: string }): Promise<void> {
    await this.recovery.run(endpointId, signal);
  }
}
