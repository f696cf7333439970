import { Service } from 'typedi';
import type { Job } from '../../../jobs/job.js';
import { SealedColumns } from '../../../jobs/sealed-columns.service.js';
import { placeOf } from './second-factor.service.js';

const secrets = { table: 'second_factors', key: 'account_id', account: 'account_id', column: 'secret', placeOf };

/** Seals the secrets of second factors with the current data secret. Idempotent: those with it are skipped. */
@Service()
export class ResealSecondFactorsJob implements Job {
  readonly name = 'auth.reseal-second-factors';
  readonly everySeconds = 86_400;

  constructor(private readonly columns: SealedColumns) {}

  run(signal: AbortSignal): Promise<void> {
    return this.columns.reseal(secrets, signal);
  }
}
