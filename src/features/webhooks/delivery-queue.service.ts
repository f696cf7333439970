import { Service } from 'typedi';
import { Database } from '../../database/database.js';
import { Jobs } from '../../jobs/jobs.js';
import { Clock } from '../../time/clock.js';
import { SECOND_MS } from '../../time/durations.js';
import {
  type AttemptPlan,
  DELIVER_JOB,
  DELIVER_SLOW_JOB,
  type Delivery,
  type DeliveryLane,
  type NewDelivery,
} from './delivery.js';
import { DeliveryRepository, type QueuedDelivery } from './delivery.repository.js';

/** Number of deliveries inserted by one statement. */
const BATCH = 5_000;
/** Wait of an ordered delivery (s) before it is checked again, if no earlier one wakes it, and the longest wait. */
const ORDER_CHECK_SECONDS = 30;
const MAX_ORDER_CHECK_SECONDS = 600;
/** Priority of recovered deliveries: after new ones. */
const RECOVERED = -1;

type Range = { since: Date; until: Date };

/**
 * Queues deliveries together with their next attempts, in one transaction, so that each pending delivery has an
 * attempt.
 */
@Service()
export class DeliveryQueue {
  constructor(
    private readonly deliveries: DeliveryRepository,
    private readonly jobs: Jobs,
    private readonly clock: Clock,
    private readonly database: Database,
  ) {}

  /**
   * Queues the first attempt of each delivery that does not exist yet.
   * @returns the number of new deliveries
   */
  async add(wanted: readonly NewDelivery[], { recovered = false } = {}): Promise<number> {
    return this.database.transaction(async () => {
      let count = 0;
      for (let from = 0; from < wanted.length; from += BATCH) {
        const batch = wanted.slice(from, from + BATCH);
        const added = await this.deliveries.insert(batch, new Date(this.clock.now()));
        await this.begin(
          added,
          recovered,
          new Map(batch.map(({ eventId, eventPosition }) => [eventId, eventPosition])),
        );
        count += added.length;
      }
      return count;
    });
  }

  /**
   * Queues failed deliveries again, beginning with the first attempt.
   * @returns their ids in order; fewer than `limit` if no more are left
   */
  async addFailed(endpointId: string, range: Range, after: string, limit: number): Promise<string[]> {
    return this.database.transaction(async () => {
      const failed = await this.deliveries.requeueFailed(endpointId, range, after, limit, new Date(this.clock.now()));
      await this.begin(failed, true, new Map());
      return failed.map(({ id }) => id).sort();
    });
  }

  /** Queues the attempt after a failed one. */
  async retry({ eventPosition }: AttemptPlan, delivery: Delivery, step: number, seconds: number): Promise<void> {
    const plan: AttemptPlan = { deliveryId: delivery.id, eventId: delivery.eventId, eventPosition, step };
    await this.jobs.send(DELIVER_JOB, plan, { startAfterSeconds: seconds, ...turnOf(delivery) });
  }

  /**
   * Moves a due attempt to the queue of the other lane. If a crash causes it to be moved twice, the second run finds
   * the attempt made already.
   */
  async move(plan: AttemptPlan, delivery: Delivery, lane: DeliveryLane): Promise<void> {
    await this.jobs.send(lane === 'slow' ? DELIVER_SLOW_JOB : DELIVER_JOB, plan, turnOf(delivery));
  }

  /** Queues a due attempt again, for the time at which the rate of its endpoint allows it. */
  async postpone(plan: AttemptPlan, delivery: Delivery, seconds: number): Promise<void> {
    if ('step' in plan)
      await this.deliveries.update(delivery, { nextAttemptAt: new Date(this.clock.now() + seconds * 1_000) });
    await this.jobs.send(DELIVER_JOB, { ...plan, isPaced: true } satisfies AttemptPlan, {
      startAfterSeconds: seconds,
      ...turnOf(delivery),
    });
  }

  /**
   * Queues a due attempt again if an earlier delivery about the same entity is pending. The end of the earlier one
   * wakes it; the time for which it is queued counts only if the process was killed in between.
   * @returns true if it was queued again
   */
  async waitsForEarlier(plan: AttemptPlan, delivery: Delivery): Promise<boolean> {
    const earlier = await this.deliveries.before(delivery, MAX_ORDER_CHECK_SECONDS);
    if (earlier === undefined) return false;
    const now = this.clock.now();
    const retrySeconds = Math.max(0, (earlier.next?.getTime() ?? now) - now) / SECOND_MS;
    // Later ones are checked less often, so that many of them cost little.
    const seconds = Math.min(MAX_ORDER_CHECK_SECONDS, ORDER_CHECK_SECONDS + retrySeconds + earlier.count);
    await this.deliveries.update(delivery, { nextAttemptAt: new Date(now + seconds * SECOND_MS) });
    await this.jobs.send(DELIVER_JOB, plan, { startAfterSeconds: seconds, ...turnOf(delivery) });
    return true;
  }

  /** Queues the next delivery about the entity of an ordered delivery that has ended. */
  async wakeNext(ended: Delivery): Promise<void> {
    const next = await this.deliveries.earliestLike(ended);
    // A delivery that was attempted already is retried by its schedule.
    if (next === undefined || next.id === ended.id || next.step > 0) return;
    const { id, eventId, step, orderPosition } = next;
    const plan: AttemptPlan = { deliveryId: id, eventId, eventPosition: orderPosition ?? undefined, step };
    await this.jobs.send(DELIVER_JOB, plan, { key: `${id} after ${ended.id}`, ...turnOf(next) });
  }

  /** Queues one manual attempt without delay. A second request before the attempt is made has no effect. */
  async once(delivery: Delivery): Promise<void> {
    const plan = {
      deliveryId: delivery.id,
      eventId: delivery.eventId,
      attempt: delivery.attempts + 1,
    } satisfies AttemptPlan;
    await this.jobs.send(DELIVER_JOB, plan, { key: `${plan.deliveryId} ${plan.attempt}`, ...turnOf(delivery) });
  }

  /**
   * Queues the first attempts of deliveries.
   * @param positions sequence numbers of events by id, as far as they are known
   */
  private async begin(
    queued: readonly QueuedDelivery[],
    recovered: boolean,
    positions: ReadonlyMap<string, number>,
  ): Promise<void> {
    const priority = recovered ? { priority: RECOVERED } : {};
    const planOf = ({ id, eventId }: QueuedDelivery): AttemptPlan => ({
      deliveryId: id,
      eventId,
      eventPosition: positions.get(eventId),
      step: 0,
    });
    const items = queued.map((delivery) => ({ data: planOf(delivery), ...turnOf(delivery), ...priority }));
    await this.jobs.sendMany(DELIVER_JOB, items);
  }
}

/** Slots are shared fairly between accounts, and the slots of an account between its endpoints. */
const turnOf = ({ endpointId, accountId }: Pick<Delivery, 'endpointId' | 'accountId'>) => ({
  group: endpointId,
  owner: accountId,
});
