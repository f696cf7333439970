import { PageQuery, pageOf } from '../../http/page.js';
import { Dto, Field } from '../../openapi/field.js';
import { choice, integer, list, nullable, object, optional, text, timestamp, uuid } from '../../openapi/rules.js';
import { type Attempt, type Delivery, deliveryStatuses } from './delivery.js';

const id = '019aa3c1-7e52-7c4b-9d0e-3f5a1b2c4d90';
const endpointId = '019aa3c1-7e52-7c4b-9d0e-3f5a1b2c4d80';
const someTime = '2026-11-20T23:15:00.000Z';

@Dto('One event on its way to one endpoint.')
export class WebhookDeliveryDto {
  @Field('Identifier (UUIDv7).', uuid(), { example: id })
  id!: string;

  @Field('Where it goes.', uuid(), { example: endpointId })
  endpointId!: string;

  @Field('The event: the `webhook-id` of every attempt.', uuid(), { example: '01980a6e-5f3c-7c1a-9b52-3a8f64d2e901' })
  eventId!: string;

  @Field('What happened.', text(3, 100), { example: 'feed.status_changed' })
  eventType!: string;

  @Field('`pending`: an attempt is due; `delivered`: one was answered 2xx; `failed`: none was, and none is due.', choice(deliveryStatuses), {
    example: 'delivered',
  })
  status!: string;

  @Field('How many attempts were made, by schedule and by hand.', integer(0, 2_147_483_647), { example: 1 })
  attemptCount!: number;

  @Field('When the next attempt of the schedule is due (UTC); null when none is.', nullable(timestamp()), { example: null })
  nextAttemptAt!: string | null;

  @Field('When it was queued (UTC).', timestamp(), { example: someTime })
  createdAt!: string;

  @Field('When it was delivered or given up (UTC); null while it is pending.', nullable(timestamp()), { example: someTime })
  completedAt!: string | null;

  static from(delivery: Delivery): WebhookDeliveryDto {
    return Object.assign(new WebhookDeliveryDto(), shown(delivery));
  }
}

@Dto('One call to an endpoint and what came back.')
export class DeliveryAttemptDto {
  @Field('Counts the attempts of the delivery, from 1.', integer(1, 2_147_483_647), { example: 1 })
  number!: number;

  @Field('When it was made (UTC).', timestamp(), { example: someTime })
  at!: string;

  @Field('The HTTP status of the answer; null when there was none.', nullable(integer(100, 999)), { example: 204 })
  statusCode!: number | null;

  @Field(
    'Why it failed: `status` or `redirect` for an answer that is no success, otherwise why there was none, such as `timeout`, `connect`, `dns`, `tls`, ' +
      '`blocked_address` or `secret_lost` (it could not be signed: rotate the secret); null for a success.',
    nullable(text(1, 50)),
    { example: null },
  )
  error!: string | null;

  @Field('From the call to the end of the answer, or to the failure, in milliseconds.', integer(0, 2_147_483_647), { example: 48 })
  latencyMs!: number;

  @Field('The beginning of the answer as text, at most 1 KB; null without one.', nullable(text(0, 1024)), { example: null })
  response!: string | null;

  static from({ number, at, statusCode, error, latencyMs, response }: Attempt): DeliveryAttemptDto {
    return Object.assign(new DeliveryAttemptDto(), { number, at: at.toISOString(), statusCode, error, latencyMs, response });
  }
}

@Dto('A delivery with its attempts.')
export class WebhookDeliveryDetailDto extends WebhookDeliveryDto {
  @Field(
    'The attempts, the newest first; the newest 100 of more.',
    list(
      object(() => DeliveryAttemptDto),
      100,
    ),
  )
  attempts!: DeliveryAttemptDto[];

  static with({ delivery, attempts }: { delivery: Delivery; attempts: Attempt[] }): WebhookDeliveryDetailDto {
    return Object.assign(new WebhookDeliveryDetailDto(), { ...shown(delivery), attempts: attempts.map(DeliveryAttemptDto.from) });
  }
}

function shown({ id, endpointId, eventId, eventType, status, attempts, nextAttemptAt, createdAt, completedAt }: Delivery): WebhookDeliveryDto {
  const times = { nextAttemptAt: nextAttemptAt?.toISOString() ?? null, createdAt: createdAt.toISOString(), completedAt: completedAt?.toISOString() ?? null };
  return { id, endpointId, eventId, eventType, status, attemptCount: attempts, ...times };
}

export const WebhookDeliveryPageDto = pageOf(WebhookDeliveryDto, 'WebhookDeliveryPageDto', 'A page of deliveries, newest first.');

@Dto('Which deliveries. All conditions hold together.')
export class DeliveryQuery extends PageQuery {
  @Field('Only those to this endpoint.', optional(uuid()), { example: endpointId })
  endpointId?: string;

  @Field('Only those with one of these statuses.', optional(list(choice(deliveryStatuses), deliveryStatuses.length, 1)), { example: ['failed'] })
  status?: Array<(typeof deliveryStatuses)[number]>;

  @Field('Only those of events of one of these types.', optional(list(text(3, 100), 50, 1)), { example: ['feed.status_changed'] })
  type?: string[];
}
