import { Service } from 'typedi';
import { HttpConfig } from '../../../config/http-config.js';
import { summaryOf } from '../../../events/event-summary.js';
import type { LoggedEvent } from '../../../events/logged-event.js';
import type { Mail } from '../../../mail/mailer.js';
import type { Subscription } from '../subscription.js';
import { digestMail, eventMail } from './event-mail.js';
import { isSingle } from './mail-batch.js';
import { UnsubscribeTokens } from './unsubscribe-tokens.service.js';

/** Writes the mails of subscriptions. */
@Service()
export class MailWriter {
  constructor(
    private readonly tokens: UnsubscribeTokens,
    private readonly http: HttpConfig,
  ) {}

  /**
   * Writes a mail about one event, or about the events of a batch.
   * @param events the events that the mail lists
   * @param counts number of all events of the batch, by severity
   */
  write(
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
