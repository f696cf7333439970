import { patternShape } from '../../events/event-catalogue.js';
import { pageOf } from '../../http/page.js';
import { Dto, Field } from '../../openapi/field.js';
import { choice, integer, list, nullable, number, object, optional, text, timestamp, union, uuid } from '../../openapi/rules.js';
import type { Subscription } from './subscription.js';

const symbols = () => list(text(1, 50, /^[A-Za-z0-9._-]+$/), 100, 1);
const entityIds = () => list(text(3, 150, /^[a-z_]+:[^\s,]+$/, 'a key such as vessel:219024336'), 100, 1);
const portfolioIds = () => list(uuid(), 100, 1);
const bbox = () => list(number(-180, 180), 4, 4);
const severity = () => integer(1, 5);
const name = () => text(1, 100);
const patterns = () => list(text(1, 100, patternShape, 'a type or a pattern such as alert.*'), 50, 1);

const says = {
  symbols: 'Only events about one of these instruments.',
  entityIds: 'Only events about one of these entities, each as `<kind>:<id>`, such as `vessel:219024336` or `feed:ais`.',
  portfolioIds: 'Only events about one of your portfolios with these ids.',
  bbox: 'Only events within this box: west, south, east, north in degrees (WGS 84); west is greater than east where it crosses the antimeridian.',
  minSeverity: 'Minimum severity, from 1 (minor) to 5 (critical).',
};
const examples = {
  portfolioIds: ['01980a6e-5f3c-7c1a-9b52-3a8f64d2e901'],
  endpointId: '01980a6e-5f3c-7c1a-9b52-3a8f64d2e901',
};

@Dto(
  'Conditions on events. An event must meet every condition; within one list one match suffices. An event without the property of a condition ' +
    '(a place, an instrument) does not match. Without conditions every event of the types matches.',
)
export class SubscriptionFilterDto {
  @Field(says.symbols, optional(symbols()), { example: ['AAPL.US'] })
  symbols?: string[];

  @Field(says.entityIds, optional(entityIds()), { example: ['feed:ais'] })
  entityIds?: string[];

  @Field(says.portfolioIds, optional(portfolioIds()), { example: examples.portfolioIds })
  portfolioIds?: string[];

  @Field(says.bbox, optional(bbox()), { example: [-10, 35, 30, 60] })
  bbox?: number[];

  @Field(says.minSeverity, optional(severity()), { example: 2 })
  minSeverity?: number;
}

@Dto('Conditions to change: those left out stay, null takes one away.')
export class UpdateSubscriptionFilter {
  @Field(`${says.symbols} Null: about any.`, optional(nullable(symbols())), { example: ['AAPL.US'] })
  symbols?: string[] | null;

  @Field(`${says.entityIds} Null: about any.`, optional(nullable(entityIds())), { example: null })
  entityIds?: string[] | null;

  @Field(`${says.portfolioIds} Null: about any.`, optional(nullable(portfolioIds())), { example: null })
  portfolioIds?: string[] | null;

  @Field(`${says.bbox} Null: anywhere.`, optional(nullable(bbox())), { example: null })
  bbox?: number[] | null;

  @Field(`${says.minSeverity} Null: however slight.`, optional(nullable(severity())), { example: 3 })
  minSeverity?: number | null;
}

@Dto('Events are sent to one of your webhook endpoints. `GET /subscriptions/{id}/events` also returns them.')
export class DeliveryToWebhook {
  @Field('The channel.', choice(['webhook']), { example: 'webhook' })
  channel!: 'webhook';

  @Field('Id of the endpoint.', uuid())
  endpointId!: string;
}

@Dto('Events are read from `GET /subscriptions/{id}/stream`. `GET /subscriptions/{id}/events` also returns them.')
export class DeliveryToStream {
  @Field('The channel.', choice(['stream']), { example: 'stream' })
  channel!: 'stream';
}

type WebhookDeliveryDto = DeliveryToWebhook | DeliveryToStream;
const delivery = () => union('channel', { webhook: () => DeliveryToWebhook, stream: () => DeliveryToStream });

@Dto('Delivery settings to change; omitted fields stay. A stream has no endpoint.')
export class SubscriptionDeliveryChangesDto {
  @Field('The channel.', optional(choice(['webhook', 'stream'])), { example: 'stream' })
  channel?: 'webhook' | 'stream';

  @Field('Id of the endpoint; null only with the channel `stream`.', optional(nullable(uuid())), { example: null })
  endpointId?: string | null;
}

const eventTypes =
  'Types or patterns of types, such as `alert.fired`, `alert.*` or `*` for every type. `GET /subscriptions/event-types` lists the types there are.';

@Dto('A new subscription.')
export class NewSubscriptionDto {
  @Field('A name to know it by.', name(), { example: 'Feeds in trouble' })
  name!: string;

  @Field(eventTypes, patterns(), { example: ['feed.*'] })
  eventTypes!: string[];

  @Field('Conditions on events; without it all events of the types match.', optional(object(() => SubscriptionFilterDto)))
  filter?: SubscriptionFilterDto;

  @Field('How events are delivered.', delivery(), { example: { channel: 'stream' } })
  delivery!: WebhookDeliveryDto;
}

@Dto('Changes to a subscription (RFC 7396); omitted fields stay.')
export class SubscriptionChangesDto {
  @Field('A name to know it by.', optional(name()), { example: 'Feeds in trouble' })
  name?: string;

  @Field(`${eventTypes} Replaces the whole list.`, optional(patterns()), { example: ['feed.*'] })
  eventTypes?: string[];

  @Field('Conditions to change; null removes all of them.', optional(nullable(object(() => UpdateSubscriptionFilter))))
  filter?: UpdateSubscriptionFilter | null;

  @Field('How events are delivered.', optional(object(() => SubscriptionDeliveryChangesDto)))
  delivery?: SubscriptionDeliveryChangesDto;
}

@Dto('A selection of events and how they are delivered.')
export class SubscriptionDto {
  @Field('Identifier (UUIDv7).', uuid())
  id!: string;

  @Field('A name to know it by.', name(), { example: 'Feeds in trouble' })
  name!: string;

  @Field('Event types or patterns.', patterns(), { example: ['feed.*'] })
  eventTypes!: string[];

  @Field(
    'Conditions on events.',
    object(() => SubscriptionFilterDto),
  )
  filter!: SubscriptionFilterDto;

  @Field('How events are delivered.', delivery(), { example: { channel: 'stream' } })
  delivery!: WebhookDeliveryDto;

  @Field('Creation time (UTC); earlier events are not included.', timestamp())
  createdAt!: string;

  @Field('When it was last changed (UTC).', timestamp())
  updatedAt!: string;

  @Field('Grows by one with every change; the ETag holds it.', integer(1, 2_147_483_647), { example: 1 })
  version!: number;

  static from({ id, name, eventTypes, filter, channel, endpointId, createdAt, updatedAt, version }: Subscription): SubscriptionDto {
    const { symbols, entityIds, portfolioIds, bbox, minSeverity } = filter;
    return Object.assign(new SubscriptionDto(), {
      id,
      name,
      eventTypes,
      filter: { symbols, entityIds, portfolioIds, bbox, minSeverity },
      delivery: { channel, ...(endpointId === null ? {} : { endpointId }) },
      createdAt: createdAt.toISOString(),
      updatedAt: updatedAt.toISOString(),
      version,
    });
  }
}

export const SubscriptionPageDto = pageOf(SubscriptionDto, 'SubscriptionPageDto', 'A page of subscriptions, oldest first.');
