import { answerOf } from '../../api/answer.js';
import { Dto, Field } from '../../api/field.js';
import {
  choice,
  integer,
  label,
  list,
  nullable,
  number,
  object,
  objects,
  optional,
  type Rule,
  text,
  timestamp,
  union,
  uuid,
} from '../../api/rules.js';
import { patternShape } from '../../events/event-catalog.js';
import { type FieldOperator, fieldOperators, fieldPath, type Scalar } from '../../events/field-condition.js';
import { pageOf } from '../../http/page.js';
import { Resource, ResourceDto } from '../../resources/resource-dto.js';
import { type Channel, channels, type MailMode, mailModes, type Subscription } from './subscription.js';

const symbols = () => list(text(1, 50, /^[A-Za-z0-9._-]+$/), 100, 1);
const entityIds = () => list(text(3, 150, /^[a-z_]+:[^\s,]+$/, 'a key such as vessel:219024336'), 100, 1);
const portfolioIds = () => list(uuid(), 100, 1);
const bbox = () => list(number(-180, 180), 4, 4);
const severity = () => integer(1, 5);
const name = () => label(1, 100);
export const eventTypePatterns = () => list(text(1, 100, patternShape, 'a type or a pattern such as alert.*'), 50, 1);

const scalar = (): Rule => ({
  name: 'scalar',
  schema: { ...text(0, 200).schema, type: ['string', 'number', 'boolean'] },
  check: (value) => number().check(value) || typeof value === 'boolean' || text(0, 200).check(value),
  says: 'a text of at most 200 characters, a number, true or false',
});
export const conditions = () =>
  list(
    object(() => EventConditionDto),
    20,
    1,
  );

export const conditionsMeaning =
  'Only events whose data meets all of these conditions. Each type of `eventTypes` must have the fields (422). ' +
  '`POST /subscriptions/preview` applies them to past events.';
const says = {
  symbols: 'Only events about one of these instruments.',
  entityIds:
    'Only events about one of these entities, each as `<kind>:<id>`, such as `vessel:219024336` or `feed:ais`.',
  portfolioIds: 'Only events about one of your portfolios with these ids.',
  bbox:
    'Only events within this box: west, south, east, north in degrees (WGS 84); west is greater than east ' +
    'where it crosses the antimeridian.',
  minSeverity: 'Minimum severity, from 1 (minor) to 5 (critical).',
};
const examples = {
  portfolioIds: ['01980a6e-5f3c-7c1a-9b52-3a8f64d2e901'],
  endpointId: '01980a6e-5f3c-7c1a-9b52-3a8f64d2e901',
};

@Dto('A condition on a field of the data of events. A field that is absent or null meets only `exists` false.')
export class EventConditionDto {
  @Field(
    'Path of the field in the event, as in the schemas of `GET /subscriptions/event-types`.',
    text(6, 500, fieldPath, 'a path such as data.alert.severity'),
    { example: 'data.status' },
  )
  field!: string;

  @Field(
    '`eq` and `ne` compare with `value`, `in` with `values`. `lt`, `lte`, `gt` and `gte` compare numbers and times. ' +
      '`contains` finds a part of a text, case-sensitive, or an item of a list. `exists` takes `value` true (the ' +
      'default) or false.',
    choice(fieldOperators),
    { example: 'ne' },
  )
  operator!: FieldOperator;

  @Field(
    'The value, of the type of the field. Required, except for `exists`; must be omitted for `in`.',
    optional(scalar()),
    {
      example: 'ok',
    },
  )
  value?: Scalar;

  @Field('The values of `in`, one of which the field must have.', optional(list(scalar(), 100, 1)), {
    omitFromExample: true,
    example: ['down', 'degraded'],
  })
  values?: Scalar[];
}

@Dto(
  'Conditions on events. An event must meet every condition; within one list one match suffices. An event ' +
    'without the property of a condition ' +
    '(a place, an instrument) does not match. Without conditions every event of the types matches.',
)
export class SubscriptionFilterDto {
  @Field(says.symbols, optional(symbols()), { example: ['AAPL.US'] })
  symbols?: string[];

  @Field(says.entityIds, optional(entityIds()), { example: ['feed:ais'] })
  entityIds?: string[];

  @Field(says.portfolioIds, optional(portfolioIds()), { omitFromExample: true, example: examples.portfolioIds })
  portfolioIds?: string[];

  @Field(says.bbox, optional(bbox()), { example: [-10, 35, 30, 60] })
  bbox?: number[];

