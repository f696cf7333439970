import { Service } from 'typedi';
import type { Job } from '../../../jobs/job.js';
import { MAIL_JOB, type MailPlan } from './mail-queue.service.js';
import { MailSender } from './mail-sender.service.js';

/**
 * Sends one mail. Events of a sent mail are deleted. If the process ends before they are deleted, the mail is sent
 * again with the same Message-ID.
 */
@Service()
export class MailJob implements Job {
  readonly name = MAIL_JOB;
  readonly concurrency = 10;
  readonly groupConcurrency = 1;
  /** An account with many mails occupies only a few of the slots. */
  readonly fair = true;
  /** Time limit of a run (s); most of it is waiting for a slot and a connection. */
  readonly expireSeconds = 900;
  /**
   * Number of retries of a run. A run fails only on errors of the service itself; failures of the mail server are
   * retried by `MailSender`.
   */
  readonly retries = 100;

  constructor(private readonly sender: MailSender) {}

  async run(_signal: AbortSignal, plan: MailPlan): Promise<void> {
    await this.sender.send(plan);
  }
}
