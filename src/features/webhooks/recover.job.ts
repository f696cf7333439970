import { Service } from 'typedi';
import type { Job } from '../../jobs/job.js';
import { RECOVER_JOB } from './delivery.js';
import { Recovery } from './recovery.service.js';

/**
 * Queues deliveries that an endpoint missed. Idempotent: each step stores its progress, and a finished recovery has no
 * steps left.
 */
@Service()
export class RecoverJob implements Job {
  readonly name = RECOVER_JOB;
  readonly concurrency = 2;
  /** Time limit of a run (s); a long recovery takes several runs. */
  readonly expireSeconds = 60;
  readonly retries = 100;

  constructor(private readonly recovery: Recovery) {}

  async run(signal: AbortSignal, { endpointId }: { endpointId: string }): Promise<void> {
    await this.recovery.run(endpointId, signal);
  }
}
