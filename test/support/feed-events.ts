import type { EventLog } from '../../src/events/event-log.js';
import { EventType } from '../../src/events/event-type.js';
import { FeedStatusChangedDto, feedStatusChanged } from '../../src/upstream/feed.events.js';

/** Events that tests append: each has a word by which it is known again. */
const data = (feed: string, status: string) => ({ feed, provider: 'simulator', status, previousStatus: 'ok' });

const personal = new EventType({
  ...{
    type: 'test.personal',
    description: '.',
    data: FeedStatusChangedDto,
    audience: 'owner',
    tag: 'health',
    severities: [5],
  },
  facets: ({ feed }: FeedStatusChangedDto) => ({ keys: [`portfolio:${feed}`, 'symbol:AAPL.US'] }),
});

/** A public event with the key `feed:<feed>`; severity 3 when down, 2 when stale, else 1. @returns its id */
export const appendPublic = (log: EventLog, feed: string, status = 'down') =>
  log.append(feedStatusChanged, { data: data(feed, status) });

/**
 * An event that one account sees, with the keys `portfolio:<feed>` and `symbol:AAPL.US` and the severity 5.
 * @returns its id
 */
export const appendOwned = (log: EventLog, feed: string, ownerId: string) =>
  log.append(personal, { data: data(feed, 'down'), ownerId });
