import { Service } from 'typedi';
import type { ExpiredRows, Job } from '../../../jobs/job.js';
import { AlertsService } from './alerts.service.js';

/**
 * Deletes alerts that were resolved longer ago than the retention. Idempotent: a second run finds nothing left to
 * delete.
 */
@Service()
export class ForgetOldAlertsJob implements Job {
  readonly name = 'alerts.forget-old';
  readonly everySeconds = 3_600;

  constructor(private readonly alerts: AlertsService) {}

  async expired(): Promise<ExpiredRows[]> {
    return [{ table: 'alerts', rows: await this.alerts.countOld() }];
  }

  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted && (await this.alerts.forgetOld()));
  }
}
