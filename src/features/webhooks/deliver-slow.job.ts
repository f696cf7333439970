import { Service } from 'typedi';
import type { Job } from '../../jobs/job.js';
import { Attempts } from './attempts.service.js';
import { type AttemptPlan, DELIVER_SLOW_JOB } from './delivery.js';

/**
 * Makes attempts at endpoints whose last attempts timed out. These attempts have separate slots, so that hanging
 * endpoints do not use the slots of others. Repeated runs are safe as for `DeliverJob`.
 */
@Service()
export class DeliverSlowJob implements Job {
  readonly name = DELIVER_SLOW_JOB;
  readonly concurrency = 20;
  readonly groupConcurrency = 1;
  readonly fair = true;
  /** Time limit of a run (s); most of it is waiting for a slot. */
  readonly expireSeconds = 3_600;
  readonly retries = 100;

  constructor(private readonly attempts: Attempts) {}

  async run(_signal: AbortSignal, plan: AttemptPlan): Promise<void> {
    await this.attempts.make(plan, 'slow');
  }
}
