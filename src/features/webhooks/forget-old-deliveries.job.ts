import { Service } from 'typedi';
import type { ExpiredRows, Job } from '../../jobs/job.js';
import { DeliveryRetention } from './delivery-retention.service.js';

/**
 * Creates partitions for the next days, and deletes deliveries after 30 days with their attempts. Idempotent: existing
 * partitions are not created again, and deleted deliveries are not found again.
 */
@Service()
export class ForgetOldDeliveriesJob implements Job {
  readonly name = 'webhooks.forget-old';
  readonly everySeconds = 3_600;

  constructor(private readonly retention: DeliveryRetention) {}

  async expired(): Promise<ExpiredRows[]> {
    return [{ table: 'webhook_deliveries', rows: await this.retention.countExpired() }];
  }

  async run(signal: AbortSignal): Promise<void> {
    await this.retention.makePartitions(signal);
    await this.retention.forget(signal);
  }
}
