import { Service } from 'typedi';
import { Clock } from '../../../time/clock.js';
import { DAY_MS } from '../../../time/durations.js';
import { dayOf } from '../../../time/utc-day.js';
import { FlowRepository } from './flow.repository.js';
import { OwnFlowRepository } from './own-flow.repository.js';

/** Passages are kept for three years (ms). */
const RETENTION_MS = 1_096 * DAY_MS;
const DELETE_BATCH = 5_000;

/** Bounds the stored passages. */
@Service()
export class FlowRetention {
  constructor(
    private readonly repository: FlowRepository,
    private readonly own: OwnFlowRepository,
    private readonly clock: Clock,
  ) {}

  /** Deletes up to a batch of days past their retention, and of deleted lines. @returns true if more may remain */
  async deleteExpired(): Promise<boolean> {
    const before = dayOf(this.clock.now() - RETENTION_MS);
    const expired = await this.repository.deleteBefore(before, DELETE_BATCH);
    const orphans = await this.own.forgetOrphans(DELETE_BATCH);
    return expired === DELETE_BATCH || orphans === DELETE_BATCH;
  }
}
