import { answerOf } from '../../api/answer.js';
import { Dto, Field } from '../../api/field.js';
import { choice, integer, list, nullable, objects, optional, text, timestamp, uuid } from '../../api/rules.js';
import { OrderField, PageQuery, pageOf } from '../../http/page.js';
import type { Order } from '../../time/sort-order.js';
import { type Attempt, type Delivery, deliveryStatuses } from './delivery.js';

const id = '019aa3c1-7e52-7c4b-9d0e-3f5a1b2c4d90';
const endpointId = '019aa3c1-7e52-7c4b-9d0e-3f5a1b2c4d80';
const someTime = '2026-11-20T23:15:00.000Z';

@Dto('The delivery of one event to one endpoint.')
export class WebhookDeliveryDto {
  @Field('Identifier (UUIDv7).', uuid(), { example: id })
  id!: string;

  @Field('Id of the endpoint.', uuid(), { example: endpointId })
  endpointId!: string;

  @Field('Id of the event, sent as `webhook-id` with every attempt.', uuid(), {
    example: '01980a6e-5f3c-7c1a-9b52-3a8f64d2e901',
  })
  eventId!: string;

  @Field('Type of the delivered event.', text(3, 100), { example: 'feed.status_changed' })
  eventType!: string;

  @Field(
    '`pending`: another attempt is due. `delivered`: an attempt got a 2xx response. `failed`: all attempts failed.',
    choice(deliveryStatuses),
    {
      example: 'delivered',
    },
  )
  status!: string;

  @Field('Number of attempts, scheduled and manual.', integer(0, 2_147_483_647), { example: 1 })
  attemptCount!: number;

  @Field('Time of the next scheduled attempt (UTC); null when no attempt is due.', nullable(timestamp()), {
    example: null,
  })
  nextAttemptAt!: string | null;

  @Field('Time of queueing (UTC).', timestamp(), { example: someTime })
  createdAt!: string;

  @Field('Time of delivery or final failure (UTC); null while pending.', nullable(timestamp()), { example: someTime })
  completedAt!: string | null;

  static from(delivery: Delivery): WebhookDeliveryDto {
    return Object.assign(new WebhookDeliveryDto(), shown(delivery));
  }
}

@Dto('One call to an endpoint and its result.')
export class DeliveryAttemptDto {
  @Field('Number of the attempt, from 1.', integer(1, 2_147_483_647), { example: 1 })
  number!: number;

  @Field('When it was made (UTC).', timestamp(), { example: someTime })
  at!: string;

  @Field('HTTP status of the response; null without one.', nullable(integer(100, 999)), { example: 204 })
  statusCode!: number | null;

  @Field(
    'Reason for the failure: `status` or `redirect` for a response that is not a success, otherwise the cause ' +
      'of a missing response, such as `timeout`, `connect`, `dns`, `tls`, `blocked_address` or `secret_lost` (it ' +
      'could not be signed; rotate the secret); null for a success.',
    nullable(text(1, 50)),
    { example: null },
  )
  error!: string | null;

  @Field('Duration until the end of the response or the failure, in milliseconds.', integer(0, 2_147_483_647), {
    example: 48,
  })
  latencyMs!: number;

  @Field('Start of the response body as text, at most 1 KB; null without one.', nullable(text(0, 1024)), {
    example: null,
  })
  response!: string | null;

  static from(attempt: Attempt): DeliveryAttemptDto {
    return answerOf(DeliveryAttemptDto, attempt);
  }
}

@Dto('A delivery with its attempts.')
export class WebhookDeliveryDetailDto extends WebhookDeliveryDto {
  @Field('The newest attempts, newest first; at most 100.', objects(DeliveryAttemptDto, 100))
  attempts!: DeliveryAttemptDto[];

  static with({ delivery, attempts }: { delivery: Delivery; attempts: Attempt[] }): WebhookDeliveryDetailDto {
    return Object.assign(new WebhookDeliveryDetailDto(), {
      ...shown(delivery),
      attempts: attempts.map(DeliveryAttemptDto.from),
    });
  }
}

function shown({
  id,
  endpointId,
  eventId,
  eventType,
  status,
  attempts,
  nextAttemptAt,
  createdAt,
  completedAt,
}: Delivery): WebhookDeliveryDto {
  const times = {
    nextAttemptAt: nextAttemptAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
    completedAt: completedAt?.toISOString() ?? null,
  };
  return { id, endpointId, eventId, eventType, status, attemptCount: attempts, ...times };
}

export const WebhookDeliveryPageDto = pageOf(
  WebhookDeliveryDto,
  'WebhookDeliveryPageDto',
  'A page of deliveries, newest first.',
);

@Dto('The deliveries to list. All conditions hold together.')
export class DeliveryQuery extends PageQuery {
  @OrderField('by the time of creation', 'desc')
  order: Order = 'desc';

  @Field('Only deliveries to these endpoints.', optional(list(uuid(), 50, 1)), { example: [endpointId] })
  endpointId?: string[];

  @Field(
    'Only deliveries with one of these statuses.',
    optional(list(choice(deliveryStatuses), deliveryStatuses.length, 1)),
    { example: ['failed'] },
  )
  status?: Array<(typeof deliveryStatuses)[number]>;

  @Field('Only deliveries of events of one of these types.', optional(list(text(3, 100), 50, 1)), {
    example: ['feed.status_changed'],
  })
  type?: string[];
}
