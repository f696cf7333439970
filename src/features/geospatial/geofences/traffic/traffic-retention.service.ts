import { Service } from 'typedi';
import { Clock } from '../../../../time/clock.js';
import { DAY_MS } from '../../../../time/durations.js';
import { dayOf } from '../../../../time/utc-day.js';
import { TrafficRepository } from './traffic.repository.js';

/** Counts are kept for 400 days (ms): a year can be compared with the same days of the year before. */
const RETENTION_MS = 400 * DAY_MS;
const DELETE_BATCH = 5_000;

/** Bounds the stored counts of objects in geofences. */
@Service()
export class TrafficRetention {
  constructor(
    private readonly repository: TrafficRepository,
    private readonly clock: Clock,
  ) {}

  /** Deletes up to a batch of days past their retention. @returns true if more may remain */
  async deleteExpired(): Promise<boolean> {
    const before = dayOf(this.clock.now() - RETENTION_MS);
    return (await this.repository.deleteBefore(before, DELETE_BATCH)) === DELETE_BATCH;
  }
}
