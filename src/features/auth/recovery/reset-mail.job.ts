import { Service } from 'typedi';
import type { Job } from '../../../jobs/job.js';
import { RESET_MAIL_JOB, type ResetMailPlan, ResetMails } from './reset-mails.service.js';

/**
 * Sends reset links, invitations and notices of changed passwords. A run that fails removes its link; the retry sends a
 * new one.
 */
@Service()
export class ResetMailJob implements Job {
  readonly name = RESET_MAIL_JOB;
  readonly concurrency = 2;
  readonly retries = 5;
  readonly expireSeconds = 300;

  constructor(private readonly mails: ResetMails) {}

  async run(_signal: AbortSignal, plan: ResetMailPlan): Promise<void> {
    await this.mails.send(plan);
  }
}
