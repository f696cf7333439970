import { Service } from 'typedi';
import type { Job } from '../../../jobs/job.js';
import { MailQueue } from './mail-queue.service.js';

/**
 * Sends overdue events together in one mail per subscription. Idempotent: events that it moved are no longer overdue.
 */
@Service()
export class OverdueMailsJob implements Job {
  readonly name = 'subscriptions.overdue-mails';
  readonly everySeconds = 300;

  constructor(private readonly queue: MailQueue) {}

  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted && (await this.queue.collectOverdue()));
  }
}
