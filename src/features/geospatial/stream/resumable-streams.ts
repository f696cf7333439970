import { uuidV7 } from '../../../time/uuid-v7.js';
import { StreamCursor } from './stream-cursor.js';
import { type GoneItem } from './stream-item.js';
import type { StreamRequest } from './stream-request.js';

/** An ended stream can be resumed for this long (ms). */
const RESUMABLE_MS = 120_000;
/** Limits of ended streams that are kept: their number, and the objects that they know together. */
const MAX_STREAMS = 5_000;
const MAX_KNOWN = 1_000_000;

const markShape = /^([0-9a-f-]{36})\.([0-9]{1,9})$/;

/** Holds the cursors of open streams, and of ended ones whose clients may come back to this process. */
export class ResumableStreams {
  private readonly streams = new Map<string, { cursor: StreamCursor; endedAt?: number }>();

  get size(): number {
    return this.streams.size;
  }

  /** The cursor of a new stream. */
  begin(request: StreamRequest): StreamCursor {
    const cursor = new StreamCursor(uuidV7(), request);
    this.streams.set(cursor.id, { cursor });
    return cursor;
  }

  /**
   * The cursor of a stream that continues another one, which may still be open; undefined when this process does not
   * know its mark.
   */
  resume(mark: string, request: StreamRequest): { cursor: StreamCursor; gone: GoneItem[] } | undefined {
    const [, id = '', number] = markShape.exec(mark) ?? [];
    const resumed = this.streams.get(id)?.cursor.resumeAt(Number(number), request, uuidV7());
    if (resumed !== undefined) this.streams.set(resumed.cursor.id, { cursor: resumed.cursor });
    return resumed;
  }

  /** Starts the time in which an ended stream can be resumed. */
  end(cursor: StreamCursor, now: number): void {
    this.streams.delete(cursor.id);
    // Entries stay in the order in which the streams ended.
    this.streams.set(cursor.id, { cursor, endedAt: now });
    this.forgetOld(now);
  }

  private forgetOld(now: number): void {
    let [known, count] = [0, 0];
    for (const [id, { cursor, endedAt }] of [...this.streams].reverse()) {
      if (endedAt === undefined) continue;
      known += cursor.size;
      count += 1;
      if (endedAt < now - RESUMABLE_MS || known > MAX_KNOWN || count > MAX_STREAMS) this.streams.delete(id);
    }
  }
}
