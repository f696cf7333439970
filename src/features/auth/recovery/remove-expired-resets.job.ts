import { Service } from 'typedi';
import type { Job } from '../../../jobs/job.js';
import { PasswordResetService } from './password-reset.service.js';

/** Deletes expired password reset links. Idempotent. */
@Service()
export class RemoveExpiredResetsJob implements Job {
  readonly name = 'auth.remove-expired-resets';
  readonly everySeconds = 3_600;

  constructor(private readonly resets: PasswordResetService) {}

  async run(): Promise<void> {
    await this.resets.removeExpired();
  }
}
