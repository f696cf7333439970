import { Service } from 'typedi';
import { Database } from '../../../database/database.js';
import { Log } from '../../../logging/log.js';
import { Mailer, MailFailure } from '../../../mail/mailer.js';
import { Clock } from '../../../time/clock.js';
import type { Subscription } from '../subscription.js';
import { MAX_LINES } from './event-mail.js';
import { isSingle } from './mail-batch.js';
import { MailLimit } from './mail-limit.service.js';
import { MailQueueRepository } from './mail-queue.repository.js';
import { type MailPlan, MailQueue } from './mail-queue.service.js';
import { MailWriter } from './mail-writer.service.js';

/** Maximum number of events of one mail; it lists at most `MAX_LINES` of them and counts all. */
const MAX_EVENTS = 10_000;
/** Delays before each retry (s): 8 attempts in about 22 hours. */
const pauses = [60, 300, 900, 3_600, 3 * 3_600, 6 * 3_600, 12 * 3_600];

/** Sends the mails of subscriptions. */
@Service()
export class MailSender {
  constructor(
    private readonly repository: MailQueueRepository,
    private readonly queue: MailQueue,
    private readonly mailer: Mailer,
    private readonly writer: MailWriter,
    private readonly limit: MailLimit,
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  /** Sends a mail, unless its events were already sent or the subscription no longer has the channel `email`. */
  async send(plan: MailPlan): Promise<void> {
    const { subscriptionId, batch, attempts = 0 } = plan;
    const recipient = await this.repository.recipient(subscriptionId);
    if (recipient?.subscription.channel !== 'email') return this.repository.removeAll(subscriptionId);
    const found = await this.repository.listBatch(subscriptionId, batch, MAX_EVENTS);
    if (found.length === 0) return;
    const { subscription, address } = recipient;
    if (attempts === 0 && isSingle(batch) && (await this.limit.isOver(subscription))) return;
    const events = await this.repository.events(found.slice(0, MAX_LINES).map(({ id }) => id));
    const counts = Map.groupBy(found, ({ severity }) => severity);
    const mail = this.writer.write(
      subscription,
      address,
      batch,
      events,
      new Map([...counts].map(([severity, { length }]) => [severity, length])),
    );
    const failure = await this.mailer.send(mail).then(
      () => undefined,
      (error: unknown) => failureOf(error),
    );
    const ids = found.map(({ id }) => id);
    await this.database.transaction(() => this.record(plan, subscription, ids, failure));
  }

  private async record(
    plan: MailPlan,
    { accountId }: Subscription,
    eventIds: readonly string[],
    failure: MailFailure | undefined,
  ): Promise<void> {
    const { subscriptionId, attempts = 0 } = plan;
    await this.repository.note(subscriptionId, new Date(this.clock.now()), failure?.message ?? null);
    const pause = pauses[attempts];
    if (failure === undefined) return this.repository.remove(subscriptionId, eventIds);
    if (!failure.isPermanent && pause !== undefined) return this.queue.retry(plan, accountId, attempts + 1, pause);
    this.log.warn({ component: 'mail', subscriptionId, events: eventIds.length, err: failure }, 'Mail dropped.');
    await this.repository.remove(subscriptionId, eventIds);
  }
}

/** Returns the failure. @throws the error itself if it is not a failure of mail */
function failureOf(error: unknown): MailFailure {
  if (error instanceof MailFailure) return error;
  throw error;
}
