import { Service } from 'typedi';
import type { Job } from '../../../jobs/job.js';
import { AppGrants } from './app-grants.service.js';

/** Deletes unused registrations of apps, and expired requests, codes and tokens. Idempotent. */
@Service()
export class RemoveExpiredOAuthJob implements Job {
  readonly name = 'auth.remove-expired-oauth';
  readonly everySeconds = 600;

  constructor(private readonly grants: AppGrants) {}

  async run(): Promise<void> {
    await this.grants.removeExpired();
  }
}
