import { Service } from 'typedi';
import type { Job } from '../../../jobs/job.js';
import { MailQueue } from './mail-queue.service.js';

/** Sends events whose mail is long overdue, together. Idempotent: what it moved is no longer overdue. */
@Service()
export class OverdueMailsJob implements Job {
  readonly name = 'subscriptions.overdue-mails';
  readonly everySeconds = 300;

  constructor(private readonly queue: MailQueue) {}

  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted && (await this.queue.collectOverdue()));
  }
}
