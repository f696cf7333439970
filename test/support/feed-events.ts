import type { EventLog } from '../../src/events/event-log.js';
import { EventType } from '../../src/events/event-type.js';
import { FeedStatusChangedDto, feedStatusChanged } from '../../src/upstream/feed.events.js';

/** Returns the data of a test event; its feed identifies the event. */
const data = (feed: string, status: string) => ({ feed, provider: 'simulator', status, previousStatus: 'ok' });

const personal = new EventType({
  type: 'test.personal',
  description: '.',
  data: FeedStatusChangedDto,
  audience: 'owner',
  tag: 'health',
  severities: [5],
  facets: ({ feed }: FeedStatusChangedDto) => ({ keys: [`portfolio:${feed}`, 'symbol:AAPL.US'] }),
});

/**
 * Appends a public event with the key `feed:<feed>` and severity 3 for `down`, 2 for `stale`, otherwise 1.
 * @returns its id
 */
export const appendPublic = (log: EventLog, feed: string, status = 'down') =>
  log.append(feedStatusChanged, { data: data(feed, status) });

/**
 * Appends an event of one account, with the keys `portfolio:<feed>` and `symbol:AAPL.US` and severity 5.
 * @returns its id
 */
export const appendOwned = (log: EventLog, feed: string, ownerId: string) =>
  log.append(personal, { data: data(feed, 'down'), ownerId });
