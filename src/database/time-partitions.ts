import { DAY_MS } from '../time/durations.js';
import { type RangePartition, RangePartitions } from './range-partitions.js';

/** The partitions that a table must have; times in ms since the epoch. */
export interface WantedPartitions {
  /** Rows before this time are expired and get no partition. */
  oldest: number;
  now: number;
  /** Number of future days for which partitions are created. */
  daysAhead: number;
  /** Allowed lengths of partitions in days, the preferred one first. A partition starts at a multiple of its length. */
  lengths: readonly [number, ...number[]];
}

/** A partition that may have expired rows. `isPast`: the whole partition has expired. */
export type ExpiredPartition = RangePartition & ({ isPast: true; to: number } | { isPast: false });

/** Partitions whose keys are times (ms since the epoch). */
export class TimePartitions extends RangePartitions {
  /**
   * Returns the partitions that may have rows older than a time: partitions that end at this time or earlier, the
   * default partition, and the partition with the rows from before partitioning.
   */
  async expired(oldest: number): Promise<ExpiredPartition[]> {
    return (await this.list()).flatMap((one): ExpiredPartition[] => {
      const { from, to } = one;
      if (to !== null && to <= oldest) return [{ ...one, to, isPast: true }];
      return from === null ? [{ ...one, isPast: false }] : [];
    });
  }

  /**
   * Creates the partitions of the next days, and partitions for rows in the default partition. If the table is in use,
   * they are created at the next call.
   */
  async make({ oldest, now, daysAhead, lengths }: WantedPartitions, signal: AbortSignal): Promise<void> {
    const existing = await this.list();
    const ahead = Array.from({ length: daysAhead + 1 }, (_day, index) => now + index * DAY_MS);
    for (const moment of [...ahead, ...(await this.rangesOutside(oldest, now + daysAhead * DAY_MS, DAY_MS))]) {
      const slot = slotsOf(moment, lengths).find(({ from, to }) => !existing.some((one) => overlaps(one, from, to)));
      if (signal.aborted || slot === undefined) continue;
      if (await this.add(slot.from, slot.to)) existing.push({ id: 0, name: '', ...slot });
    }
  }
}

function slotsOf(moment: number, lengths: readonly number[]): Array<{ from: number; to: number }> {
  return lengths.map((days) => {
    const length = days * DAY_MS;
    return { from: Math.floor(moment / length) * length, to: (Math.floor(moment / length) + 1) * length };
  });
}

const overlaps = (one: RangePartition, from: number, to: number): boolean =>
  one.to !== null && one.to > from && (one.from ?? Number.NEGATIVE_INFINITY) < to;
