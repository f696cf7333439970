import { Service } from 'typedi';
import { Clock } from '../../../clock.js';
import { Problem } from '../../../http/problem.js';
import type { GeoEvent } from '../geo-event.js';
import type { EventPlace, GeoEventFilter } from './event-search.js';
import { EventSearchRepository } from './event-search.repository.js';

/** Events read at a time where a shape is looked through. */
const BATCH = 500;
/** Events looked at for a page at the most: a page may have fewer items than asked for, and more may follow. */
const MAX_LOOKED_AT = 20_000;

export interface FoundEvents {
  events: GeoEvent[];
  /** Where to go on; undefined at the end. */
  next?: EventPlace;
}

/** Events of the world, as callers and maps look for them. */
@Service()
export class EventSearch {
  constructor(
    private readonly repository: EventSearchRepository,
    private readonly clock: Clock,
  ) {}

  /** @throws Problem `not_found` */
  async get(id: string): Promise<GeoEvent> {
    const event = await this.repository.find(id);
    if (event === undefined)
      throw new Problem('not_found', { detail: 'There is no event with this id; it may have been forgotten, or taken back by its source.' });
    return event;
  }

  /** Latest start first, after `after`. A page of a circle or polygon may be short of `limit` though more follow. */
  async list(filter: GeoEventFilter, limit: number, after?: EventPlace): Promise<FoundEvents> {
    const { area } = filter;
    const isExact = area === undefined || area.isBoxes;
    const batch = isExact ? limit + 1 : Math.max(limit + 1, BATCH);
    const events: GeoEvent[] = [];
    let place = after;
    for (let lookedAt = 0; lookedAt < MAX_LOOKED_AT; lookedAt += batch) {
      const rows = await this.repository.list(filter, new Date(this.clock.now()), batch, place);
      for (const event of rows) {
        if (!isExact && !area.contains(event.position.lat, event.position.lon)) continue;
        if (events.length === limit) return { events, next: placeOf(events.at(-1) as GeoEvent) };
        events.push(event);
      }
      if (rows.length < batch) return { events };
      place = placeOf(rows.at(-1) as GeoEvent);
    }
    return { events, next: place };
  }
}

const placeOf = ({ startedAt, id }: GeoEvent): EventPlace => ({ startedAt, id });
