import { Service } from 'typedi';
import type { ExpiredRows, Job } from '../jobs/job.js';
import { EventRetention } from './event-retention.js';

/**
 * Creates the next partition of the log and deletes events that are older than the retention of their type. Idempotent.
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
