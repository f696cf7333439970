import { Service } from 'typedi';
import type { ExpiredRows, Job } from '../../../jobs/job.js';
import { AccountUsage } from './account-usage.service.js';

/** Deletes the usage of accounts after 35 days. Idempotent: deleted rows are not found again. */
@Service()
export class ForgetOldUsageJob implements Job {
  readonly name = 'admin.forget-old-usage';
  readonly everySeconds = 3_600;

  constructor(private readonly usage: AccountUsage) {}

  async expired(): Promise<ExpiredRows[]> {
    return [{ table: 'account_usage', rows: await this.usage.countOld() }];
  }

  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted && (await this.usage.forgetOld()));
  }
}
