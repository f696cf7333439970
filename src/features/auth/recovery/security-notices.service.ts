import { Service } from 'typedi';
import { AccountsService } from '../../../accounts/accounts.service.js';
import { HttpConfig } from '../../../config/http-config.js';
import { EventLog } from '../../../events/event-log.js';
import type { LoggedEvent } from '../../../events/logged-event.js';
import { Jobs } from '../../../jobs/jobs.js';
import { Log } from '../../../logging/log.js';
import { Mailer, MailFailure } from '../../../mail/mailer.js';
import { Clock } from '../../../time/clock.js';
import { DAY_MS } from '../../../time/durations.js';
import { securityMail } from './account-mails.js';

export const NOTICE_MAIL_JOB = 'auth.notice-mail';

export interface NoticePlan {
  eventId: string;
}

/** Sends mails to accounts about their own security, independently of subscriptions. */
@Service()
export class SecurityNotices {
  constructor(
    private readonly accounts: AccountsService,
    private readonly events: EventLog,
    private readonly mailer: Mailer,
    private readonly jobs: Jobs,
    private readonly http: HttpConfig,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  get isAvailable(): boolean {
    return this.mailer.isConfigured;
  }

  /**
   * Queues a mail for each event, in the caller's transaction. Events older than a day are skipped, because mail may
   * have been configured long after them.
   */
  async queue(events: readonly LoggedEvent[]): Promise<void> {
    const recent = events.filter(({ time }) => time.getTime() > this.clock.now() - DAY_MS);
    if (recent.length > 0)
      await this.jobs.sendMany(
        NOTICE_MAIL_JOB,
        recent.map(({ id }) => ({ data: { eventId: id } satisfies NoticePlan })),
      );
  }

  /** Sends a queued mail. @throws MailFailure after a failure that may be temporary */
  async mail({ eventId }: NoticePlan): Promise<void> {
    const [event] = await this.events.byIds([eventId]);
    const account = event?.ownerId == null ? undefined : await this.accounts.present(event.ownerId);
    if (event === undefined || account === undefined) return;
    try {
      await this.mailer.send(securityMail(account, event, this.http.publicUrl));
    } catch (error) {
      if (!(error instanceof MailFailure) || !error.isPermanent) throw error;
      this.log.warn({ component: 'mail', err: error }, 'Mail dropped.');
    }
  }
}
