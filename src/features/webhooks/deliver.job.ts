import { Service } from 'typedi';
import type { Job } from '../../jobs/job.js';
import { Attempts } from './attempts.service.js';
import { type AttemptPlan, DELIVER_JOB } from './delivery.js';

/**
 * Makes one attempt of a delivery. Idempotent as far as the world permits: an attempt on record is not made again; one
 * whose process died before it was on record is, with the same `webhook-id`.
 */
@Service()
export class DeliverJob implements Job {
  readonly name = DELIVER_JOB;
  readonly concurrency = 50;
  readonly groupConcurrency = 5;
  /** An account whose endpoints hang keeps a few places busy, and no others. */
  readonly fair = true;
  /** An attempt takes 15 seconds at most; before it waits for a place. */
  readonly expireSeconds = 300;
  /** A run fails only when the service itself fails; failures of endpoints do not count. */
  readonly retries = 100;

  constructor(private readonly attempts: Attempts) {}

  async run(_signal: AbortSignal, plan: AttemptPlan): Promise<void> {
    await this.attempts.make(plan, 'usual');
  }
}
