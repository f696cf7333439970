import { Service } from 'typedi';
import { EventCatalogue } from '../../events/event-catalogue.js';
import { type EventFilter, EventLog } from '../../events/event-log.js';
import type { LoggedEvent } from '../../events/logged-event.js';
import { Problem } from '../../http/problem.js';
import { timeWindow } from '../../http/time-window.js';
import type { Order } from '../../order.js';

export interface TimelineRequest {
  from?: string;
  to?: string;
  order?: Order;
  type?: string[];
  symbol?: string[];
  entity?: string[];
  minSeverity?: number;
  bbox?: number[];
}

/** The event log as an account sees it: what is public, and what is its own. */
@Service()
export class TimelineService {
  constructor(
    private readonly log: EventLog,
    private readonly catalogue: EventCatalogue,
  ) {}

  /** Latest first. @throws Problem `invalid_request` for a time, a box or types that can be none */
  list(accountId: string, request: TimelineRequest, limit: number, before?: { time: Date; position: number }): Promise<LoggedEvent[]> {
    return this.log.timeline(accountId, this.filterOf(request), limit, before);
  }

  /** @throws Problem `not_found` */
  async get(accountId: string, id: string): Promise<LoggedEvent> {
    const event = await this.log.find(accountId, id);
    if (event === undefined) throw new Problem('not_found', { detail: 'There is no event with this id that you may see.' });
    return event;
  }

  private filterOf({ from, to, order, type, symbol, entity, minSeverity, bbox }: TimelineRequest): EventFilter {
    const keys = [symbol?.map((one) => `symbol:${one}`), entity].filter((list) => list !== undefined);
    return {
      types: type?.flatMap((pattern, index) => this.typesOf(pattern, index)),
      keys,
      order,
      minSeverity,
      bbox: bbox && boxOf(bbox),
      ...timeWindow({ from, to }),
    };
  }

  private typesOf(pattern: string, index: number): string[] {
    const names = this.catalogue.matching(pattern);
    if (names.length > 0) return names;
    throw new Problem('invalid_request', {
      detail: 'GET /subscriptions/event-types lists the types of events there are.',
      errors: [{ pointer: `query/type/${index}`, detail: 'matches no type of event' }],
    });
  }
}

function boxOf([west, south, east, north]: number[]): EventFilter['bbox'] {
  const box = { west: west as number, south: south as number, east: east as number, north: north as number };
  if (box.south <= box.north && box.south >= -90 && box.north <= 90) return box;
  throw new Problem('invalid_request', {
    detail: 'Give west, south, east, north in degrees.',
    errors: [{ pointer: 'query/bbox', detail: 'must have latitudes from -90 to 90, the southern one first' }],
  });
}
