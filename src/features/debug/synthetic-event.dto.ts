import { Dto, Field } from '../../openapi/field.js';
import { json, optional, text, uuid } from '../../openapi/rules.js';

@Dto('An event to be made up.')
export class NewTestEventDto {
  @Field('Its type; `GET /subscriptions/event-types` lists them.', text(3, 100), { example: 'feed.status_changed' })
  type!: string;

  @Field('What it happens to; left out when there is no one thing.', optional(text(1, 500)), { example: 'feed:ais' })
  subject?: string;

  @Field('What it says, as its type describes.', json(), { example: { feed: 'ais', provider: 'simulator', status: 'down', previousStatus: 'ok' } })
  data!: Record<string, unknown>;

  // Apart, since the type of the example is public.
  @Field('The account it concerns: needed for a type that only its owner sees, refused for one that everybody sees.', optional(uuid()), {
    omitFromExample: true,
  })
  ownerId?: string;
}