  @Field(says.minSeverity, optional(severity()), { example: 2 })
  minSeverity?: number;
}

@Dto('The conditions to change: null removes a condition, and conditions that are not in the request do not change.')
export class UpdateSubscriptionFilter {
  @Field(`${says.symbols} Null: about any.`, optional(nullable(symbols())), { example: ['AAPL.US'] })
  symbols?: string[] | null;

  @Field(`${says.entityIds} Null: about any.`, optional(nullable(entityIds())), { example: null })
  entityIds?: string[] | null;

  @Field(`${says.portfolioIds} Null: about any.`, optional(nullable(portfolioIds())), { example: null })
  portfolioIds?: string[] | null;

  @Field(`${says.bbox} Null: anywhere.`, optional(nullable(bbox())), { example: null })
  bbox?: number[] | null;

  @Field(`${says.minSeverity} Null: every severity.`, optional(nullable(severity())), { example: 3 })
  minSeverity?: number | null;
}

@Dto('Events are sent to one of your webhook endpoints. `GET /subscriptions/{id}/events` also returns them.')
export class DeliveryToWebhook {
  @Field('`webhook`.', choice(['webhook']), { example: 'webhook' })
  channel!: 'webhook';

  @Field('Id of the endpoint.', uuid())
  endpointId!: string;
}

@Dto('Events are read from `GET /subscriptions/{id}/stream`. `GET /subscriptions/{id}/events` also returns them.')
export class DeliveryToStream {
  @Field('`stream`.', choice(['stream']), { example: 'stream' })
  channel!: 'stream';
}

const digestMinutes = () => integer(5, 10_080);
const digestMeaning =
  'Length of a period in minutes, for the mode `digest`; 60 by default. Periods begin at midnight UTC of ' +
  '1970-01-01 and follow each other: those of 1,440 minutes are days in UTC.';

@Dto(
  "Events are sent to the account's e-mail address. `GET /subscriptions/{id}/events` also returns them. Not accepted by a service without an SMTP server (422).",
)
export class DeliveryToEmail {
  @Field('`email`.', choice(['email']), { example: 'email' })
  channel!: 'email';

  @Field(
    '`each`, the default: one e-mail for each event, up to the hourly limit of the service, beyond which the ' +
      'further events of the hour come in one e-mail; `digest`: one e-mail for all events of a period, with the most ' +
      'severe first, and no e-mail for a period without events.',
    optional(choice(mailModes)),
    { example: 'digest' },
  )
  mode?: MailMode;

  @Field(digestMeaning, optional(digestMinutes()), { example: 60 })
  digestMinutes?: number;
}

type SubscriptionDelivery = DeliveryToWebhook | DeliveryToStream | DeliveryToEmail;
const delivery = () =>
  union('channel', { webhook: () => DeliveryToWebhook, stream: () => DeliveryToStream, email: () => DeliveryToEmail });
// Responses show the channel `email` as `stream`: clients of earlier releases know only `webhook` and `stream`.
const shownDelivery = () => union('channel', { webhook: () => DeliveryToWebhook, stream: () => DeliveryToStream });

@Dto('The schedule of e-mails, and their results.')
export class SubscriptionMailDto {
  @Field('`each`: one e-mail per event; `digest`: one e-mail for the events of a period.', choice(mailModes), {
    example: 'digest',
  })
  mode!: MailMode;

  @Field('Length of a period in minutes; null for the mode `each`.', nullable(digestMinutes()), { example: 60 })
  digestMinutes!: number | null;

  @Field('When the server last accepted an e-mail (UTC); null before the first.', nullable(timestamp()), {
    example: '2026-11-20T23:15:00.000Z',
  })
  lastSentAt!: string | null;

  @Field('When an e-mail last failed (UTC); null while no e-mail has failed.', nullable(timestamp()), { example: null })
  lastErrorAt!: string | null;

  @Field('The error of the e-mail that last failed; null while no e-mail has failed.', nullable(text(1, 200)), {
    example: null,
  })
  lastError!: string | null;
}

@Dto(
  'Delivery settings to change; omitted fields are unchanged. Only the channel `webhook` has an ' +
    'endpoint, and only the channel `email` a mode.',
)
export class SubscriptionDeliveryChangesDto {
  @Field('The new way of delivery.', optional(choice(channels)), { example: 'stream' })
  channel?: Channel;

  @Field('Id of the endpoint; null with the other channels.', optional(nullable(uuid())), { example: null })
  endpointId?: string | null;

