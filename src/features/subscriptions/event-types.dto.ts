import { Dto, Field } from '../../openapi/field.js';
import { choice, integer, json, list, object, text } from '../../openapi/rules.js';
import type { DescribedEventType } from './event-types.service.js';

const envelope = {
  specversion: '1.0',
  id: '01980a6e-5f3c-7c1a-9b52-3a8f64d2e901',
  source: 'https://watch.example.org/api/v1',
  type: 'feed.status_changed',
  subject: 'feed:ais',
  time: '2026-11-20T23:15:00.000Z',
  severity: 3,
  data: { feed: 'ais', provider: 'simulator', status: 'down', previousStatus: 'ok' },
};

@Dto('A type of event.')
export class EventTypeDto {
  @Field('Its name, which subscriptions choose it by. Never renamed.', text(3, 100), { example: 'feed.status_changed' })
  type!: string;

  @Field('When it is written and what it means.', text(1, 2000), { example: 'An upstream feed became ok, stale, down, disabled or unconfigured.' })
  description!: string;

  @Field('`public`: every account sees its events; `owner`: only the account each concerns.', choice(['public', 'owner']), { example: 'public' })
  visibility!: 'public' | 'owner';

  @Field('The severities that its events can have, from 1 (slight) to 5 (grave), ascending.', list(integer(1, 5), 5, 1), { example: [1, 2, 3] })
  severities!: number[];

  @Field('JSON Schema 2020-12 of the whole event as it is delivered, envelope and data; refers to nothing outside itself.', json(), {
    example: {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      required: ['specversion', 'id', 'source', 'type', 'time', 'severity', 'data'],
    },
  })
  schema!: Record<string, unknown>;

  @Field('A whole event of this type, as it could be delivered.', json(), { example: envelope })
  example!: Record<string, unknown>;

  static from({ type, description, visibility, severities, schema, example }: DescribedEventType): EventTypeDto {
    return Object.assign(new EventTypeDto(), { type, description, visibility, severities, schema, example });
  }
}

@Dto('Every type of event there is to subscribe to, by name.')
export class EventTypeListDto {
  @Field(
    'The types.',
    list(
      object(() => EventTypeDto),
      1000,
    ),
    // Linters take what has both `type` and `example` for a schema, wherever it stands; each field above shows its own.
    { example: [] },
  )
  items!: EventTypeDto[];

  static from(types: DescribedEventType[]): EventTypeListDto {
    return Object.assign(new EventTypeListDto(), { items: types.map(EventTypeDto.from) });
  }
}
