import { Service } from 'typedi';
import { Clock } from '../../../clock.js';
import { Problem } from '../../../http/problem.js';
import type { Area } from '../area.js';
import type { GeoEvent } from '../geo-event.js';
import type { Position } from '../position.js';
import type { DistanceCursor } from '../within-area.js';
import type { EventCursor, GeoEventFilter } from './event-search.js';
import { EventSearchRepository } from './event-search.repository.js';

/** Events read in one query when they are filtered by a shape. */
const BATCH = 500;
/** Events scanned for one page; a page may then have fewer items than requested although more follow. */
const MAX_SCANNED = 20_000;

export interface FoundEvents {
  events: GeoEvent[];
  /** The cursor of the next page; undefined at the end. */
  next?: EventCursor;
}

/** As `FoundEvents`, by distance. */
export interface NearestEvents {
  events: GeoEvent[];
  next?: DistanceCursor;
}

/** Searches geo events for callers and maps. */
@Service()
export class EventSearch {
  constructor(
    private readonly repository: EventSearchRepository,
    private readonly clock: Clock,
  ) {}

  /** @throws Problem `not_found` */
  async get(id: string): Promise<GeoEvent> {
    const event = await this.find(id);
    if (event === undefined)
      throw new Problem('not_found', {
        detail: 'There is no event with this id; it may have been deleted after its retention period, or retracted by its source.',
      });
    return event;
  }

  /** Undefined for an unknown event. */
  find(id: string): Promise<GeoEvent | undefined> {
    return this.repository.find(id);
  }

  /** Events with the latest start first, after `after`. With a circle or polygon there may be fewer than `limit` although more follow. */
  async list(filter: GeoEventFilter, limit: number, after?: EventCursor): Promise<FoundEvents> {
    const { area } = filter;
    const isExact = area === undefined || area.isBoxes;
    const batch = isExact ? limit + 1 : Math.max(limit + 1, BATCH);
    const events: GeoEvent[] = [];
    let place = after;
    for (let scanned = 0; scanned < MAX_SCANNED; scanned += batch) {
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

  /** Events in the area of the filter, nearest to `center` first: at most `limit`, after `after`. */
  async nearest(filter: GeoEventFilter, area: Area, center: Position, limit: number, after?: DistanceCursor): Promise<NearestEvents> {
    const rows = await this.repository.nearest(filter, area, center, new Date(this.clock.now()), limit + 1, after);
    // What is farther than an event beyond the circle is beyond it, too.
    const within = rows.filter(({ position: { lat, lon } }) => area.contains(lat, lon));
    const events = within.slice(0, limit);
    const last = events.at(-1);
    return last !== undefined && within.length > limit ? { events, next: { distance: last.distance, id: last.id } } : { events };
  }
}

const placeOf = ({ startedAt, id }: GeoEvent): EventCursor => ({ startedAt, id });
