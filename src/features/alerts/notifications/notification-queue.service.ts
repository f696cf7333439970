import { Service } from 'typedi';
import { Jobs } from '../../../jobs/jobs.js';
import { Clock } from '../../../time/clock.js';
import { uuidV7 } from '../../../time/uuid-v7.js';
import type { Contact } from '../contacts/contact.js';
import { NOTIFY_JOB, type Notification } from './notification.js';
import { NotificationRepository } from './notification.repository.js';

type Content = Omit<
  Notification,
  | 'id'
  | 'accountId'
  | 'contactId'
  | 'contactName'
  | 'channel'
  | 'status'
  | 'attempts'
  | 'error'
  | 'createdAt'
  | 'completedAt'
>;

/** Stores notifications together with the runs that send them, in the caller's transaction. */
@Service()
export class NotificationQueue {
  constructor(
    private readonly notifications: NotificationRepository,
    private readonly jobs: Jobs,
    private readonly clock: Clock,
  ) {}

  /**
   * Decides one message to each contact; one that was decided before is not decided again. Messages to webhooks are
   * complete at once, because an event that names the endpoint delivers them.
   * @returns the new notifications
   */
  async add(contacts: readonly Contact[], content: Content): Promise<Notification[]> {
    const now = new Date(this.clock.now());
    const added = await this.notifications.insert(
      contacts.map(({ id, accountId, name, channel }) => ({
        ...content,
        id: uuidV7(),
        accountId,
        contactId: id,
        contactName: name,
        channel,
        status: channel === 'webhook' ? 'sent' : 'pending',
        attempts: 0,
        error: null,
        createdAt: now,
        completedAt: channel === 'webhook' ? now : null,
      })),
    );
    await this.jobs.sendMany(
      NOTIFY_JOB,
      added.filter(({ status }) => status === 'pending').map((one) => ({ data: { id: one.id }, ...turnOf(one) })),
    );
    return added;
  }

  /** Queues a pending notification again. @param isPaced true if it has waited for the rate of its contact */
  async again(notification: Notification, seconds: number, isPaced: boolean): Promise<void> {
    const data = { id: notification.id, isPaced };
    await this.jobs.send(NOTIFY_JOB, data, { startAfterSeconds: seconds, ...turnOf(notification) });
  }
}

const turnOf = ({ contactId, accountId }: Notification) => ({ group: contactId, owner: accountId });
