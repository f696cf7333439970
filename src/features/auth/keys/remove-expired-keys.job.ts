import { Service } from 'typedi';
import type { Job } from '../../../jobs/job.js';
import { PersonalKeysService } from './personal-keys.service.js';

/** Deletes expired personal keys, which are no longer valid. Idempotent. */
@Service()
export class RemoveExpiredKeysJob implements Job {
  readonly name = 'auth.remove-expired-keys';
  readonly everySeconds = 600;

  constructor(private readonly keys: PersonalKeysService) {}

  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted && (await this.keys.removeExpired()));
  }
}
