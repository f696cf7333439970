import { Dto, Field } from '../../api/field.js';
import { choice, integer, json, list, object, objects, text } from '../../api/rules.js';
import { CloudEventDto } from '../../events/event.dto.js';
import { SinglePageCursor } from '../../http/single-page-cursor.js';
import type { DescribedEventType } from './event-types.service.js';

@Dto('An event type.')
export class EventTypeDto {
  @Field('Name, used by subscriptions. Never renamed.', text(3, 100), { example: 'feed.status_changed' })
  type!: string;

  @Field('When the event occurs and what it means.', text(1, 2000), {
    example: 'An upstream feed became ok, stale, down, disabled or unconfigured.',
  })
  description!: string;

  @Field(
    '`public`: visible to every account; `owner`: visible only to the account it concerns.',
    choice(['public', 'owner']),
    { example: 'public' },
  )
  visibility!: 'public' | 'owner';

  @Field('Possible severities of its events, from 1 (minor) to 5 (critical), ascending.', list(integer(1, 5), 5, 1), {
    example: [1, 2, 3],
  })
  severities!: number[];

  @Field('JSON Schema 2020-12 of the delivered event (envelope and data), without external references.', json(), {
    example: {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      required: ['specversion', 'id', 'source', 'type', 'time', 'severity', 'data'],
    },
  })
  schema!: Record<string, unknown>;

  @Field(
    'A complete example event of this type.',
    object(() => CloudEventDto),
  )
  example!: CloudEventDto;

  static from({ type, description, visibility, severities, schema, example }: DescribedEventType): EventTypeDto {
    return Object.assign(new EventTypeDto(), { type, description, visibility, severities, schema, example });
  }
}

@Dto('All event types, by name.')
export class EventTypeListDto {
  @Field(
    'The types.',
    objects(EventTypeDto, 1000),
    // Linters treat any object with `type` and `example` as a schema. No example is needed here: each field above has
    // its own.
    { example: [] },
  )
  items!: EventTypeDto[];

  @SinglePageCursor()
  nextCursor: string | null = null;

  static from(types: DescribedEventType[]): EventTypeListDto {
    return Object.assign(new EventTypeListDto(), { items: types.map(EventTypeDto.from) });
  }
}
