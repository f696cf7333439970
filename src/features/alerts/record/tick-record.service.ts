import { Service } from 'typedi';
import { Clock } from '../../../time/clock.js';
import { DAY_MS } from '../../../time/durations.js';
import { TickRecordRepository } from './tick-record.repository.js';

/** Retention of recorded ticks (ms). */
export const TICK_RETENTION_MS = 7 * DAY_MS;
const DELETE_BATCH = 1_000;

/** A time range (ms); the end is exclusive. */
export interface Span {
  from: number;
  to: number;
}

/** The recorded prices of one symbol, or candles of one symbol and interval. */
export interface RecordedTicks {
  /** The symbol for prices (`AAPL.US`), or the symbol and the interval for candles (`AAPL.US 1m`). */
  key: string;
  /** Time ranges for which everything that was observed is recorded; ascending, without overlaps. */
  covered: Span[];
  /**
   * Entries as compressed by `EntryWriter`, earliest first. The first chunk may contain entries from before the range.
   */
  packed: Uint8Array[];
  /** Number of entries in `packed`. */
  entries: number;
  /** Number of entries that were not recorded because they exceeded the limit of a chunk. */
  dropped: number;
}

/** Reads the observations that the evaluation of rules recorded, and deletes them after a week. */
@Service()
export class TickRecords {
  constructor(
    private readonly ticks: TickRecordRepository,
    private readonly clock: Clock,
  ) {}

  /**
   * Reads the entries recorded in a range, and the last chunk before it.
   * @param limit maximum number of entries; the record ends before the chunk that would exceed it
   */
  async read(key: string, { from, to }: Span, limit: number): Promise<RecordedTicks> {
    const start = new Date(from);
    const [before, within] = await Promise.all([
      this.ticks.before(key, start),
      this.ticks.read(key, start, new Date(to)),
    ]);
    const recorded: RecordedTicks = {
      key,
      covered: [],
      packed: before === undefined ? [] : [before.packed],
      entries: before?.entries ?? 0,
      dropped: 0,
    };
    for (const { startedAt, endedAt, entries, dropped, packed } of within) {
      if (recorded.entries + entries > limit) break;
      const last = recorded.covered.at(-1);
      if (last !== undefined && startedAt.getTime() <= last.to) last.to = Math.max(last.to, endedAt.getTime());
      else recorded.covered.push({ from: startedAt.getTime(), to: endedAt.getTime() });
      recorded.packed.push(packed);
      recorded.entries += entries;
      recorded.dropped += dropped;
    }
    return recorded;
  }

  /** Deletes a batch of records that are older than a week. @returns whether more may be left */
  async forgetOld(): Promise<boolean> {
    return (await this.ticks.deleteBefore(this.limit, DELETE_BATCH)) === DELETE_BATCH;
  }

  /** Returns the number of rows that `forgetOld` would delete. */
  countOld(): Promise<number> {
    return this.ticks.countBefore(this.limit);
  }

  private get limit(): Date {
    return new Date(this.clock.now() - TICK_RETENTION_MS);
  }
}
