import { Service } from 'typedi';
import { Database } from '../../../database/database.js';
import type { Job } from '../../../jobs/job.js';
import { resealColumn } from '../../../jobs/reseal-column.js';
import { Log } from '../../../logging/log.js';
import { SecretVault } from '../../../secrets/secret-vault.js';
import { placeOf } from './second-factor.service.js';

/** Seals the secrets of second factors with the current data secret. Idempotent: those with it are skipped. */
@Service()
export class ResealSecondFactorsJob implements Job {
  readonly name = 'auth.reseal-second-factors';
  readonly everySeconds = 86_400;

  constructor(
    private readonly database: Database,
    private readonly vault: SecretVault,
    private readonly log: Log,
  ) {}

  async run(signal: AbortSignal): Promise<void> {
    const { database, vault, log } = this;
    const secrets = { table: 'second_factors', key: 'account_id', account: 'account_id', column: 'secret', placeOf };
    await resealColumn({ database, vault, log }, secrets, signal);
  }
}
