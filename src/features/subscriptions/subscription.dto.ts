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
  entityIds: 'Only events about one of these things, each as `<kind>:<id>`, such as `vessel:219024336` or `feed:ais`.',
  portfolioIds: 'Only events about one of these portfolios of yours.',
  bbox: 'Only events within this box: west, south, east, north in degrees (WGS 84); west is greater than east where it crosses the antimeridian.',
  minSeverity: 'Only events whose `severity` is at least this, from 1 (slight) to 5 (grave).',
};
const examples = {
  portfolioIds: ['01980a6e-5f3c-7c1a-9b52-3a8f64d2e901'],
  endpointId: '01980a6e-5f3c-7c1a-9b52-3a8f64d2e901',
};

@Dto(
  'What events must be about. All conditions that are given hold together; of the items of one list any will do. An event that lacks what a condition asks for ' +
    '(a place, an instrument) does not match it. Without conditions every event of the types matches.',
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

@Dto('Events are sent to a webhook endpoint of yours. `GET /subscriptions/{id}/events` reads them too.')
export class DeliveryToWebhook {
  @Field('The channel.', choice(['webhook']), { example: 'webhook' })
  channel!: 'webhook';

  @Field('The endpoint they are sent to.', uuid())
  endpointId!: string;
}

@Dto('Events are read at `GET /subscriptions/{id}/stream`. `GET /subscriptions/{id}/events` reads them too.')
export class DeliveryToStream {
  @Field('The channel.', choice(['stream']), { example: 'stream' })
  channel!: 'stream';
}

type WebhookDeliveryDto = DeliveryToWebhook | DeliveryToStream;
const delivery = () => union('channel', { webhook: () => DeliveryToWebhook, stream: () => DeliveryToStream });

@Dto('The delivery to change: fields left out stay. A stream has no endpoint.')
export class SubscriptionDeliveryChangesDto {
  @Field('The channel.', optional(choice(['webhook', 'stream'])), { example: 'stream' })
  channel?: 'webhook' | 'stream';

  @Field('The endpoint; null for none, which only `stream` bears.', optional(nullable(uuid())), { example: null })
  endpointId?: string | null;
}

const eventTypes =
  'Types or patterns of types, such as `alert.fired`, `alert.*` or `*` for every type. `GET /subscriptions/event-types` lists the types there are.';

@Dto('A subscription to make.')
export class NewSubscriptionDto {
  @Field('A name to know it by.', name(), { example: 'Feeds in trouble' })
  name!: string;

  @Field(eventTypes, patterns(), { example: ['feed.*'] })
  eventTypes!: string[];

  @Field('What events must be about; everything when left out.', optional(object(() => SubscriptionFilterDto)))
  filter?: SubscriptionFilterDto;

  @Field('How events arrive.', delivery(), { example: { channel: 'stream' } })
  delivery!: WebhookDeliveryDto;
}

@Dto('What to change of a subscription (RFC 7396): fields left out stay.')
export class SubscriptionChangesDto {
  @Field('A name to know it by.', optional(name()), { example: 'Feeds in trouble' })
  name?: string;

  @Field(`${eventTypes} Replaces the whole list.`, optional(patterns()), { example: ['feed.*'] })
  eventTypes?: string[];

  @Field('Conditions to change; null takes all of them away.', optional(nullable(object(() => UpdateSubscriptionFilter))))
  filter?: UpdateSubscriptionFilter | null;

  @Field('How events arrive.', optional(object(() => SubscriptionDeliveryChangesDto)))
  delivery?: SubscriptionDeliveryChangesDto;
}

@Dto('Which events an account wants, and how they arrive.')
export class SubscriptionDto {
  @Field('The identifier (UUIDv7).', uuid())
  id!: string;

  @Field('A name to know it by.', name(), { example: 'Feeds in trouble' })
  name!: string;

  @Field('Types or patterns of types.', patterns(), { example: ['feed.*'] })
  eventTypes!: string[];

  @Field(
    'What events must be about.',
    object(() => SubscriptionFilterDto),
  )
  filter!: SubscriptionFilterDto;

  @Field('How they arrive.', delivery(), { example: { channel: 'stream' } })
  delivery!: WebhookDeliveryDto;

  @Field('When it was made (UTC). It sees events from then on.', timestamp())
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
