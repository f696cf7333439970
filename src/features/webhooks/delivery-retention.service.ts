import { Service } from 'typedi';
import { Clock } from '../../time/clock.js';
import { DAY_MS } from '../../time/durations.js';
import { AttemptPartitions, DeliveryPartitions } from './delivery-partitions.repository.js';

const KEPT_DAYS = 30;
/** Number of rows per statement. */
const BATCH = 5_000;
const DAYS_AHEAD = 3;
/**
 * Length of a partition in days, as in the migration that created the first ones. Statements without an event's id scan
 * all partitions, so there are only a few.
 */
const PARTITION_DAYS = 5;

/** Deletes old deliveries and their attempts. */
@Service()
export class DeliveryRetention {
  constructor(
    private readonly deliveries: DeliveryPartitions,
    private readonly attempts: AttemptPartitions,
    private readonly clock: Clock,
  ) {}

  /** Creates the partitions of the next days, and partitions for rows that are in the default partition. */
  async makePartitions(signal: AbortSignal): Promise<void> {
    const wanted = {
      oldest: this.oldest,
      now: this.clock.now(),
      daysAhead: DAYS_AHEAD,
      lengths: [PARTITION_DAYS] as const,
    };
    for (const partitions of [this.deliveries, this.attempts]) await partitions.make(wanted, signal);
  }

  /**
   * Returns the number of deliveries that `forget` would delete. Deliveries are deleted once their whole partition has
   * expired.
   */
  async countExpired(): Promise<number> {
    const { oldest } = this;
    return this.deliveries.countBefore(new Date(oldest), await this.deliveries.expired(oldest));
  }

  /**
   * Deletes expired deliveries and their attempts until the signal aborts: whole partitions where all deliveries have
   * expired, otherwise in small batches.
   */
  async forget(signal: AbortSignal): Promise<void> {
    const { oldest } = this;
    const time = new Date(oldest);
    for (const partition of await this.deliveries.expired(oldest)) {
      if (signal.aborted) return;
      if (partition.isPast && !(await this.deliveries.hasSince(time, partition)))
        await this.deliveries.dropDeliveries(partition);
      else while (!signal.aborted && (await this.deliveries.forget(time, BATCH, partition)) === BATCH);
    }
    for (const partition of await this.attempts.expired(oldest)) {
      if (signal.aborted) return;
      if (partition.isPast && !(await this.attempts.isNeeded(partition))) await this.attempts.drop(partition);
    }
  }

  /** Deliveries that were created before this time (ms) have expired. */
  private get oldest(): number {
    return this.clock.now() - KEPT_DAYS * DAY_MS;
  }
}
