import { Service } from 'typedi';
import { Clock } from '../../../time/clock.js';
import type { SendOutcome } from '../contacts/channels/channel.js';
import { ContactCalls } from '../contacts/contact-calls.service.js';
import type { Notification } from './notification.js';
import { NotificationRepository } from './notification.repository.js';
import { NotificationAttempts } from './notification-attempts.service.js';
import { NotificationQueue } from './notification-queue.service.js';

/** Delays before each retry (s): 6 attempts in about 36 minutes. */
const pauses = [10, 60, 300, 600, 1_200];

/** Sends notifications to their contacts. */
@Service()
export class NotificationSender {
  constructor(
    private readonly notifications: NotificationRepository,
    private readonly queue: NotificationQueue,
    private readonly contacts: ContactCalls,
    private readonly attempts: NotificationAttempts,
    private readonly clock: Clock,
  ) {}

  /**
   * Sends a notification, unless it was sent before. Postpones it while the rate of its contact is used up.
   * @throws OutboundFailure `stopped` when this process shuts down meanwhile: the result is unknown, and the attempt
   * must be repeated
   */
  async send(id: string, isPaced: boolean): Promise<void> {
    const { notification, contact } = (await this.notifications.load(id)) ?? {};
    if (notification?.status !== 'pending') return;
    if (contact == null) return this.complete(notification, { error: 'The contact was deleted.', isPermanent: true });
    if (contact.disabledReason !== null)
      return this.complete(notification, { error: contact.disabledReason, isPermanent: true });
    const wait = isPaced ? 0 : await this.contacts.wait(contact);
    if (wait > 0) return this.queue.again(notification, wait, true);
    const outcome = await this.attempts.attempt(notification, contact);
    if (outcome?.isGone) await this.contacts.disable(contact, outcome.error);
    await this.complete(notification, outcome);
  }

  private async complete(notification: Notification, outcome: SendOutcome): Promise<void> {
    const now = new Date(this.clock.now());
    const attempts = notification.attempts + 1;
    if (outcome === undefined)
      return this.notifications.update(notification.id, { status: 'sent', attempts, error: null, completedAt: now });
    const { error, isPermanent, waitSeconds = 0 } = outcome;
    const pause = pauses[notification.attempts];
    if (isPermanent || pause === undefined)
      return this.notifications.update(notification.id, { status: 'failed', attempts, error, completedAt: now });
    await this.notifications.update(notification.id, { attempts, error });
    // If the process ends here, the run is repeated, and this attempt counts as made.
    await this.queue.again(notification, Math.max(pause, waitSeconds), false);
  }
}