  @Field('For the channel `email`: one e-mail per event, or one per period.', optional(choice(mailModes)), {
    omitFromExample: true,
    example: 'digest',
  })
  mode?: MailMode;

  @Field(digestMeaning, optional(digestMinutes()), { omitFromExample: true, example: 60 })
  digestMinutes?: number;
}

export const eventTypesMeaning =
  'Types or patterns of types, such as `alert.firing`, `alert.*` or `*` for every type. `GET ' +
  '/subscriptions/event-types` lists the types.';

@Dto('A new subscription.')
export class NewSubscriptionDto {
  @Field('The name of the subscription.', name(), { example: 'Feeds in trouble' })
  name!: string;

  @Field(eventTypesMeaning, eventTypePatterns(), { example: ['feed.*'] })
  eventTypes!: string[];

  @Field(
    'Conditions on events; without it all events of the types match.',
    optional(object(() => SubscriptionFilterDto)),
  )
  filter?: SubscriptionFilterDto;

  @Field(conditionsMeaning, optional(conditions()), { omitFromExample: true })
  conditions?: EventConditionDto[];

  @Field('Delivery of the events.', delivery(), { example: { channel: 'stream' } })
  delivery!: SubscriptionDelivery;
}

@Dto('Changes to a subscription (RFC 7396). Omitted fields are unchanged.')
export class SubscriptionChangesDto {
  @Field('The name of the subscription.', optional(name()), { example: 'Feeds in trouble' })
  name?: string;

  @Field(`${eventTypesMeaning} Replaces the whole list.`, optional(eventTypePatterns()), { example: ['feed.*'] })
  eventTypes?: string[];

  @Field('Conditions to change; null removes all of them.', optional(nullable(object(() => UpdateSubscriptionFilter))))
  filter?: UpdateSubscriptionFilter | null;

  @Field(`${conditionsMeaning} Replaces the whole list; null removes it.`, optional(nullable(conditions())), {
    omitFromExample: true,
  })
  conditions?: EventConditionDto[] | null;

  @Field('Delivery of the events.', optional(object(() => SubscriptionDeliveryChangesDto)))
  delivery?: SubscriptionDeliveryChangesDto;
}

@Resource('A selection of events and how they are delivered.', {
  createdAt: 'Creation time (UTC); earlier events are left out.',
})
export class SubscriptionDto extends ResourceDto {
  @Field('The name of the subscription.', name(), { example: 'Feeds in trouble' })
  name!: string;

  @Field('Event types or patterns.', eventTypePatterns(), { example: ['feed.*'] })
  eventTypes!: string[];

  @Field(
    'Conditions on events.',
    object(() => SubscriptionFilterDto),
  )
  filter!: SubscriptionFilterDto;

  @Field('Conditions on the data of the events; all must hold.', objects(EventConditionDto, 20))
  conditions!: EventConditionDto[];

  @Field(
    'Delivery of the events. A subscription with the channel `email` has the channel `stream` here, ' +
      'because its events can be streamed, and `mail`.',
    shownDelivery(),
    {
      example: { channel: 'stream' },
    },
  )
  delivery!: DeliveryToWebhook | DeliveryToStream;

  @Field('Delivery by e-mail; null unless the channel is `email`.', nullable(object(() => SubscriptionMailDto)))
  mail!: SubscriptionMailDto | null;

  static from(subscription: Subscription): SubscriptionDto {
    const { symbols, entityIds, portfolioIds, bbox, minSeverity, conditions = [] } = subscription.filter;
    const filter = { symbols, entityIds, portfolioIds, bbox, minSeverity };
    return answerOf(SubscriptionDto, {
      ...subscription,
      filter,
      conditions,
      delivery: deliveryOf(subscription),
      mail: mailOf(subscription),
    });
  }
}

const deliveryOf = ({ channel, endpointId }: Subscription) =>
  (endpointId === null ? { channel: 'stream' } : { channel, endpointId }) as SubscriptionDto['delivery'];

function mailOf({
  mailMode: mode,
  digestMinutes,
  lastSentAt,
  lastErrorAt,
  lastError,
}: Subscription): SubscriptionMailDto | null {
  if (mode === null) return null;
  return {
    mode,
    digestMinutes,
    lastSentAt: lastSentAt?.toISOString() ?? null,
    lastErrorAt: lastErrorAt?.toISOString() ?? null,
    lastError,
  };
}

export const SubscriptionPageDto = pageOf(
  SubscriptionDto,
  'SubscriptionPageDto',
  'A page of subscriptions, oldest first.',
);
