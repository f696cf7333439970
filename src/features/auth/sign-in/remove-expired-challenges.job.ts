import { Service } from 'typedi';
import type { Job } from '../../../jobs/job.js';
import { SecondStepService } from './second-step.service.js';

/** Deletes sign-ins that were not completed in time. Idempotent. */
@Service()
export class RemoveExpiredChallengesJob implements Job {
  readonly name = 'auth.remove-expired-challenges';
  readonly everySeconds = 3_600;

  constructor(private readonly steps: SecondStepService) {}

  async run(): Promise<void> {
    await this.steps.removeExpired();
  }
}
