import { Service } from 'typedi';
import type { Job } from '../../../jobs/job.js';
import { NOTIFY_JOB } from './notification.js';
import { NotificationSender } from './notification-sender.service.js';

/**
 * Sends one notification. A sent notification is not sent again. If the process ends between the call and its record,
 * the call is repeated, because a repeated message does less harm than a lost one.
 */
@Service()
export class NotifyJob implements Job {
  readonly name = NOTIFY_JOB;
  readonly concurrency = 20;
  readonly groupConcurrency = 1;
  readonly fair = true;
  /** Time limit of a run (s): a call takes at most 15 seconds, after it has waited for a slot. */
  readonly expireSeconds = 300;
  readonly retries = 100;

  constructor(private readonly sender: NotificationSender) {}

  async run(_signal: AbortSignal, { id, isPaced = false }: { id: string; isPaced?: boolean }): Promise<void> {
    await this.sender.send(id, isPaced);
  }
}
