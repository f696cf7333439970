import { Service } from 'typedi';
import type { Job } from '../../jobs/job.js';
import { Attempts } from './attempts.service.js';
import { type AttemptPlan, DELIVER_SLOW_JOB } from './delivery.js';

/**
 * Makes attempts at endpoints whose last attempts timed out, with separate slots: endpoints that hang do not use the
 * slots of those that respond. Idempotent like `DeliverJob`.
 */
@Service()
export class DeliverSlowJob implements Job {
  readonly name = DELIVER_SLOW_JOB;
  readonly concurrency = 20;
  readonly groupConcurrency = 1;
  readonly fair = true;
  /** Most of it is the wait for a place. */
  readonly expireSeconds = 3_600;
  readonly retries = 100;

  constructor(private readonly attempts: Attempts) {}

  async run(_signal: AbortSignal, plan: AttemptPlan): Promise<void> {
    await this.attempts.make(plan, 'slow');
  }
}
