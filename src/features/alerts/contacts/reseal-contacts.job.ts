import { Service } from 'typedi';
import { Database } from '../../../database/database.js';
import type { Job } from '../../../jobs/job.js';
import { resealColumn } from '../../../jobs/reseal-column.js';
import { Log } from '../../../logging/log.js';
import { SecretVault } from '../../../secrets/secret-vault.js';
import { placeOfSettings as placeOf } from './contact.js';

/**
 * Seals the settings of contacts with the current data secret. Idempotent: settings with the current one are skipped.
 */
@Service()
export class ResealContactsJob implements Job {
  readonly name = 'alerts.reseal-contacts';
  readonly everySeconds = 86_400;

  constructor(
    private readonly database: Database,
    private readonly vault: SecretVault,
    private readonly log: Log,
  ) {}

  async run(signal: AbortSignal): Promise<void> {
    const { database, vault, log } = this;
    const settings = { table: 'alert_contacts', key: 'id', account: 'account_id', column: 'settings', placeOf };
    await resealColumn({ database, vault, log }, settings, signal);
  }
}
