import { boxArea } from '../area.js';
import { boxContains } from '../box.js';
import type { VisibleEvents } from '../map/visible-events.service.js';
import type { EventUpdate, EventUpdateReader } from './event-update-reader.js';
import type { StreamCursor } from './stream-cursor.js';
import type { StreamItem } from './stream-item.js';

/** Maximum number of updates that wait for a client; with more, the stream starts again with a snapshot. */
const MAX_WAITING = 2_000;

/** Finds the events that one stream must send: first the events in its box, then updates from the event log. */
export class StreamEvents {
  private readonly waiting = new Map<string, EventUpdate>();
  private isBehind = false;
  private stop?: () => void;

  constructor(
    private readonly cursor: StreamCursor,
    private readonly updates: EventUpdateReader,
    private readonly visibleEvents: VisibleEvents,
  ) {}

  private get isRequested(): boolean {
    return this.cursor.request.layers.includes('events');
  }

  /** Subscribes to updates; every update after this resolves is received. */
  async begin(): Promise<void> {
    if (this.isRequested) this.stop = await this.updates.listen((update) => this.take(update));
  }

  end(): void {
    this.stop?.();
  }

  async snapshot(): Promise<StreamItem[]> {
    if (!this.isRequested) return [];
    this.cursor.progress.position = this.updates.position;
    const { box, minSeverity } = this.cursor.request;
    const events = await this.visibleEvents.within(boxArea(box), minSeverity);
    return events.flatMap((event) => this.itemsOf({ id: event.id, item: { kind: 'event', value: event } }));
  }

  /** Returns the updates since the cursor's position, for a resumed stream; undefined when there are too many. */
  async missed(): Promise<StreamItem[] | undefined> {
    if (!this.isRequested) return [];
    const { position } = this.updates;
    const missed = await this.updates.since(this.cursor.progress.position);
    this.cursor.progress.position = position;
    return missed?.flatMap((update) => this.itemsOf(update));
  }

  /** Returns the updates since the previous call; undefined when there were too many. */
  pending(): StreamItem[] | undefined {
    if (this.isBehind) return undefined;
    if (this.isRequested) this.cursor.progress.position = this.updates.position;
    const updates = [...this.waiting.values()];
    this.waiting.clear();
    return updates.flatMap((update) => this.itemsOf(update));
  }

  private take(update: EventUpdate): void {
    if (this.waiting.size < MAX_WAITING) this.waiting.set(update.id, update);
    else this.isBehind = true;
  }

  private itemsOf({ id, item }: EventUpdate): StreamItem[] {
    const { request, events } = this.cursor;
    const event = item?.value;
    const isRequested =
      event !== undefined &&
      boxContains(request.box, event.position.lat, event.position.lon) &&
      event.severity >= (request.minSeverity ?? 1);
    if (isRequested && item !== undefined) {
      events.add(id);
      return [item];
    }
    return events.delete(id)
      ? [{ kind: 'gone', layer: 'events', id, reason: event === undefined ? 'deleted' : 'left' }]
      : [];
  }
}
