import { Service } from 'typedi';
import type { ExpiredRows, Job } from '../../../jobs/job.js';
import { TickRecords } from './tick-record.service.js';

/** Deletes recorded ticks that are older than a week. Idempotent: a second run finds nothing left to delete. */
@Service()
export class ForgetOldTicksJob implements Job {
  readonly name = 'alerts.forget-old-ticks';
  readonly everySeconds = 3_600;

  constructor(private readonly ticks: TickRecords) {}

  async expired(): Promise<ExpiredRows[]> {
    return [{ table: 'alert_ticks', rows: await this.ticks.countOld() }];
  }

  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted && (await this.ticks.forgetOld()));
  }
}
