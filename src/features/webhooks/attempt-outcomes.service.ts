import { Service } from 'typedi';
import { Database } from '../../database/database.js';
import { Metrics } from '../../metrics/metrics.js';
import { Clock } from '../../time/clock.js';
import { DAY_MS, SECOND_MS } from '../../time/durations.js';
import type { Attempt, AttemptPlan, Delivery } from './delivery.js';
import { DeliveryRepository } from './delivery.repository.js';
import { DeliveryQueue } from './delivery-queue.service.js';
import type { DisabledReason, Endpoint } from './endpoint.js';
import { EndpointRepository } from './endpoint.repository.js';
import { EndpointState } from './endpoint-state.service.js';
import { pauseBefore } from './retry-schedule.js';

/** Time without a success after which a failing endpoint is disabled (ms). */
const TIMEOUT_MS = 5 * DAY_MS;

/** Upper bounds of the histogram's buckets in seconds. */
const LATENCY_BUCKETS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** Result of an attempt; `error` is null for a success. */
export type AttemptResult = Pick<Attempt, 'at' | 'statusCode' | 'error' | 'latencyMs' | 'response'> & {
  /** Wait that a response 429 or 503 requests (s). */
  retryAfterSeconds?: number;
};

/**
 * Stores the outcomes of attempts. Each transaction stores the attempt, the states of its delivery and its endpoint,
 * and the next attempt.
 */
@Service()
export class AttemptOutcomes {
  private readonly attempts;
  private readonly latency;

  constructor(
    private readonly deliveries: DeliveryRepository,
    private readonly endpoints: EndpointRepository,
    private readonly standing: EndpointState,
    private readonly queue: DeliveryQueue,
    private readonly database: Database,
    private readonly clock: Clock,
    metrics: Metrics,
  ) {
    this.attempts = metrics.counter('watchfloor_webhook_attempts_total', 'Attempts to deliver to webhook endpoints.', [
      'outcome',
    ]);
    this.latency = metrics.histogram(
      'watchfloor_webhook_attempt_duration_seconds',
      'How long attempts to deliver took.',
      LATENCY_BUCKETS,
    );
  }

  /** Creates the time series of all outcomes with 0, so that rates can be computed from the start. */
  countFromZero(): void {
    for (const outcome of ['delivered', 'failed']) this.attempts.inc({ outcome }, 0);
  }

  /**
   * Stores the outcome of an attempt; does nothing if the delivery or its endpoint was deleted meanwhile.
   * @param called the endpoint when the attempt began: if its URL was changed since, a failure does not affect the
   * endpoint
   */
  async record(
    plan: AttemptPlan,
    known: Delivery,
    called: Pick<Endpoint, 'url' | 'failingSince'>,
    result: AttemptResult,
  ): Promise<void> {
    const { id, endpointId } = known;
    this.attempts.inc({ outcome: result.error === null ? 'delivered' : 'failed' });
    this.latency.observe(result.latencyMs / SECOND_MS);
    const { retryAfterSeconds: _unasked, ...success } = result;
    // Most attempts succeed at endpoints without failures and need only this one statement. If another attempt fails
    // meanwhile, the next success clears that failure.
    if (result.error === null && called.failingSince === null)
      return this.deliveries.succeed(known, { ...success, endpointId }, new Date(this.clock.now()));
    await this.database.transaction(async () => {
      const endpoint = await this.endpoints.hold(endpointId);
      const delivery = endpoint && (await this.deliveries.hold(known));
      if (endpoint === undefined || delivery === undefined) return;
      const { retryAfterSeconds: _wait, ...attempt } = result;
      const number = delivery.attempts + 1;
      await this.deliveries.addAttempt({ ...attempt, deliveryId: id, number, endpointId });
      if (result.error === null) await this.succeed(delivery, endpoint);
      else await this.fail(plan, delivery, result, endpoint.url === called.url ? endpoint : undefined);
    });
  }

  /** Marks a delivery as failed without an attempt, because its endpoint is disabled. */
  async giveUp(known: Delivery): Promise<void> {
    await this.database.transaction(async () => {
      const endpoint = await this.endpoints.hold(known.endpointId);
      const delivery = endpoint && (await this.deliveries.hold(known));
      // The endpoint may have been enabled, and the delivery queued again, meanwhile.
      if (endpoint?.disabledAt == null || delivery?.status !== 'pending') return;
      await this.deliveries.update(known, {
        status: 'failed',
        nextAttemptAt: null,
        completedAt: new Date(this.clock.now()),
      });
    });
  }

  private async succeed(delivery: Delivery, endpoint: Endpoint): Promise<void> {
    const { attempts, step, status, completedAt } = delivery;
    const now = new Date(this.clock.now());
    const done = {
      status: 'delivered',
      nextAttemptAt: null,
      completedAt: status === 'delivered' ? completedAt : now,
    } as const;
    await this.deliveries.update(delivery, { ...done, attempts: attempts + 1, step: step + 1 });
    if (endpoint.failingSince !== null) await this.endpoints.update(endpoint.id, { failingSince: null }, now);
  }

  private async fail(plan: AttemptPlan, delivery: Delivery, result: AttemptResult, endpoint?: Endpoint): Promise<void> {
    await this.deliveries.update(delivery, {
      attempts: delivery.attempts + 1,
      ...(await this.next(plan, delivery, result)),
    });
    if (endpoint === undefined) return;
    const failingSince = endpoint.failingSince ?? result.at;
    const reason = disabling(result, failingSince, endpoint);
    if (endpoint.disabledAt === null && reason !== undefined)
      await this.standing.disable(endpoint, reason, { failingSince });
    else if (endpoint.failingSince === null)
      await this.endpoints.update(endpoint.id, { failingSince }, new Date(this.clock.now()));
  }

  /**
   * Returns the changes of a delivery after a failed attempt, and queues the next one. A manual attempt does not change
   * the schedule; nor does an attempt whose step was already made.
   */
  private async next(
    plan: AttemptPlan,
    delivery: Delivery,
    { retryAfterSeconds }: AttemptResult,
  ): Promise<Partial<Delivery>> {
    if (!('step' in plan) || delivery.status !== 'pending' || delivery.step !== plan.step) return {};
    const now = this.clock.now();
    const step = plan.step + 1;
    const pause = pauseBefore(step, Math.random(), retryAfterSeconds);
    if (pause === undefined) return { step, status: 'failed', nextAttemptAt: null, completedAt: new Date(now) };
    await this.queue.retry(plan, delivery, step, pause);
    return { step, nextAttemptAt: new Date(now + pause * 1_000) };
  }
}

function disabling(
  { at, statusCode }: AttemptResult,
  failingSince: Date,
  { format }: Endpoint,
): DisabledReason | undefined {
  // Chats respond with 404 after their webhook, channel or workflow was deleted, and some penalize further calls.
  if (statusCode === 410 || (statusCode === 404 && format !== 'generic')) return 'gone';
  return at.getTime() - failingSince.getTime() >= TIMEOUT_MS ? 'failing' : undefined;
}
