import { Dto, Field } from '../api/field.js';
import { choice, nullable, text } from '../api/rules.js';
import { EventType } from '../events/event-type.js';

const statuses = ['ok', 'stale', 'down', 'disabled', 'not_configured'];

@Dto('A status change of a feed.')
export class FeedStatusChangedDto {
  @Field('Name of the feed, as in `GET /health/feeds`.', text(1, 100), { example: 'ais' })
  feed!: string;

  @Field('Provider; `simulator` for simulated data.', text(1, 100), { example: 'simulator' })
  provider!: string;

  @Field('Current status.', choice(statuses), { example: 'down' })
  status!: string;

  @Field('Previous status; null when unknown.', nullable(choice(statuses)), { example: 'ok' })
  previousStatus!: string | null;
}

export const feedStatusChanged = new EventType({
  type: 'feed.status_changed',
  description: 'The status of an upstream feed changed. Visible to every account.',
  data: FeedStatusChangedDto,
  subject: 'feed:ais',
  audience: 'public',
  tag: 'health',
  severities: [1, 2, 3],
  title: ({ feed, provider, status }) => `Feed ${feed} (${provider}) is ${status.replaceAll('_', ' ')}`,
  facets: ({ feed, status }) => ({
    keys: [`feed:${feed}`],
    severity: status === 'down' ? 3 : status === 'stale' ? 2 : 1,
  }),
});
