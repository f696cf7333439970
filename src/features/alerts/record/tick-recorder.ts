import { MINUTE_MS } from '../../../time/durations.js';
import { EntryWriter, MAX_PER_MILLISECOND, orderOf, type RecordedEntry } from './recorded-entry.js';

/**
 * Symbols and series of candles that are recorded; rules that name more are evaluated, and their backtests report it.
 */
export const MAX_RECORDED_KEYS = 200;
/**
 * Maximum number of entries of one symbol or series in a chunk: five a second. Further ones are counted and not stored.
 */
export const MAX_CHUNK_ENTRIES = 300;
/** A chunk with entries ends after this time (ms), so that a symbol has at most 1,440 rows a day. */
export const CHUNK_MS = MINUTE_MS;
/** Maximum number of chunks that may wait while the database is unavailable. Beyond it the oldest are discarded. */
const MAX_WAITING = 20_000;

/**
 * The observations of a symbol, or of its candles of one interval, from one time to another (ms, the end exclusive).
 */
export interface Chunk {
  /** `AAPL.US`, or `AAPL.US 1m` for candles. */
  key: string;
  startedAt: number;
  endedAt: number;
  entries: EntryWriter;
  /** Entries beyond the limit, which are not stored. */
  dropped: number;
}

/** An entry without its order, which the recorder gives. */
export type Unordered = {
  [Kind in RecordedEntry['kind']]: Omit<Extract<RecordedEntry, { kind: Kind }>, 'order'>;
}[RecordedEntry['kind']];

/**
 * Records what the evaluation of rules observes of prices and candles, in the order in which it does. Holds what is not
 * written yet.
 */
export class TickRecorder {
  private readonly open = new Map<string, Chunk>();
  private ended: Chunk[] = [];
  private now = 0;
  private place = 0;
  /** Since the start of this process. */
  readonly counts = { stored: 0, dropped: 0 };

  /** Records exactly these symbols and series from now on. A symbol that is not needed any more ends here. */
  need(keys: ReadonlySet<string>, now: number): void {
    for (const [key, chunk] of this.open) if (!keys.has(key)) this.end(chunk, now);
    for (const key of keys)
      if (!this.open.has(key) && this.open.size < MAX_RECORDED_KEYS) this.open.set(key, newChunk(key, now));
  }

  /** @param now the engine's time (ms) @param hasFired whether timers that are due at this time have fired */
  add(key: string, entry: Unordered, now: number, hasFired: boolean): void {
    const chunk = this.open.get(key);
    if (chunk === undefined) return;
    this.place = now === this.now ? this.place + 1 : 0;
    this.now = now;
    if (chunk.entries.count < MAX_CHUNK_ENTRIES && this.place <= MAX_PER_MILLISECOND) {
      chunk.entries.add({ ...entry, order: orderOf(now, this.place, hasFired) } as RecordedEntry);
      this.counts.stored += 1;
    } else {
      chunk.dropped += 1;
      this.counts.dropped += 1;
    }
  }

  /** Ends all chunks: nothing is observed any more. */
  stop(now: number): void {
    for (const chunk of [...this.open.values()]) this.end(chunk, now);
  }

  /**
   * The chunks to write, as of now: those that go on are written again later. Chunks that are not confirmed by
   * `written` are returned again.
   */
  take(now: number): Chunk[] {
    for (const chunk of [...this.open.values()]) {
      const { key, startedAt, entries, dropped } = chunk;
      chunk.endedAt = now;
      if (entries.count + dropped === 0 || now - startedAt < CHUNK_MS) continue;
      this.ended.push(chunk);
      this.open.set(key, newChunk(key, now));
    }
    if (this.ended.length > MAX_WAITING) this.ended = this.ended.slice(-MAX_WAITING);
    return [...this.ended, ...[...this.open.values()].filter(({ startedAt, endedAt }) => endedAt > startedAt)];
  }

  written(chunks: readonly Chunk[]): void {
    const done = new Set(chunks);
    this.ended = this.ended.filter((chunk) => !done.has(chunk));
  }

  private end(chunk: Chunk, now: number): void {
    chunk.endedAt = now;
    this.open.delete(chunk.key);
    if (now > chunk.startedAt) this.ended.push(chunk);
  }
}

const newChunk = (key: string, now: number): Chunk => ({
  key,
  startedAt: now,
  endedAt: now,
  entries: new EntryWriter(),
  dropped: 0,
});
