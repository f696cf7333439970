import { AsyncLocalStorage } from 'node:async_hooks';
import { Service } from 'typedi';
import { BoundedCache } from '../../../cache/bounded-cache.js';
import { Clock } from '../../../time/clock.js';
import { MINUTE_MS } from '../../../time/durations.js';
import { dayOf } from '../day.js';

interface DailyClose {
  day: number;
  value: number;
}

/**
 * Number of last days whose closing prices may still change: exchanges close at different hours, and providers correct
 * a day after its end.
 */
const MOVING_DAYS = 3;
const MAX_SERIES = 20_000;

/**
 * Fixes the prices of one moment: a series that is read again has the same closes for the last days, even if they have
 * changed since.
 */
export class PriceReading {
  /** Closes of the last days by series and day, as first read; null on a day without a close. */
  private readonly closes = new BoundedCache<Map<number, number | null>>(MAX_SERIES);
  private readonly firstMoving: number;

  /** @param id a number that is different for each reading @param startedAt ms since 1970 */
  constructor(
    readonly id: number,
    readonly startedAt: number,
  ) {
    this.firstMoving = dayOf(new Date(startedAt)) - MOVING_DAYS;
  }

  /**
   * Replaces the closes of the last days by the closes of this reading.
   * @param series the key of the series to which the points belong
   * @param points ascending by day, all that exist from `fromDay` to `toDay`
   * @returns the points with the closes of this reading
   */
  fixed(series: string, points: readonly DailyClose[], fromDay: number, toDay: number): DailyClose[] {
    const first = Math.max(this.firstMoving, fromDay);
    if (toDay < first) return [...points];
    const known = this.closes.get(series) ?? new Map<number, number | null>();
    this.closes.set(series, known);
    const read = new Map(points.map(({ day, value }) => [day, value]));
    const result = points.filter(({ day }) => day < first);
    for (let day = first; day <= toDay; day += 1) {
      if (!known.has(day)) known.set(day, read.get(day) ?? null);
      const value = known.get(day) ?? null;
      if (value !== null) result.push({ day, value });
    }
    return result;
  }
}

/** Provides readings of prices. All figures of one reading are consistent; a reading is shared for a minute. */
@Service()
export class PriceReadings {
  private readonly held = new AsyncLocalStorage<PriceReading>();
  private latest: PriceReading | undefined;
  private count = 0;

  constructor(private readonly clock: Clock) {}

  /** Returns the reading of the enclosing `hold`, otherwise the latest one. */
  current(): PriceReading {
    const held = this.held.getStore();
    if (held !== undefined) return held;
    const now = this.clock.now();
    const age = this.latest === undefined ? MINUTE_MS : now - this.latest.startedAt;
    // A new reading also begins after the clock was set back.
    if (this.latest === undefined || age >= MINUTE_MS || age < 0) this.latest = new PriceReading(++this.count, now);
    return this.latest;
  }

  /** Runs work that uses one reading from start to end. */
  hold<Result>(work: () => Promise<Result>): Promise<Result> {
    return this.held.run(this.current(), work);
  }
}
