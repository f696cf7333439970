import { EventType } from '../events/event-type.js';
import { Dto, Field } from '../openapi/field.js';
import { choice, nullable, text } from '../openapi/rules.js';

const statuses = ['ok', 'stale', 'down', 'disabled', 'not_configured'];

@Dto('A feed went over from one state to another.')
export class FeedStatusChangedDto {
  @Field('The feed.', text(1, 100), { example: 'ais' })
  feed!: string;

  @Field('Who provides it; `simulator` for made-up data.', text(1, 100), { example: 'simulator' })
  provider!: string;

  @Field('How it is now.', choice(statuses), { example: 'down' })
  status!: string;

  @Field('How it was before; null when it was not known.', nullable(choice(statuses)), { example: 'ok' })
  previousStatus!: string | null;
}

export const feedStatusChanged = new EventType({
  type: 'feed.status_changed',
  description: 'An upstream feed became ok, stale, down, disabled or unconfigured. Seen by every account.',
  data: FeedStatusChangedDto,
  subject: 'feed:ais',
  audience: 'public',
  tag: 'health',
  severities: [1, 2, 3],
  facets: ({ feed, status }) => ({ keys: [`feed:${feed}`], severity: status === 'down' ? 3 : status === 'stale' ? 2 : 1 }),
});
