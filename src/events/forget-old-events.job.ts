import { Service } from 'typedi';
import type { ExpiredRows, Job } from '../jobs/job.js';
import { EventRetention } from './event-retention.js';

/**
 * Makes the next partition of the log and deletes events older than their type is kept. Idempotent: what exists is not
 * made, and what is deleted is not found again.
 */
@Service()
export class ForgetOldEventsJob implements Job {
  readonly name = 'events.forget-old';
  readonly everySeconds = 3_600;

  constructor(private readonly retention: EventRetention) {}

  async expired(): Promise<ExpiredRows[]> {
    return [{ table: 'events', rows: await this.retention.countExpired() }];
  }

  async run(signal: AbortSignal): Promise<void> {
    await this.retention.makePartitions(signal);
    await this.retention.forget(signal);
  }
}
