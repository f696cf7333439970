import { uuidV7 } from '../../../time/uuid-v7.js';
import { StreamCursor } from './stream-cursor.js';
import { type GoneItem } from './stream-item.js';
import type { StreamRequest } from './stream-request.js';

/** Time for which an ended stream can be resumed (ms). */
const RESUMABLE_MS = 120_000;
/** Maximum number of ended streams that are kept, and of the objects that all of them know. */
const MAX_STREAMS = 5_000;
const MAX_KNOWN = 1_000_000;

const markShape = /^([0-9a-f-]{36})\.([0-9]{1,9})$/;

/** Keeps the cursors of open streams, and of ended ones whose clients may resume them in this process. */
export class ResumableStreams {
  private readonly streams = new Map<string, { cursor: StreamCursor; endedAt?: number }>();

  get size(): number {
    return this.streams.size;
  }

  /** Creates the cursor of a new stream. */
  begin(request: StreamRequest): StreamCursor {
    const cursor = new StreamCursor(uuidV7(), request);
    this.streams.set(cursor.id, { cursor });
    return cursor;
  }

  /**
   * Creates the cursor of a stream that continues another one, which may still be open; undefined when this process
   * does not know the mark.
   */
  resume(mark: string, request: StreamRequest): { cursor: StreamCursor; gone: GoneItem[] } | undefined {
    const [, id = '', number] = markShape.exec(mark) ?? [];
    const resumed = this.streams.get(id)?.cursor.resumeAt(Number(number), request, uuidV7());
    if (resumed !== undefined) this.streams.set(resumed.cursor.id, { cursor: resumed.cursor });
    return resumed;
  }

  /** Starts the time for which an ended stream can be resumed. */
  end(cursor: StreamCursor, now: number): void {
    this.streams.delete(cursor.id);
    // The entry is added again, so that ended streams stay in the order of their ends.
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
