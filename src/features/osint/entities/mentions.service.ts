import { Service } from 'typedi';
import { EventLog } from '../../../events/event-log.js';
import { titleOf } from '../../../events/event-title.js';
import type { LoggedEvent } from '../../../events/logged-event.js';
import type { Order } from '../../../time/sort-order.js';
import { NewsApi } from '../../news/news.api.js';
import { articleMention, type Mention } from './entity.js';

/**
 * A mention in its list, which is sorted by time. At the same time, articles come first, by id, then
 * events, by position in the log.
 */
export interface MentionCursor {
  time: Date;
  id: string;
  /** Position in the log; null for an article. */
  position: number | null;
}

const NO_POSITION = -1;
/** An id that is greater than the id of every article. */
const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

const byTime =
  (order: Order) =>
  (a: Mention, b: Mention): number => {
    const later =
      a.time.getTime() - b.time.getTime() ||
      (a.position ?? NO_POSITION) - (b.position ?? NO_POSITION) ||
      (a.id < b.id ? -1 : 1);
    return order === 'asc' ? later : -later;
  };

/** Finds the articles and events that mention an entity. */
@Service()
export class MentionsService {
  constructor(
    private readonly news: NewsApi,
    private readonly log: EventLog,
  ) {}

  /** Lists mentions by time, after the mention `after`: public mentions, and mentions that only the account can see. */
  async list(
    accountId: string,
    keys: readonly string[],
    limit: number,
    order: Order = 'desc',
    after?: MentionCursor,
  ): Promise<Mention[]> {
    const [articles, events] = await Promise.all([
      this.news.list(
        accountId,
        { entities: keys, order },
        limit,
        after && { publishedAt: after.time, id: after.position === null ? after.id : LAST_ID },
      ),
      this.log.timeline(
        accountId,
        { keys: [keys], order },
        limit,
        after && { time: after.time, position: after.position ?? NO_POSITION },
      ),
    ]);
    return [...articles.map(articleMention), ...events.map(eventMention)].sort(byTime(order)).slice(0, limit);
  }
}

const eventMention = (event: LoggedEvent): Mention => ({
  kind: 'event',
  id: event.id,
  position: event.position,
  title: titleOf(event),
  time: event.time,
  source: event.type,
  url: null,
});
