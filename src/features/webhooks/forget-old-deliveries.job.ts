import { Service } from 'typedi';
import type { ExpiredRows, Job } from '../../jobs/job.js';
import { DeliveriesService } from './deliveries.service.js';

/** Forgets deliveries after 30 days, with their attempts. Idempotent: deleted alerts are not found again. */
@Service()
export class ForgetOldDeliveriesJob implements Job {
  readonly name = 'webhooks.forget-old';
  readonly everySeconds = 3_600;

  constructor(private readonly deliveries: DeliveriesService) {}

  async expired(): Promise<ExpiredRows[]> {
    return [{ table: 'webhook_deliveries', rows: await this.deliveries.countOld() }];
  }

  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted && (await this.deliveries.forgetOld()));
  }
}
