import { Dto, Field } from '../../api/field.js';
import { json, optional, text, uuid } from '../../api/rules.js';

@Dto('A test event.')
export class NewTestEventDto {
  @Field('Event type; `GET /subscriptions/event-types` lists all types.', text(3, 100), {
    example: 'feed.status_changed',
  })
  type!: string;

  @Field('The entity or symbol that the event is about; omit it when there is no single one.', optional(text(1, 500)), {
    example: 'feed:ais',
  })
  subject?: string;

  @Field('Event data, as the schema of its type describes.', json(), {
    example: { feed: 'ais', provider: 'simulator', status: 'down', previousStatus: 'ok' },
  })
  data!: Record<string, unknown>;

  // The owner is left out of the example, because the type in the example is public.
  @Field(
    'Owner of the event: required for types with the audience `owner`, rejected for public types.',
    optional(uuid()),
    {
      omitFromExample: true,
    },
  )
  ownerId?: string;
}
