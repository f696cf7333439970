import { Service } from 'typedi';
import { MailConfig } from '../../../config/mail-config.js';
import { Database } from '../../../database/database.js';
import { WindowStore } from '../../../http/rate-limit/window-store.js';
import { Clock } from '../../../time/clock.js';
import { HOUR_MS } from '../../../time/durations.js';
import type { Subscription } from '../subscription.js';
import { MailQueue } from './mail-queue.service.js';

/** Limits the mails of an account in an hour. */
@Service()
export class MailLimit {
  constructor(
    private readonly queue: MailQueue,
    private readonly windows: WindowStore,
    private readonly config: MailConfig,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /**
   * Whether the account's mails of this hour are used up. If so, its due events are put into one mail that is sent when
   * the hour ends.
   */
  async isOver({ id, accountId }: Subscription): Promise<boolean> {
    const { count, resetInMs } = await this.windows.hit(`mail:${accountId}`, HOUR_MS);
    if (count <= this.config.perHour) return false;
    await this.database.transaction(() => this.queue.collect(id, accountId, this.clock.now() + resetInMs));
    return true;
  }
}
