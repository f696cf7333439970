import { Service } from 'typedi';
import { Problem } from '../../../api/problem.js';
import { Clock } from '../../../time/clock.js';
import type { Area } from '../area.js';
import type { GeoEvent } from '../geo-event.js';
import type { Position } from '../position.js';
import { nearestInArea, scanArea } from '../scan-area.js';
import type { DistanceCursor } from '../within-area.js';
import type { EventCursor, GeoEventFilter } from './event-search.js';
import { EventSearchRepository } from './event-search.repository.js';

export interface FoundEvents {
  events: GeoEvent[];
  /** Cursor of the next page; undefined at the end. */
  next?: EventCursor;
}

/** A page of events by distance. */
export interface NearestEvents {
  events: GeoEvent[];
  next?: DistanceCursor;
}

/** Searches geo events for API requests and maps. */
@Service()
export class EventSearch {
  constructor(
    private readonly repository: EventSearchRepository,
    private readonly clock: Clock,
  ) {}

  /** Returns an event. @throws Problem `not_found` */
  async get(id: string): Promise<GeoEvent> {
    const event = await this.find(id);
    if (event === undefined)
      throw new Problem('not_found', {
        detail:
          'There is no event with this id; it may have been deleted after its retention period, or retracted ' +
          'by its source.',
      });
    return event;
  }

  /** Returns an event; undefined for an unknown id. */
  find(id: string): Promise<GeoEvent | undefined> {
    return this.repository.find(id);
  }

  /**
   * Lists events by start (default: latest first), after the cursor `after`. With a circle or polygon there may be
   * fewer than `limit` although more follow.
   */
  async list(filter: GeoEventFilter, limit: number, after?: EventCursor): Promise<FoundEvents> {
    const { items: events, next } = await scanArea(filter.area, limit, after, (batch, place) =>
      this.repository.list(filter, new Date(this.clock.now()), batch, place),
    );
    return { events, next };
  }

  /** Lists at most `limit` events in the area of the filter, nearest to `center` first, after the cursor `after`. */
  async nearest(
    filter: GeoEventFilter,
    area: Area,
    center: Position,
    limit: number,
    after?: DistanceCursor,
  ): Promise<NearestEvents> {
    const rows = await this.repository.nearest(filter, area, center, new Date(this.clock.now()), limit + 1, after);
    const { items: events, next } = nearestInArea(area, limit, rows);
    return { events, next };
  }
}
