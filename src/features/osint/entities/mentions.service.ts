import { Service } from 'typedi';
import { EventLog } from '../../../events/event-log.js';
import { titleOf } from '../../../events/event-title.js';
import type { Order } from '../../../time/sort-order.js';
import { NewsApi } from '../../news/news.api.js';
import { articleMention, type Mention } from './entity.js';

/** A position in the list of mentions, which is ordered by time, then by id. */
export interface MentionCursor {
  time: Date;
  id: string;
}

const byTime =
  (order: Order) =>
  (a: Pick<Mention, 'time' | 'id'>, b: Pick<Mention, 'time' | 'id'>): number => {
    const later = a.time.getTime() - b.time.getTime() || (a.id < b.id ? -1 : 1);
    return order === 'asc' ? later : -later;
  };

/** Maximum number of events at the time of the cursor that are read again and dropped. */
const SAME_MOMENT = 50;

/** Finds the articles and events that mention an entity. */
@Service()
export class MentionsService {
  constructor(
    private readonly news: NewsApi,
    private readonly log: EventLog,
  ) {}

  /** Lists mentions by time, after the mention `after`: public ones, and those that only the account can see. */
  async list(
    accountId: string,
    keys: readonly string[],
    limit: number,
    order: Order = 'desc',
    after?: MentionCursor,
  ): Promise<Mention[]> {
    const [articles, events] = await Promise.all([
      this.news.list(accountId, { entities: keys, order }, limit, after && { publishedAt: after.time, id: after.id }),
      this.events(accountId, keys, limit, order, after),
    ]);
    return [...articles.map(articleMention), ...events].sort(byTime(order)).slice(0, limit);
  }

  private async events(
    accountId: string,
    keys: readonly string[],
    limit: number,
    order: Order,
    after: MentionCursor | undefined,
  ): Promise<Mention[]> {
    // The events at the time of the cursor are read again, since the end of a range is exclusive. Those up to the
    // cursor are then dropped.
    const range =
      after === undefined ? {} : order === 'asc' ? { from: after.time } : { to: new Date(after.time.getTime() + 1) };
    const found = await this.log.timeline(
      accountId,
      { keys: [keys], order, ...range },
      limit + (after === undefined ? 0 : SAME_MOMENT),
    );
    const mentions = found.map(
      (event): Mention => ({
        kind: 'event',
        id: event.id,
        title: titleOf(event),
        time: event.time,
        source: event.type,
        url: null,
      }),
    );
    return after === undefined
      ? mentions
      : mentions.filter((mention) => mention.id !== after.id && byTime(order)(after, mention) < 0).slice(0, limit);
  }
}
