import type { Layer } from '../layer.js';
import type { GoneItem, StreamItem } from './stream-item.js';
import { itemFilter, requestKey, type StreamRequest } from './stream-request.js';

/**
 * Maximum number of checkpoints of one stream from which it can be resumed, and of the `gone` items that they hold
 * together.
 */
const MAX_CHECKPOINTS = 180;
const MAX_GONE = 5_000;

/** The progress of a stream: versions of the layers, and a sequence number in the event log. */
export interface Progress {
  versions: Record<Layer, number>;
  position: number;
}

interface Checkpoint extends Progress {
  number: number;
  gone: readonly GoneItem[];
}

/**
 * The state that one client has received, so that only differences are sent: the objects that it knows, and the
 * progress at each of the latest checkpoints. The cursor is kept for a while after the stream has ended, because the
 * client may resume it.
 */
export class StreamCursor {
  readonly known: Record<Layer, Set<number>> = { vessels: new Set(), aircraft: new Set() };
  /** Versions of the pins that the client knows, by id. */
  readonly pins = new Map<string, number>();
  /** Ids of the events that the client knows. */
  readonly events = new Set<string>();
  progress: Progress = { versions: { vessels: 0, aircraft: 0 }, position: 0 };
  truncated = false;
  /** The tick of `StreamTicker` up to which all items were sent; -1 before the first. */
  lastTick = -1;
  /** True for the items that the request selects, regardless of their position. */
  readonly matches: (item: StreamItem) => boolean;
  private checkpoints: Checkpoint[] = [];
  private goneCount = 0;

  constructor(
    readonly id: string,
    readonly request: StreamRequest,
  ) {
    this.matches = itemFilter(request);
  }

  /** Number of objects and `gone` items in the cursor. */
  get size(): number {
    return this.known.vessels.size + this.known.aircraft.size + this.pins.size + this.events.size + this.goneCount;
  }

  /** Records that all items up to now were sent. @returns the mark from which the stream can be resumed */
  checkpoint(gone: readonly GoneItem[]): string {
    const number = (this.checkpoints.at(-1)?.number ?? 0) + 1;
    const { versions, position } = this.progress;
    this.checkpoints.push({ number, versions: { ...versions }, position, gone });
    this.goneCount += gone.length;
    while (this.checkpoints.length > MAX_CHECKPOINTS || this.goneCount > MAX_GONE)
      this.goneCount -= this.checkpoints.shift()?.gone.length ?? 0;
    return `${this.id}.${number}`;
  }

  /**
   * Creates the cursor of a client that resumes and has received all items up to a checkpoint.
   * @returns the new cursor, and the `gone` items sent since; undefined when the checkpoint is no longer known or the
   * request differs
   */
  resumeAt(number: number, request: StreamRequest, id: string): { cursor: StreamCursor; gone: GoneItem[] } | undefined {
    const checkpoint = this.checkpoints.find((one) => one.number === number);
    if (checkpoint === undefined || requestKey(request) !== requestKey(this.request)) return undefined;
    const cursor = new StreamCursor(id, request);
    for (const layer of ['vessels', 'aircraft'] as const)
      for (const key of this.known[layer]) cursor.known[layer].add(key);
    for (const event of this.events) cursor.events.add(event);
    // With version 0 all known pins are sent again; there are few.
    for (const pin of this.pins.keys()) cursor.pins.set(pin, 0);
    cursor.progress = { versions: { ...checkpoint.versions }, position: checkpoint.position };
    cursor.truncated = this.truncated;
    return { cursor, gone: this.checkpoints.filter((one) => one.number > number).flatMap((one) => one.gone) };
  }
}
