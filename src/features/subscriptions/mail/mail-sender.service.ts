import { Service } from 'typedi';
import { HttpConfig } from '../../../config/http-config.js';
import { MailConfig } from '../../../config/mail-config.js';
import { Database } from '../../../database/database.js';
import { summaryOf } from '../../../events/event-summary.js';
import type { LoggedEvent } from '../../../events/logged-event.js';
import { WindowStore } from '../../../http/rate-limit/window-store.js';
import { Log } from '../../../logging/log.js';
import { type Mail, Mailer, MailFailure } from '../../../mail/mailer.js';
import { Clock } from '../../../time/clock.js';
import { HOUR_MS } from '../../../time/durations.js';
import type { Subscription } from '../subscription.js';
import { digestMail, eventMail, MAX_LINES } from './event-mail.js';
import { isSingle } from './mail-batch.js';
import { MailQueueRepository } from './mail-queue.repository.js';
import { type MailPlan, MailQueue } from './mail-queue.service.js';
import { UnsubscribeTokens } from './unsubscribe-tokens.service.js';

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
    private readonly tokens: UnsubscribeTokens,
    private readonly windows: WindowStore,
    private readonly config: MailConfig,
    private readonly http: HttpConfig,
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
    if (attempts === 0 && isSingle(batch) && (await this.isOverLimit(subscription))) return;
    const events = await this.repository.events(found.slice(0, MAX_LINES).map(({ id }) => id));
    const counts = Map.groupBy(found, ({ severity }) => severity);
    const mail = this.written(
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

  /**
   * Whether the account's mails of this hour are used up. If so, its due events are put into one mail that is sent when
   * the hour ends.
   */
  private async isOverLimit({ id, accountId }: Subscription): Promise<boolean> {
    const { count, resetInMs } = await this.windows.hit(`mail:${accountId}`, HOUR_MS);
    if (count <= this.config.perHour) return false;
    await this.database.transaction(() => this.queue.collect(id, accountId, this.clock.now() + resetInMs));
    return true;
  }

  private written(
    { id, name }: Subscription,
    to: string,
    batch: string,
    events: readonly LoggedEvent[],
    counts: ReadonlyMap<number, number>,
  ): Mail {
    const { publicUrl } = this.http;
    const unsubscribeUrl =
      publicUrl === ''
        ? {}
        : { unsubscribeUrl: `${publicUrl}/api/v1/subscriptions/unsubscribe?token=${this.tokens.of(id)}` };
    const context = { subscription: { id, name }, publicUrl, ...unsubscribeUrl };
    const summaries = events.map((event) => summaryOf(event, publicUrl));
    const [event, ...others] = events;
    const isOne = isSingle(batch) && others.length === 0 && event !== undefined;
    const content = isOne ? eventMail(summaries[0]!, context) : digestMail(summaries, counts, context);
    // The Message-ID is derived from the subscription and the batch, so that receivers show a mail that was sent twice
    // only once.
    const own = `${batch.replace(':', '.')}.${id}`;
    const thread = isOne ? threadOf(event, id) : undefined;
    return {
      to,
      ...content,
      id: thread?.isFirst ? thread.id : own,
      ...(thread === undefined ? {} : { thread: thread.id }),
    };
  }
}

/**
 * Returns the thread of a mail about an alert: mails about one alert form a thread that begins with the mail about its
 * firing. Undefined for other events.
 */
function threadOf(
  { subject, type }: LoggedEvent,
  subscriptionId: string,
): { id: string; isFirst: boolean } | undefined {
  const [, alertId] = /^alert:([\w-]{1,64})$/.exec(subject ?? '') ?? [];
  return alertId === undefined
    ? undefined
    : { id: `alert.${alertId}.${subscriptionId}`, isFirst: type === 'alert.firing' };
}

/** Returns the failure. @throws the error itself if it is not a failure of mail */
function failureOf(error: unknown): MailFailure {
  if (error instanceof MailFailure) return error;
  throw error;
}
