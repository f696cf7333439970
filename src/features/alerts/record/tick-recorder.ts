import { MINUTE_MS } from '../../../time/durations.js';
import { EntryWriter, MAX_PER_MILLISECOND, orderOf, type RecordedEntry } from './recorded-entry.js';

/**
 * Maximum number of symbols and series of candles that are recorded. Further symbols and series are evaluated but not
 * recorded; backtests report them as missing data.
 */
export const MAX_RECORDED_KEYS = 200;
/**
 * Maximum number of entries of one symbol or series in a chunk (five per second). Further entries are counted but not
 * stored.
 */
export const MAX_CHUNK_ENTRIES = 300;
/** Length (ms) after which a chunk with entries ends, so that a symbol has at most 1,440 rows per day. */
export const CHUNK_MS = MINUTE_MS;
/** Maximum number of unwritten chunks while the database is unavailable. Above it the oldest are discarded. */
const MAX_WAITING = 20_000;

/** The observations of a symbol, or of its candles of one interval, within a time range (ms; the end is exclusive). */
export interface Chunk {
  /** The symbol for prices (`AAPL.US`), or the symbol and the interval for candles (`AAPL.US 1m`). */
  key: string;
  startedAt: number;
  endedAt: number;
  entries: EntryWriter;
  /** Number of entries that were not stored because they exceeded a limit. */
  dropped: number;
}

/** An entry without its order, which the recorder assigns. */
export type Unordered = {
  [Kind in RecordedEntry['kind']]: Omit<Extract<RecordedEntry, { kind: Kind }>, 'order'>;
}[RecordedEntry['kind']];

/**
 * Records the prices and candles that the evaluation of rules observes, in the order of observation, and holds them
 * until they are written.
 */
export class TickRecorder {
  private readonly open = new Map<string, Chunk>();
  private ended: Chunk[] = [];
  private now = 0;
  private place = 0;
  /** Numbers of entries stored and dropped since the recorder was created. */
  readonly counts = { stored: 0, dropped: 0 };

  /** Sets the symbols and series that are recorded from now on. The record of any other symbol ends. */
  need(keys: ReadonlySet<string>, now: number): void {
    for (const [key, chunk] of this.open) if (!keys.has(key)) this.end(chunk, now);
    for (const key of keys)
      if (!this.open.has(key) && this.open.size < MAX_RECORDED_KEYS) this.open.set(key, newChunk(key, now));
  }

  /**
   * Records an entry.
   * @param now the engine's time (ms)
   * @param hasFired whether timers due at this time have already fired
   */
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

  /** Ends all chunks, because the evaluation stops observing. */
  stop(now: number): void {
    for (const chunk of [...this.open.values()]) this.end(chunk, now);
  }

  /**
   * Returns the chunks to write at `now`. Chunks that continue are returned again by later calls, as are chunks that
   * `written` did not confirm.
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
