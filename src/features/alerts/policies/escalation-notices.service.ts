import { Service } from 'typedi';
import { HttpConfig } from '../../../config/http-config.js';
import { EventLog } from '../../../events/event-log.js';
import { Clock } from '../../../time/clock.js';
import type { Alert } from '../alerts/alert.js';
import { alertFields } from '../alerts/alert-json.js';
import type { NoticeKind } from '../contacts/channels/channel.js';
import { ContactRepository } from '../contacts/contact.repository.js';
import { NotificationRepository } from '../notifications/notification.repository.js';
import { NotificationQueue } from '../notifications/notification-queue.service.js';
import { OnCallScheduleRepository } from '../on-call/on-call-schedule.repository.js';
import { type AlertNotifiedDto, alertNotified } from './policies.events.js';
import type { Policy, PolicyStep } from './policy.js';
import { messageOf } from './policy-message.js';

/** The place in a policy at which a message is decided. */
type Place = { id: string; step: number; repeat: number };

/** Notifies contacts for escalations, in the caller's transaction. */
@Service()
export class EscalationNotices {
  constructor(
    private readonly contacts: ContactRepository,
    private readonly notifications: NotificationRepository,
    private readonly queue: NotificationQueue,
    private readonly events: EventLog,
    private readonly onCall: OnCallScheduleRepository,
    private readonly clock: Clock,
    private readonly http: HttpConfig,
  ) {}

  /** Notifies the contacts of a step, and those on call now. @returns the number of contacts */
  async fire(place: Place, policy: Policy, alert: Alert): Promise<number> {
    const { contactIds, onCallIds = [] } = policy.steps[place.step] as PolicyStep;
    const onCall = await this.onCall.onCall(alert.accountId, onCallIds, this.clock.now());
    return this.notify('firing', [...contactIds, ...onCall], place, policy, alert);
  }

  /** Notifies the contacts that an escalation has notified that its alert was handled. */
  async end(place: Place, policy: Policy, alert: Alert, kind: 'acknowledged' | 'resolved'): Promise<void> {
    const contactIds = await this.notifications.contactsOf(place.id);
    await this.notify(kind, contactIds, { id: place.id, step: place.step, repeat: 0 }, policy, alert);
  }

  private async notify(
    kind: NoticeKind,
    contactIds: readonly string[],
    { id: escalationId, step, repeat }: Place,
    policy: Policy,
    alert: Alert,
  ): Promise<number> {
    const contacts = await this.contacts.among(alert.accountId, contactIds);
    if (contacts.length === 0) return 0;
    const message = messageOf(policy, alert, { kind, step, repeat }, this.http.publicUrl);
    const place = { escalationId, policyId: policy.id, alertId: alert.id, kind, step, repeat };
    const added = await this.queue.add(contacts, { ...place, severity: alert.severity, ...message });
    if (added.length === 0) return contacts.length;
    const data = {
      alert: alertFields(alert),
      policyId: policy.id,
      kind,
      step: step + 1,
      repeatCount: repeat,
      ...message,
      contactNames: contacts.map(({ name }) => name),
      endpointIds: contacts.flatMap(({ endpointId }) => endpointId ?? []),
    };
    await this.events.append(alertNotified, {
      data: data as unknown as AlertNotifiedDto,
      subject: `alert:${alert.id}`,
      ownerId: alert.accountId,
    });
    return contacts.length;
  }
}
