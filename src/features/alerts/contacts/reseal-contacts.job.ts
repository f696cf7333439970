import { Service } from 'typedi';
import type { Job } from '../../../jobs/job.js';
import { SealedColumns } from '../../../jobs/sealed-columns.service.js';
import { VapidKeyStore } from '../web-push/vapid-keys.service.js';
import { placeOfSettings as placeOf } from './contact.js';

const settings = { table: 'alert_contacts', key: 'id', account: 'account_id', column: 'settings', placeOf };

/**
 * Seals the settings of contacts and the keys for push messages with the current data secret. Idempotent: settings with
 * the current one are skipped.
 */
@Service()
export class ResealContactsJob implements Job {
  readonly name = 'alerts.reseal-contacts';
  readonly everySeconds = 86_400;

  constructor(
    private readonly columns: SealedColumns,
    private readonly keys: VapidKeyStore,
  ) {}

  async run(signal: AbortSignal): Promise<void> {
    await this.keys.reseal();
    await this.columns.reseal(settings, signal);
  }
}
