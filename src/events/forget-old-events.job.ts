import { Service } from 'typedi';
import { Clock } from '../clock.js';
import { DAY_MS } from '../durations.js';
import type { Job } from '../jobs/job.js';
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

  async run(signal: AbortSignal): Promise<void> {
    for (const { type, retentionDays } of this.catalogue.list()) {
      const oldest = new Date(this.clock.now() - retentionDays * DAY_MS);
      while (!signal.aborted && (await this.log.forget(type, oldest, BATCH)) === BATCH);
    }
  }
}
