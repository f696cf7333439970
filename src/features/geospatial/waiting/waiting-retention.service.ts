import { Service } from 'typedi';
import { Clock } from '../../../time/clock.js';
import { DAY_MS } from '../../../time/durations.js';
import { dayOf } from '../../../time/utc-day.js';
import { WaitingRepository } from './waiting.repository.js';

/** Counts are kept for three years (ms), as passages are. */
const RETENTION_MS = 1_096 * DAY_MS;
const DELETE_BATCH = 5_000;

/** Bounds the stored counts of waiting ships. */
@Service()
export class WaitingRetention {
  constructor(
    private readonly repository: WaitingRepository,
    private readonly clock: Clock,
  ) {}

  /** Deletes up to a batch of days past their retention. @returns true if more may remain */
  async deleteExpired(): Promise<boolean> {
    const before = dayOf(this.clock.now() - RETENTION_MS);
    return (await this.repository.deleteBefore(before, DELETE_BATCH)) === DELETE_BATCH;
  }
}
