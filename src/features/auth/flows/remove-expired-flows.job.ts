import { Service } from 'typedi';
import type { Job } from '../../../jobs/job.js';
import { FlowCleanupService } from './flow-cleanup.service.js';

/** Deletes sign-ins at providers and challenges of passkeys that were not answered in time. Idempotent. */
@Service()
export class RemoveExpiredFlowsJob implements Job {
  readonly name = 'auth.remove-expired-flows';
  readonly everySeconds = 600;

  constructor(private readonly flows: FlowCleanupService) {}

  async run(): Promise<void> {
    await this.flows.removeExpired();
  }
}
