import { Service } from 'typedi';
import { Clock } from '../clock.js';
import { DAY_MS } from '../durations.js';
import type { ExpiredRows, Job } from '../jobs/job.js';
import { EventCatalogue } from './event-catalogue.js';
import { EventLog } from './event-log.js';

const BATCH = 5_000;

/** Forgets events older than their type is kept. Idempotent: deleted alerts are not found again. */
@Service()
export class ForgetOldEventsJob implements Job {
  readonly name = 'events.forget-old';
  readonly everySeconds = 3_600;

  constructor(
    private readonly catalogue: EventCatalogue,
    private readonly log: EventLog,
    private readonly clock: Clock,
  ) {}

  async expired(): Promise<ExpiredRows[]> {
    let rows = 0;
    for (const { type, retentionDays } of this.catalogue.list()) rows += await this.log.countBefore(type, this.oldest(retentionDays));
    return [{ table: 'events', rows }];
  }

  async run(signal: AbortSignal): Promise<void> {
    for (const { type, retentionDays } of this.catalogue.list()) {
      const oldest = this.oldest(retentionDays);
      while (!signal.aborted && (await this.log.forget(type, oldest, BATCH)) === BATCH);
    }
  }

  private oldest(retentionDays: number): Date {
    return new Date(this.clock.now() - retentionDays * DAY_MS);
  }
}
