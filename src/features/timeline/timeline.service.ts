import { Service } from 'typedi';
import { Problem } from '../../api/problem.js';
import { EventLog } from '../../events/event-log.js';
import type { LoggedEvent } from '../../events/logged-event.js';
import type { Order } from '../../time/sort-order.js';
import type { TimelineConditions } from './timeline-conditions.js';
import { TimelineFilters } from './timeline-filters.service.js';

/** The event log as an account sees it: public events and its own. */
@Service()
export class TimelineService {
  constructor(
    private readonly log: EventLog,
    private readonly filters: TimelineFilters,
  ) {}

  /** Lists events, by default latest first. @throws Problem `invalid_request` for invalid conditions */
  list(
    accountId: string,
    { order, ...conditions }: TimelineConditions & { order?: Order },
    limit: number,
    after?: { time: Date; position: number },
  ): Promise<LoggedEvent[]> {
    return this.log.timeline(accountId, { ...this.filters.read(conditions), order }, limit, after);
  }

  /** Returns an event that the account may see. @throws Problem `not_found` */
  async get(accountId: string, id: string): Promise<LoggedEvent> {
    const event = await this.log.find(accountId, id);
    if (event === undefined)
      throw new Problem('not_found', { detail: 'There is no event with this id that you may see.' });
    return event;
  }
}
