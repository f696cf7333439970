import { uuidV7 } from '../../../uuid-v7.js';
import { type GoneItem } from './stream-item.js';
import type { StreamWish } from './stream-wish.js';
import { ToldSoFar } from './told-so-far.js';

/** How long (ms) an ended stream is remembered, how many of them, and how many objects they may know together. */
const REMEMBERED_MS = 120_000;
const MOST_STREAMS = 5_000;
const MOST_KNOWN = 1_000_000;

const markShape = /^([0-9a-f-]{36})\.([0-9]{1,9})$/;

/** Streams that are open, and those whose clients may yet come back to this process. */
export class RememberedStreams {
  private readonly streams = new Map<string, { told: ToldSoFar; endedAt?: number }>();

  get size(): number {
    return this.streams.size;
  }

  /** A stream from the beginning. */
  begin(wish: StreamWish): ToldSoFar {
    const told = new ToldSoFar(uuidV7(), wish);
    this.streams.set(told.id, { told });
    return told;
  }

  /** A stream that goes on where another one, which may still be open, had come; undefined when that is not known here. */
  resume(mark: string, wish: StreamWish): { told: ToldSoFar; gone: GoneItem[] } | undefined {
    const [, id = '', number] = markShape.exec(mark) ?? [];
    const resumed = this.streams.get(id)?.told.resumed(Number(number), wish, uuidV7());
    if (resumed !== undefined) this.streams.set(resumed.told.id, { told: resumed.told });
    return resumed;
  }

  /** The stream has ended. */
  end(told: ToldSoFar, now: number): void {
    this.streams.delete(told.id);
    // In the order of the ends: the first to be forgotten first.
    this.streams.set(told.id, { told, endedAt: now });
    this.forgetOld(now);
  }

  private forgetOld(now: number): void {
    let [known, count] = [0, 0];
    for (const [id, { told, endedAt }] of [...this.streams].reverse()) {
      if (endedAt === undefined) continue;
      known += told.size;
      count += 1;
      if (endedAt < now - REMEMBERED_MS || known > MOST_KNOWN || count > MOST_STREAMS) this.streams.delete(id);
    }
  }
}
