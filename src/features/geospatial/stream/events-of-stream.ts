import { boxArea } from '../area.js';
import { boxContains } from '../box.js';
import type { ShownEvents } from '../map/shown-events.service.js';
import type { EventNews, EventNewsReader } from './event-news.js';
import type { StreamItem } from './stream-item.js';
import type { ToldSoFar } from './told-so-far.js';

/** News that wait for a client; of one for which more come, everything is told again. */
const MOST_WAITING = 2_000;

/** The events of one stream: those of its box, and what is new among them. */
export class EventsOfStream {
  private readonly waiting = new Map<string, EventNews>();
  private isBehind = false;
  private stop?: () => void;

  constructor(
    private readonly told: ToldSoFar,
    private readonly news: EventNewsReader,
    private readonly shown: ShownEvents,
  ) {}

  private get isWanted(): boolean {
    return this.told.wish.layers.includes('events');
  }

  /** From here on nothing is missed. */
  async begin(): Promise<void> {
    if (this.isWanted) this.stop = await this.news.listen((news) => this.take(news));
  }

  end(): void {
    this.stop?.();
  }

  async everything(): Promise<StreamItem[]> {
    if (!this.isWanted) return [];
    this.told.reached.position = this.news.reached;
    const { box, minSeverity } = this.told.wish;
    const events = await this.shown.within(boxArea(box), minSeverity);
    return events.flatMap((event) => this.itemsOf({ id: event.id, item: { kind: 'event', value: event } }));
  }

  /** What happened since a client left that comes back; undefined when it is too much. */
  async missed(): Promise<StreamItem[] | undefined> {
    if (!this.isWanted) return [];
    const reached = this.news.reached;
    const missed = await this.news.since(this.told.reached.position);
    this.told.reached.position = reached;
    return missed?.flatMap((news) => this.itemsOf(news));
  }

  /** What has come since it was asked last; undefined when it was too much. */
  taken(): StreamItem[] | undefined {
    if (this.isBehind) return undefined;
    if (this.isWanted) this.told.reached.position = this.news.reached;
    const news = [...this.waiting.values()];
    this.waiting.clear();
    return news.flatMap((one) => this.itemsOf(one));
  }

  private take(news: EventNews): void {
    if (this.waiting.size < MOST_WAITING) this.waiting.set(news.id, news);
    else this.isBehind = true;
  }

  private itemsOf({ id, item }: EventNews): StreamItem[] {
    const { wish, events } = this.told;
    const event = item?.value;
    const isWanted = event !== undefined && boxContains(wish.box, event.position.lat, event.position.lon) && event.severity >= (wish.minSeverity ?? 1);
    if (isWanted && item !== undefined) {
      events.add(id);
      return [item];
    }
    return events.delete(id) ? [{ kind: 'gone', layer: 'events', id, reason: event === undefined ? 'deleted' : 'left' }] : [];
  }
}
