import { answerOf } from '../../../api/answer.js';
import { Dto, Field } from '../../../api/field.js';
import { choice, integer, list, nullable, optional, text, timestamp, uuid } from '../../../api/rules.js';
import { OrderField, PageQuery, pageOf } from '../../../http/page.js';
import type { Order } from '../../../time/sort-order.js';
import { type Delivery, type DeliveryStatus, deliveryStatuses } from '../../webhooks/delivery.js';
import {
  type EndpointLoad,
  type EndpointStateName,
  endpointStates,
  MAX_PENDING,
} from '../../webhooks/endpoint-load.js';
import { ReasonField } from '../read-reason.dto.js';

const id = '019aa3c1-7e52-7c4b-9d0e-3f5a1b2c4d80';
const accountId = '019aa3c1-7e52-7c4b-9d0e-3f5a1b2c4d70';
const time = '2026-11-20T23:15:00.000Z';
const isoOf = (at: Date | null) => at?.toISOString() ?? null;

/** Path parameter: the id of an endpoint. */
export const endpointIdParam = { id: { description: 'Id of the endpoint.', rule: uuid(), example: id } };

@Dto('A webhook endpoint of any account, as shown to operators.')
export class AdminWebhookEndpointDto {
  @Field('Identifier (UUIDv7).', uuid(), { example: id })
  id!: string;

  @Field('Id of the account that owns the endpoint.', uuid(), { example: accountId })
  accountId!: string;

  @Field('Host of the URL. The rest of the URL may be a secret and is not shown.', text(1, 300), {
    example: 'hooks.example.org',
  })
  host!: string;

  @Field(
    '`failing`: every attempt since `failingSince` failed; `disabled`: nothing is delivered.',
    choice(endpointStates),
    { example: 'failing' },
  )
  state!: string;

  @Field('Reason for the disabling, as the owner sees it; null while enabled.', nullable(text(1, 50)), {
    example: null,
  })
  disabledReason!: string | null;

  @Field('Time of the disabling (UTC); null while enabled.', nullable(timestamp()), { example: null })
  disabledAt!: string | null;

  @Field(
    'First failed attempt since the last success (UTC); null if the last attempt succeeded.',
    nullable(timestamp()),
    { example: time },
  )
  failingSince!: string | null;

  @Field(`Number of pending deliveries, counted up to ${MAX_PENDING.toLocaleString('en')}.`, integer(0, MAX_PENDING), {
    example: 12,
  })
  pendingCount!: number;

  @Field(
    'Time at which the oldest pending delivery was queued (UTC); null without pending deliveries.',
    nullable(timestamp()),
    { example: time },
  )
  oldestPendingAt!: string | null;

  @Field('Creation time (UTC).', timestamp(), { example: time })
  createdAt!: string;

  static from({ id, accountId, url, state, disabledReason, pending, ...times }: EndpointLoad): AdminWebhookEndpointDto {
    return Object.assign(new AdminWebhookEndpointDto(), {
      id,
      accountId,
      host: new URL(url).host,
      state,
      disabledReason,
      disabledAt: isoOf(times.disabledAt),
      failingSince: isoOf(times.failingSince),
      pendingCount: pending,
      oldestPendingAt: isoOf(times.oldestPendingAt),
      createdAt: times.createdAt.toISOString(),
    });
  }
}

export const AdminWebhookEndpointPageDto = pageOf(
  AdminWebhookEndpointDto,
  'AdminWebhookEndpointPageDto',
  'A page of endpoints, oldest first.',
);

@Dto('Filters and page of a list of endpoints.')
export class AdminWebhookEndpointQuery extends PageQuery {
  @Field('Only endpoints of this account.', optional(uuid()), { omitFromExample: true, example: accountId })
  accountId?: string;

  @Field('Only endpoints in one of these states.', optional(list(choice(endpointStates), endpointStates.length, 1)), {
    example: ['failing'],
  })
  state?: EndpointStateName[];

  @ReasonField()
  reason?: string;
}

@Dto('The delivery of one event to one endpoint of any account.')
export class AdminWebhookDeliveryDto {
  @Field('Identifier (UUIDv7).', uuid(), { example: id })
  id!: string;

  @Field('Id of the account that owns the endpoint.', uuid(), { example: accountId })
  accountId!: string;

  @Field('Id of the endpoint.', uuid(), { example: id })
  endpointId!: string;

  @Field('Type of the delivered event.', text(3, 100), { example: 'feed.status_changed' })
  eventType!: string;

  @Field(
    '`pending`: an attempt is due; `delivered`: an attempt got a 2xx response; `failed`: all attempts failed.',
    choice(deliveryStatuses),
    {
      example: 'failed',
    },
  )
  status!: string;

  @Field('Number of attempts, scheduled and manual.', integer(0, 2_147_483_647), { example: 8 })
  attemptCount!: number;

  @Field('Time of the next scheduled attempt (UTC); null when no attempt is due.', nullable(timestamp()), {
    example: null,
  })
  nextAttemptAt!: string | null;

  @Field('Time of queueing (UTC).', timestamp(), { example: time })
  createdAt!: string;

  @Field('Time of delivery or final failure (UTC); null while pending.', nullable(timestamp()), { example: time })
  completedAt!: string | null;

  static from({ attempts, nextAttemptAt, completedAt, ...delivery }: Delivery): AdminWebhookDeliveryDto {
    return answerOf(AdminWebhookDeliveryDto, {
      ...delivery,
      attemptCount: attempts,
      nextAttemptAt: isoOf(nextAttemptAt),
      completedAt: isoOf(completedAt),
    });
  }
}

export const AdminWebhookDeliveryPageDto = pageOf(
  AdminWebhookDeliveryDto,
  'AdminWebhookDeliveryPageDto',
  'A page of deliveries.',
);

@Dto('Filters and page of a list of deliveries.')
export class AdminWebhookDeliveryQuery extends PageQuery {
  @OrderField('by the time of queueing', 'desc')
  order: Order = 'desc';

  @Field('Only deliveries to endpoints of this account.', optional(uuid()), {
    omitFromExample: true,
    example: accountId,
  })
  accountId?: string;

  @Field('Only deliveries to these endpoints.', optional(list(uuid(), 20, 1)), { omitFromExample: true, example: [id] })
  endpointId?: string[];

  @Field(
    'Only deliveries with one of these statuses.',
    optional(list(choice(deliveryStatuses), deliveryStatuses.length, 1)),
    { example: ['failed'] },
  )
  status?: DeliveryStatus[];

  @ReasonField()
  reason?: string;
}
