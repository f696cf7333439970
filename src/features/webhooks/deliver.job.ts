import { Service } from 'typedi';
import type { Job } from '../../jobs/job.js';
import { Attempts } from './attempts.service.js';
import { type AttemptPlan, DELIVER_JOB } from './delivery.js';

/**
 * Makes one attempt of a delivery. A recorded attempt is not made again. If the process ends before the attempt is
 * recorded, it is made again with the same `webhook-id`.
 */
@Service()
export class DeliverJob implements Job {
  readonly name = DELIVER_JOB;
  readonly concurrency = 50;
  readonly groupConcurrency = 5;
  /** An account whose endpoints hang occupies only a few of the slots. */
  readonly fair = true;
  /** Time limit of a run (s): an attempt takes at most 15 seconds, after it has waited for a slot. */
  readonly expireSeconds = 300;
  /**
   * Number of retries of a run. A run fails only on errors of the service itself; failures of endpoints are retried by
   * schedule.
   */
  readonly retries = 100;

  constructor(private readonly attempts: Attempts) {}

  async run(_signal: AbortSignal, plan: AttemptPlan): Promise<void> {
    await this.attempts.make(plan, 'usual');
  }
}
