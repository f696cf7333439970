import { Service } from 'typedi';
import { AccountsService } from '../../../accounts/accounts.service.js';
import { HttpConfig } from '../../../config/http-config.js';
import { laidOut } from '../../../mail/mail-layout.js';
import { Mailer, MailFailure } from '../../../mail/mailer.js';
import { CannotOpen } from '../../../secrets/secret-vault.js';
import { Outbound, OutboundFailure } from '../../../upstream/outbound.js';
import type { Notice, SendOutcome } from '../contacts/channels/channel.js';
import { channelOf } from '../contacts/channels/channels.js';
import type { ContactByWebPush } from '../contacts/channels/web-push.js';
import type { Contact } from '../contacts/contact.js';
import { ContactCalls } from '../contacts/contact-calls.service.js';
import { WebPush } from '../web-push/web-push.service.js';
import type { Notification } from './notification.js';

/** Makes attempts to send notifications, by the channels of their contacts. */
@Service()
export class NotificationAttempts {
  constructor(
    private readonly contacts: ContactCalls,
    private readonly outbound: Outbound,
    private readonly webPush: WebPush,
    private readonly mailer: Mailer,
    private readonly accounts: AccountsService,
    private readonly http: HttpConfig,
  ) {}

  /**
   * Makes one attempt.
   * @throws OutboundFailure `stopped` when this process shuts down meanwhile: the result is unknown
   */
  async attempt(notification: Notification, contact: Contact): Promise<SendOutcome> {
    const { publicUrl } = this.http;
    const notice: Notice = {
      id: notification.id,
      kind: notification.kind,
      thread: notification.alertId ?? notification.id,
      alertId: notification.alertId,
      severity: notification.severity,
      title: notification.title,
      text: notification.text,
      time: notification.createdAt,
      ...(publicUrl === '' || notification.alertId === null
        ? {}
        : { url: `${publicUrl}/#alert=${notification.alertId}` }),
    };
    try {
      return contact.channel === 'email' ? await this.mail(contact, notice) : await this.call(contact, notice);
    } catch (error) {
      if (error instanceof CannotOpen) return { error: 'The settings cannot be decrypted.', isPermanent: true };
      if (error instanceof MailFailure) return { error: error.message, isPermanent: error.isPermanent };
      if (!(error instanceof OutboundFailure) || error.code === 'stopped') throw error;
      return { error: error.message, isPermanent: error.code.startsWith('blocked') };
    }
  }

  private async call(contact: Contact, notice: Notice): Promise<SendOutcome> {
    const channel = channelOf(contact.channel);
    const settings = this.contacts.settingsOf(contact);
    if (contact.channel === 'webPush') return this.webPush.send(settings as ContactByWebPush, notice);
    if (channel.send !== undefined) return channel.send(settings, notice, this.outbound);
    const request = channel.request?.(settings, notice);
    if (request === undefined) return undefined;
    const { status, headers } = await this.outbound.send(request);
    if (status >= 200 && status < 300) return undefined;
    const isPermanent = status < 500 && status !== 408 && status !== 429;
    const wait = Number(headers['retry-after']);
    return {
      error: `The receiver responded with ${status}.`,
      isPermanent,
      ...(wait > 0 && wait < 3_600 ? { waitSeconds: wait } : {}),
    };
  }

  private async mail({ accountId }: Contact, { id, thread, title, text, url }: Notice): Promise<SendOutcome> {
    const { email } = await this.accounts.get(accountId);
    const footer = 'You get this mail because of your alert policies at Watchfloor.';
    const blocks = [
      { kind: 'paragraph' as const, text },
      ...(url === undefined ? [] : [{ kind: 'button' as const, text: 'Open the alert', url }]),
    ];
    await this.mailer.send({
      to: email,
      subject: `[Watchfloor] ${title}`,
      id,
      thread,
      ...laidOut({ title, blocks, footer }),
    });
    return undefined;
  }
}
