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

/** The record of one symbol, or of its candles of one interval. */
export interface RecordedTicks {
  /** `AAPL.US`, or `AAPL.US 1m` for candles. */
  key: string;
  /** The times in which everything that was observed is recorded, ascending and without overlaps. */
  covered: Span[];
  /** As `EntryWriter` packs them, earliest first. The first ones can be from before the range. */
  packed: Uint8Array[];
  /** Number of entries. */
  entries: number;
  /** The entries beyond the limit of a minute, which are not recorded. */
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
   * Everything recorded in a range, and the last entries before it.
   * @param limit entries; beyond it the record counts as ended
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

  /** Deletes a batch of the records that are older than a week. @returns whether there may be more */
  async forgetOld(): Promise<boolean> {
    return (await this.ticks.deleteBefore(this.limit, DELETE_BATCH)) === DELETE_BATCH;
  }

  /** The number of rows that `forgetOld` would delete. */
  countOld(): Promise<number> {
    return this.ticks.countBefore(this.limit);
  }

  private get limit(): Date {
    return new Date(this.clock.now() - TICK_RETENTION_MS);
  }
}
