import { Service } from 'typedi';
import { EventLog } from '../../../events/event-log.js';
import { EventSearchRepository } from '../events/event-search.repository.js';
import { geoEventLogTypes } from '../events/geo-event.events.js';
import type { StreamItem } from './stream-item.js';

const types = Object.values(geoEventLogTypes).map(({ type }) => type);
const PAGE = 200;
/** Maximum number of pages read for a resumed stream; a stream that missed more starts again with a snapshot. */
const MAX_PAGES = 5;

/** An update of a geo event that the event log contains. */
export interface EventUpdate {
  id: string;
  /** The current state, shared by all streams; undefined when the event was deleted. */
  item: Extract<StreamItem, { kind: 'event' }> | undefined;
}

/**
 * Reads updates of geo events from the event log for the streams of this process. It reads nothing while there is no
 * listener.
 */
@Service()
export class EventUpdateReader {
  private readonly listeners = new Set<(update: EventUpdate) => void>();
  /** Sequence number of the last entry read; undefined while there is no listener. */
  private lastRead: number | undefined;

  constructor(
    private readonly log: EventLog,
    private readonly events: EventSearchRepository,
  ) {}

  /** Sequence number in the log up to which listeners have received updates. */
  get position(): number {
    return this.lastRead ?? 0;
  }

  /**
   * Adds a listener. After this resolves, the listener receives every update after `position`.
   * @returns a function that removes the listener
   */
  async listen(listener: (update: EventUpdate) => void): Promise<() => void> {
    const head = await this.log.head();
    this.lastRead ??= head;
    this.listeners.add(listener);
    return () => {
      this.listeners.delete(listener);
      if (this.listeners.size === 0) this.lastRead = undefined;
    };
  }

  /** Returns the updates after a sequence number; undefined when there are too many. */
  async since(position: number): Promise<EventUpdate[] | undefined> {
    const ids = new Set<string>();
    for (let [at, page] = [position, 0]; page < MAX_PAGES; page += 1) {
      const logged = await this.log.after(at, PAGE, types);
      for (const { data } of logged) ids.add(data.eventId as string);
      if (logged.length < PAGE) return this.read(ids);
      at = logged.at(-1)?.position ?? at;
    }
    return undefined;
  }

  /** Reads the next page of the log and passes its updates to the listeners. @returns true when there may be more */
  async turn(): Promise<boolean> {
    const { lastRead } = this;
    if (lastRead === undefined) return false;
    const head = await this.log.head();
    const logged = await this.log.after(lastRead, PAGE, types);
    const updates = await this.read(new Set(logged.map(({ data }) => data.eventId as string)));
    // All listeners may have left during the queries, and new ones may have started at another sequence number.
    if (this.lastRead !== lastRead) return true;
    const isFull = logged.length === PAGE;
    this.lastRead = Math.max(lastRead, logged.at(-1)?.position ?? 0, isFull ? 0 : head);
    for (const update of updates) for (const listener of this.listeners) listener(update);
    return isFull;
  }

  private async read(ids: ReadonlySet<string>): Promise<EventUpdate[]> {
    const updates: EventUpdate[] = [];
    for (const id of ids) {
      const event = await this.events.find(id);
      updates.push({ id, item: event && { kind: 'event', value: event } });
    }
    return updates;
  }
}
