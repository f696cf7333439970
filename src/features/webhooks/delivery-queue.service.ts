import { Service } from 'typedi';
import { Clock } from '../../clock.js';
import { Database } from '../../database/database.js';
import { Jobs } from '../../jobs/jobs.js';
import { type AttemptPlan, DELIVER_JOB, type Delivery, type WantedDelivery } from './delivery.js';
import { DeliveryRepository } from './delivery.repository.js';

/** Written in one statement. */
const BATCH = 5_000;
/** Recovered deliveries wait for new ones. */
const RECOVERED = -1;

type Range = { since: Date; until: Date };

/** Deliveries and the attempts that are due, which come and go together: both are of the transaction they are queued in. */
@Service()
export class DeliveryQueue {
  constructor(
    private readonly deliveries: DeliveryRepository,
    private readonly jobs: Jobs,
    private readonly clock: Clock,
    private readonly database: Database,
  ) {}

  /**
   * Queues the first attempt of each delivery that was not queued before.
   * @returns how many that were
   */
  async add(wanted: readonly WantedDelivery[], { recovered = false } = {}): Promise<number> {
    return this.database.transaction(async () => {
      let count = 0;
      for (let from = 0; from < wanted.length; from += BATCH) {
        const added = await this.deliveries.insert(wanted.slice(from, from + BATCH), new Date(this.clock.now()));
        await this.begin(added, recovered);
        count += added.length;
      }
      return count;
    });
  }

  /** Queues failed deliveries from the first attempt on. @returns their ids, in order; fewer than `limit` when there are no more */
  async addFailed(endpointId: string, range: Range, after: string, limit: number): Promise<string[]> {
    return this.database.transaction(async () => {
      const failed = await this.deliveries.requeueFailed(endpointId, range, after, limit, new Date(this.clock.now()));
      await this.begin(failed, true);
      return failed.map(({ id }) => id).sort();
    });
  }

  /** The attempt after a failed one. */
  async retry({ id, endpointId }: Delivery, step: number, seconds: number): Promise<void> {
    const plan: AttemptPlan = { deliveryId: id, step };
    await this.jobs.send(DELIVER_JOB, plan, { startAfterSeconds: seconds, group: endpointId });
  }

  /** One attempt by hand, at once. Asked for again before it was made, it is still one. */
  async once({ id, endpointId, attempts }: Delivery): Promise<void> {
    const plan = { deliveryId: id, attempt: attempts + 1 } satisfies AttemptPlan;
    await this.jobs.send(DELIVER_JOB, plan, { group: endpointId, key: `${id} ${plan.attempt}` });
  }

  private async begin(queued: ReadonlyArray<Pick<Delivery, 'id' | 'endpointId'>>, recovered: boolean): Promise<void> {
    const priority = recovered ? { priority: RECOVERED } : {};
    const items = queued.map(({ id, endpointId }) => ({ data: { deliveryId: id, step: 0 } satisfies AttemptPlan, group: endpointId, ...priority }));
    await this.jobs.sendMany(DELIVER_JOB, items);
  }
}
