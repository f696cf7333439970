import { Dto, Field } from '../openapi/field.js';
import { choice, json, optional, text, timestamp, uuid } from '../openapi/rules.js';
import { envelopeOf, type ShownEvent } from './logged-event.js';

@Dto('An event as a CloudEvents 1.0 envelope, the same on every channel.')
export class EventDto {
  @Field('Version of CloudEvents.', choice(['1.0']))
  specversion!: string;

  @Field('Identifier of the event (UUIDv7), the same on every channel.', uuid(), { example: '01980a6e-5f3c-7c1a-9b52-3a8f64d2e901' })
  id!: string;

  @Field('Where it comes from, relative to this service.', text(1, 500), { example: '/api/v1' })
  source!: string;

  @Field('What happened; `GET /subscriptions/event-types` lists the types.', text(3, 100), { example: 'feed.status_changed' })
  type!: string;

  @Field('What it happened to; absent when there is no one thing.', optional(text(1, 500)), { example: 'feed:ais' })
  subject?: string;

  @Field('When it happened (UTC).', timestamp(), { example: '2026-11-20T23:15:00.000Z' })
  time!: string;

  @Field('What the event says, by its type.', json(), { example: { feed: 'ais', provider: 'simulator', status: 'down', previousStatus: 'ok' } })
  data!: Record<string, unknown>;

  static from(event: ShownEvent): EventDto {
    return Object.assign(new EventDto(), envelopeOf(event));
  }
}
