import { Service } from 'typedi';
import type { Job } from '../../../jobs/job.js';
import { SealedColumns } from '../../../jobs/sealed-columns.service.js';
import { placeOfSettings as placeOf } from './contact.js';

const settings = { table: 'alert_contacts', key: 'id', account: 'account_id', column: 'settings', placeOf };

/**
 * Seals the settings of contacts with the current data secret. Idempotent: settings with the current one are skipped.
 */
@Service()
export class ResealContactsJob implements Job {
  readonly name = 'alerts.reseal-contacts';
  readonly everySeconds = 86_400;

  constructor(private readonly columns: SealedColumns) {}

  run(signal: AbortSignal): Promise<void> {
    return this.columns.reseal(settings, signal);
  }
}
