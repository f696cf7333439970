import { Service } from 'typedi';
import { Clock } from '../../../time/clock.js';
import { DAY_MS } from '../../../time/durations.js';
import type { Area } from '../area.js';
import { EventSearch } from '../events/event-search.service.js';
import type { GeoEvent } from '../geo-event.js';

/** Time after its start (ms) for which an ended event, or one without duration, is shown. */
const SHOWN_MS = DAY_MS;
/** Maximum number of ongoing events, and of events that started in the last day. */
const MAX = 10_000;

/** Finds the events that a current map shows: ongoing events, and events that started in the last day. */
@Service()
export class VisibleEvents {
  constructor(
    private readonly search: EventSearch,
    private readonly clock: Clock,
  ) {}

  /** Returns the events in an area, each once, in no particular order. */
  async within(area: Area, minSeverity?: number): Promise<GeoEvent[]> {
    const [ongoing, recent] = [
      await this.search.list({ area, minSeverity, ongoing: true }, MAX),
      await this.search.list({ area, minSeverity, from: new Date(this.clock.now() - SHOWN_MS) }, MAX),
    ];
    return [...new Map([...ongoing.events, ...recent.events].map((event) => [event.id, event])).values()];
  }
}
