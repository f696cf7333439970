import { Service } from 'typedi';
import { EventLog } from '../../../events/event-log.js';
import { EventSearchRepository } from '../events/event-search.repository.js';
import { geoEventLogTypes } from '../events/geo-event.events.js';
import type { StreamItem } from './stream-item.js';

const types = Object.values(geoEventLogTypes).map(({ type }) => type);
const PAGE = 200;
/** Pages read for a stream that comes back; one that missed more is told everything again. */
const MOST_PAGES = 5;

/** Something happened to an event of the world. */
export interface EventNews {
  id: string;
  /** As it is now, the same for all who are told; undefined when it is no more. */
  item: Extract<StreamItem, { kind: 'event' }> | undefined;
}

/** Tells the streams of this process what is new among events, from the log, which is the same in every process. Reads nothing while nobody listens. */
@Service()
export class EventNewsReader {
  private readonly listeners = new Set<(news: EventNews) => void>();
  /** How far the log was read; undefined while nobody listens. */
  private position: number | undefined;

  constructor(
    private readonly log: EventLog,
    private readonly events: EventSearchRepository,
  ) {}

  /** Where the log was read to. */
  get reached(): number {
    return this.position ?? 0;
  }

  /** From when this resolves on, every event after `reached` is told. @returns what ends it */
  async listen(listener: (news: EventNews) => void): Promise<() => void> {
    const head = await this.log.head();
    this.position ??= head;
    this.listeners.add(listener);
    return () => {
      this.listeners.delete(listener);
      if (this.listeners.size === 0) this.position = undefined;
    };
  }

  /** What happened after a position, up to what is told to listeners; undefined when it is too much. */
  async since(position: number): Promise<EventNews[] | undefined> {
    const ids = new Set<string>();
    for (let [at, page] = [position, 0]; page < MOST_PAGES; page += 1) {
      const logged = await this.log.after(at, PAGE, types);
      for (const { data } of logged) ids.add(data.eventId as string);
      if (logged.length < PAGE) return this.read(ids);
      at = logged.at(-1)?.position ?? at;
    }
    return undefined;
  }

  /** @returns true when there may be more */
  async turn(): Promise<boolean> {
    const { position } = this;
    if (position === undefined) return false;
    const head = await this.log.head();
    const logged = await this.log.after(position, PAGE, types);
    const news = await this.read(new Set(logged.map(({ data }) => data.eventId as string)));
    // All may have left meanwhile, and others come who begin elsewhere.
    if (this.position !== position) return true;
    const isFull = logged.length === PAGE;
    this.position = Math.max(position, logged.at(-1)?.position ?? 0, isFull ? 0 : head);
    for (const one of news) for (const tell of this.listeners) tell(one);
    return isFull;
  }

  private async read(ids: ReadonlySet<string>): Promise<EventNews[]> {
    const news: EventNews[] = [];
    for (const id of ids) {
      const event = await this.events.find(id);
      news.push({ id, item: event && { kind: 'event', value: event } });
    }
    return news;
  }
}
