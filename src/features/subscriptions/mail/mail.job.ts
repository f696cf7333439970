import { Service } from 'typedi';
import type { Job } from '../../../jobs/job.js';
import { MAIL_JOB, type MailPlan } from './mail-queue.service.js';
import { MailSender } from './mail-sender.service.js';

/**
 * Sends one mail. Idempotent as far as mail permits: sent events are forgotten; a mail whose process died before that
 * is sent again with the same Message-ID.
 */
@Service()
export class MailJob implements Job {
  readonly name = MAIL_JOB;
  readonly concurrency = 10;
  readonly groupConcurrency = 1;
  /** An account with many mails keeps a few places busy, and no others. */
  readonly fair = true;
  /** Most of it is the wait for a place and for a connection. */
  readonly expireSeconds = 900;
  /** A run fails only when the service itself fails; failures of the mail server do not count. */
  readonly retries = 100;

  constructor(private readonly sender: MailSender) {}

  async run(_signal: AbortSignal, plan: MailPlan): Promise<void> {
    await this.sender.send(plan);
  }
}
