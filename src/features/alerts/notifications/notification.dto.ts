import { answerOf } from '../../../api/answer.js';
import { Dto, Field } from '../../../api/field.js';
import { choice, integer, list, nullable, optional, text, timestamp, uuid } from '../../../api/rules.js';
import { OrderField, PageQuery, pageOf } from '../../../http/page.js';
import { Id } from '../../../resources/resource-dto.js';
import type { Order } from '../../../time/sort-order.js';
import { noticeKinds } from '../contacts/channels/channel.js';
import { type Notification, type NotificationStatus, notificationStatuses } from './notification.js';

@Dto('The notifications to list. All conditions hold together.')
export class AlertNotificationsQuery extends PageQuery {
  @OrderField('by the time of the decision', 'desc')
  order: Order = 'desc';

  @Field('Only notifications about one of these alerts.', optional(list(uuid(), 50, 1)), { isWithoutExample: true })
  alertId?: string[];

  @Field('Only notifications by one of these policies.', optional(list(uuid(), 50, 1)), { isWithoutExample: true })
  policyId?: string[];

  @Field('Only notifications to one of these contacts.', optional(list(uuid(), 50, 1)), { isWithoutExample: true })
  contactId?: string[];

  @Field('Only notifications with one of these statuses.', optional(list(choice(notificationStatuses), 3, 1)), {
    example: ['failed'],
  })
  status?: NotificationStatus[];
}

@Dto('A message to a contact about an alert.')
export class AlertNotificationDto {
  @Id() id!: string;

  @Field('The alert; null for a test.', nullable(uuid()))
  alertId!: string | null;

  @Field('The policy that caused the message; null for a test.', nullable(uuid()))
  policyId!: string | null;

  @Field('The contact; it may have been deleted since.', uuid())
  contactId!: string;

  @Field('The name of the contact when the message was created.', text(1, 100), { example: 'Ada, phone' })
  contactName!: string;

  @Field('The channel of the contact when the message was created.', text(1, 20), { example: 'ntfy' })
  channel!: string;

  @Field('The reason: the alert fired, was acknowledged or was resolved; or a test.', choice(noticeKinds), {
    example: 'firing',
  })
  kind!: string;

  @Field('Number of the step of the policy, from 1; 0 for a test.', integer(0, 20), { example: 1 })
  step!: number;

  @Field('Number of earlier notifications in the step.', integer(0, 10_000), { example: 0 })
  repeatCount!: number;

  @Field('The title of the message.', text(0, 1_000), { example: 'Apple above 250' })
  title!: string;

  @Field(
    '`pending`: it waits for its next attempt; `sent`: the receiver accepted it, or a webhook delivery was queued; ' +
      '`failed`: it is not attempted again.',
    choice(notificationStatuses),
    { example: 'sent' },
  )
  status!: string;

  @Field('Number of attempts; 0 for a webhook, whose deliveries count them.', integer(0, 100), { example: 1 })
  attemptCount!: number;

  @Field('The error of the last failed attempt; null if no attempt failed.', nullable(text(1, 500)), { example: null })
  error!: string | null;

  @Field('When the message was created (UTC).', timestamp())
  createdAt!: string;

  @Field(
    'When the receiver accepted the message, or the last attempt failed (UTC); null while it is pending.',
    nullable(timestamp()),
  )
  completedAt!: string | null;

  static from(notification: Notification): AlertNotificationDto {
    const { policyId, step, repeat, attempts, ...others } = notification;
    return answerOf(AlertNotificationDto, {
      ...others,
      policyId,
      step: policyId === null ? 0 : step + 1,
      repeatCount: repeat,
      attemptCount: attempts,
    });
  }
}

export const AlertNotificationPageDto = pageOf(
  AlertNotificationDto,
  'AlertNotificationPageDto',
  'A page of notifications, newest first.',
);
