import { Service } from 'typedi';
import { Clock } from '../../../time/clock.js';
import { DAY_MS } from '../../../time/durations.js';
import { dayOf } from '../../../time/utc-day.js';
import { ReceptionRepository } from './reception.repository.js';

/** Days for which receptions are kept. */
export const RECEPTION_DAYS = 30;
const DELETE_BATCH = 5_000;

/** Bounds the stored receptions. */
@Service()
export class ReceptionRetention {
  constructor(
    private readonly repository: ReceptionRepository,
    private readonly clock: Clock,
  ) {}

  /** Deletes up to a batch of days past their retention. @returns true if more may remain */
  async deleteExpired(): Promise<boolean> {
    const before = dayOf(this.clock.now() - RECEPTION_DAYS * DAY_MS);
    return (await this.repository.deleteBefore(before, DELETE_BATCH)) === DELETE_BATCH;
  }
}
