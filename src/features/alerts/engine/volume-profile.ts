import { DAY_MS, MINUTE_MS } from '../../../time/durations.js';
import { getOrCreate } from './get-or-create.js';

/**
 * Minimum width of a slot (ms). Shorter candles are compared with the mean volume of their five minutes, because a
 * profile by minute would be too noisy.
 */
const MIN_SLOT_MS = 5 * MINUTE_MS;
/** Minimum number of earlier days for a comparison, unless `lookback` is lower. */
const MIN_DAYS = 5;

interface Slot {
  /** Number of the day (or of the long candle) whose volumes are being added up. */
  day: number;
  sum: number;
  count: number;
  /** Mean volumes of earlier days, as a ring buffer. */
  means: number[];
  next: number;
}

/**
 * The usual volume at each time of day: the median over the last `lookback` days on which there was trading at that
 * time. A day has slots of the length of the interval, at least five minutes. Volume differs by a factor of 3 to 10
 * between the open and the middle of a session, so a comparison with the preceding hour would mislead. The time of day
 * is UTC; for some days after a change of daylight saving time the first and last hour of a session are compared with
 * their neighbors.
 */
export class VolumeProfile {
  private readonly slots = new Map<number, Slot>();
  private readonly slotMs: number;

  /**
   * Creates an empty profile.
   * @param intervalMs length of a candle; a candle of a day or longer is compared with the preceding candles
   */
  constructor(
    private readonly intervalMs: number,
    private readonly lookback: number,
  ) {
    this.slotMs = Math.max(MIN_SLOT_MS, intervalMs);
  }

  /**
   * Compares a final candle with the days before and adds it.
   * @returns its volume divided by the usual one; undefined while there are too few days
   */
  add(time: number, volume: number): number | undefined {
    if (!(volume >= 0)) return undefined;
    const isIntraday = this.intervalMs < DAY_MS;
    const day = isIntraday ? Math.floor(time / DAY_MS) : time;
    const slot = this.slotAt(isIntraday ? Math.floor((time % DAY_MS) / this.slotMs) : 0, day);
    if (slot.day !== day) this.close(slot, day);
    const usual = slot.means.length < Math.min(MIN_DAYS, this.lookback) ? Number.NaN : median(slot.means);
    slot.sum += volume;
    slot.count += 1;
    return usual > 0 ? volume / usual : undefined;
  }

  private slotAt(number: number, day: number): Slot {
    return getOrCreate(this.slots, number, () => ({ day, sum: 0, count: 0, means: [], next: 0 }));
  }

  private close(slot: Slot, day: number): void {
    if (slot.count > 0) {
      slot.means[slot.next] = slot.sum / slot.count;
      slot.next = (slot.next + 1) % this.lookback;
    }
    slot.day = day;
    slot.sum = 0;
    slot.count = 0;
  }
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1
    ? (sorted[middle] as number)
    : ((sorted[middle - 1] as number) + (sorted[middle] as number)) / 2;
}
