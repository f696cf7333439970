import { Dto, Field } from '../api/field.js';
import { choice, integer, json, optional, text, timestamp, uuid } from '../api/rules.js';
import type { EventEnvelope } from './logged-event.js';

/** Members that the data of several event types have, as columns of a CSV. */
const eventColumns = {
  symbols: ['symbol', 'symbols', 'alert.symbols'],
  entities: ['entity', 'entities', 'alert.entity', 'alert.entities'],
  place: ['place.name'],
  lat: ['position.lat', 'place.lat', 'lat', 'alert.place.lat'],
  lon: ['position.lon', 'place.lon', 'lon', 'alert.place.lon'],
  provider: ['provider'],
  simulated: ['simulated'],
};

@Dto('An event as a CloudEvents 1.0 envelope, the same on every channel.')
export class CloudEventDto {
  @Field('Version of CloudEvents.', choice(['1.0']))
  specversion!: string;

  @Field('Identifier of the event (UUIDv7), the same on every channel.', uuid(), {
    example: '01980a6e-5f3c-7c1a-9b52-3a8f64d2e901',
  })
  id!: string;

  @Field(
    'The deployment: its public address and `/api/v1`. With `id` it identifies the event among all deployments.',
    text(1, 500),
    {
      example: 'https://watch.example.org/api/v1',
    },
  )
  source!: string;

  @Field('Event type; `GET /subscriptions/event-types` lists all types.', text(3, 100), {
    example: 'feed.status_changed',
  })
  type!: string;

  @Field('The entity or symbol that the event is about; absent when there is no single one.', optional(text(1, 500)), {
    example: 'feed:ais',
  })
  subject?: string;

  @Field('Time of the event (UTC).', timestamp(), { example: '2026-11-20T23:15:00.000Z' })
  time!: string;

  @Field(
    'Severity from 1 (minor) to 5 (critical); `minSeverity` filters by it. `GET /subscriptions/event-types` ' +
      'lists the severities of each type.',
    integer(1, 5),
    {
      example: 3,
    },
  )
  severity!: number;

  @Field(
    'Title of the event: one line of plain words. The text may change; use `type` and `data` in programs.',
    text(1, 300),
    {
      example: 'Feed ais (simulator) is down',
    },
  )
  title!: string;

  @Field('Event data, by type.', json(), {
    example: { feed: 'ais', provider: 'simulator', status: 'down', previousStatus: 'ok' },
    columns: eventColumns,
  })
  data!: Record<string, unknown>;

  static from(envelope: EventEnvelope): CloudEventDto {
    return Object.assign(new CloudEventDto(), envelope);
  }
}
