import { Service } from 'typedi';
import { EventConsumer } from '../../../events/event-consumer.js';
import { EventReaders } from '../../../events/event-readers.js';
import type { LoggedEvent } from '../../../events/logged-event.js';
import { Mailer } from '../../../mail/mailer.js';
import { MailMatching } from './mail-matching.service.js';
import { MailQueue } from './mail-queue.service.js';

const EVENTS_AT_ONCE = 500;

/**
 * Queues events of the log for mail in the transaction that stores the progress of the consumer, so that each event is
 * queued once. Separate from webhooks, so that neither delays the other.
 */
@Service()
export class MailFanOut extends EventConsumer {
  readonly role = 'worker';

  constructor(
    private readonly readers: EventReaders,
    private readonly matching: MailMatching,
    private readonly queue: MailQueue,
    private readonly mailer: Mailer,
  ) {
    super();
  }

  async turn(): Promise<boolean> {
    if (!this.mailer.isConfigured) return false;
    return this.readers.advance('mails', EVENTS_AT_ONCE, (events) => this.queueFor(events));
  }

  private async queueFor(events: LoggedEvent[]): Promise<undefined> {
    const wanted = await this.matching.match(events);
    if (wanted.length > 0) await this.queue.add(wanted);
  }
}
