import { Service } from 'typedi';
import { type ContextPart, EventContextSources, type Moment } from '../../../events/event-context-sources.js';
import { EventLog } from '../../../events/event-log.js';
import type { LoggedEvent } from '../../../events/logged-event.js';
import { SECOND_MS } from '../../../time/durations.js';
import { TimelineService } from '../timeline.service.js';
import type { EventContext } from './event-context.js';

/** Maximum number of other events that are returned before the event, and after it. */
const MAX_REPORTED = 25;
const PART_TIMEOUT_MS = 5 * SECOND_MS;
const SYMBOL_KEY = 'symbol:';

export interface ContextRequest {
  /** Time before and after the event that is included (s). */
  windowSeconds: number;
  radiusMeters: number;
}

/** Reads the context of an event: prices, positions and other events around it. */
@Service()
export class EventContexts {
  constructor(
    private readonly timeline: TimelineService,
    private readonly log: EventLog,
    private readonly sources: EventContextSources,
  ) {}

  /** Returns the context of an event. @throws Problem `not_found` */
  async read(
    accountId: string,
    id: string,
    { windowSeconds, radiusMeters }: ContextRequest,
    signal: AbortSignal,
  ): Promise<EventContext> {
    const event = await this.timeline.get(accountId, id);
    const { time, latitude, longitude, keys } = event;
    const [from, to] = [-1, 1].map((side) => new Date(time.getTime() + side * windowSeconds * SECOND_MS)) as [
      Date,
      Date,
    ];
    const symbols = keys.filter((key) => key.startsWith(SYMBOL_KEY)).map((key) => key.slice(SYMBOL_KEY.length));
    const place = latitude === null || longitude === null ? undefined : { lat: latitude, lon: longitude };
    const moment: Moment = {
      at: time,
      from,
      to,
      symbols,
      place,
      radiusMeters,
      signal: AbortSignal.any([signal, AbortSignal.timeout(PART_TIMEOUT_MS)]),
    };
    const [prices, nearby, reported] = await Promise.all([
      this.sources.read('prices', moment),
      this.sources.read('nearby', moment),
      this.reported(accountId, event, from, to),
    ]);
    // The subject of the event itself is not listed as nearby.
    const others = nearby.items.filter(({ key }) => !keys.includes(key));
    return { event, from, to, prices, nearby: { ...nearby, items: others }, reported };
  }

  /** Returns the events before and after an event, at most `MAX_REPORTED` on each side, oldest first. */
  private async reported(
    accountId: string,
    event: LoggedEvent,
    from: Date,
    to: Date,
  ): Promise<ContextPart<LoggedEvent>> {
    const cursor = { time: event.time, position: event.position };
    const [before, after] = await Promise.all([
      this.log.timeline(accountId, { from, order: 'desc' }, MAX_REPORTED + 1, cursor),
      this.log.timeline(accountId, { to, order: 'asc' }, MAX_REPORTED + 1, cursor),
    ]);
    const isMore = (side: LoggedEvent[], word: string) =>
      side.length > MAX_REPORTED ? [`There are more events ${word}; GET /timeline lists them.`] : [];
    const items = [...before.slice(0, MAX_REPORTED).reverse(), ...after.slice(0, MAX_REPORTED)];
    return { items, missing: [...isMore(before, 'before'), ...isMore(after, 'after')] };
  }
}
