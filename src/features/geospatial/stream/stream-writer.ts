import type { EventStream } from '../../../http/stream/event-stream.js';
import type { ChangedObject, StreamChanges } from './stream-changes.js';
import type { StreamCursor } from './stream-cursor.js';
import type { StreamEvents } from './stream-events.js';
import type { GoneItem, StreamItem } from './stream-item.js';
import type { StreamPins } from './stream-pins.js';
import type { StreamTicker } from './stream-ticker.js';

/** Maximum number of vessels and aircraft in the first snapshot; the others are sent when they change. */
const MAX_IN_SNAPSHOT = 25_000;
/** Number of items in one write. */
const BATCH = 100;
/** Number of ticks after which a client is disconnected that reads nothing although items wait for it. */
const MAX_STALLED_TICKS = 30;

/** The sources of one stream's items. */
export interface StreamSources {
  changes: StreamChanges;
  events: StreamEvents;
  pins: StreamPins;
}

/** Writes a snapshot and then changes to one client, as fast as the client reads. */
export class StreamWriter {
  /** The last tick at which the client read an item or no item waited for it. */
  private progressedAt: number;

  constructor(
    private readonly stream: EventStream<readonly StreamItem[]>,
    private readonly cursor: StreamCursor,
    private readonly sources: StreamSources,
    private readonly ticker: StreamTicker,
    private readonly now: () => number,
  ) {
    this.progressedAt = ticker.tickCount;
  }

  /** Disconnects a client that has not read for `MAX_STALLED_TICKS`. */
  dropIfStalled(): void {
    if (this.ticker.tickCount - this.progressedAt <= MAX_STALLED_TICKS) return;
    this.stream.dropped = true;
    this.stream.cut();
  }

  /** Records that no item waits for the client. */
  markProgress(): void {
    this.progressedAt = this.ticker.tickCount;
  }

  async writeSnapshot(): Promise<void> {
    const { tickCount } = this.ticker;
    const { objects, isCut } = this.sources.changes.snapshot(this.cursor, MAX_IN_SNAPSHOT);
    this.cursor.truncated = isCut;
    const others = [...(await this.sources.events.snapshot()), ...(await this.sources.pins.changed(tickCount))];
    await this.write(tickCount, others, objects, true);
  }

  /**
   * Writes the changes since the last call.
   * @param updates items about events
   * @param isFirst true: `current` is sent even if there are no changes
   */
  async writeChanges(updates: readonly StreamItem[], isFirst = false): Promise<void> {
    const { tickCount } = this.ticker;
    const gone = this.sources.changes.gone(this.cursor);
    const objects = this.sources.changes.changed(this.cursor);
    const pins = await this.sources.pins.changed(tickCount);
    await this.write(tickCount, [...gone, ...updates, ...pins], objects, isFirst);
  }

  private async write(
    tick: number,
    others: readonly StreamItem[],
    objects: readonly ChangedObject[],
    sendsCurrent: boolean,
  ): Promise<void> {
    const gone: GoneItem[] = [];
    let batch: StreamItem[] = [];
    let isAnything = sendsCurrent;
    for (const item of this.items(others, objects)) {
      isAnything = true;
      batch.push(item);
      if (item.kind === 'gone') gone.push(item);
      if (batch.length < BATCH) continue;
      await this.stream.write(batch);
      this.markProgress();
      batch = [];
      await this.ticker.yieldToEventLoop();
    }
    this.cursor.lastTick = tick;
    if (!isAnything) return;
    const { truncated } = this.cursor;
    batch.push({ kind: 'current', mark: this.cursor.checkpoint(gone), at: this.now(), truncated });
    await this.stream.write(batch);
    this.markProgress();
  }

  /**
   * Yields the items to write. Objects are read when they are written, so that a slow client gets their latest state.
   */
  private *items(others: readonly StreamItem[], objects: readonly ChangedObject[]): Generator<StreamItem> {
    yield* others;
    for (const object of objects) {
      const item = this.sources.changes.item(this.cursor, object);
      if (item !== undefined) yield item;
    }
  }
}
