import { Service } from 'typedi';
import { Clock } from '../../clock.js';
import { EventEnvelopes } from '../../events/event-envelopes.js';
import { Outbound, type OutboundAnswer, OutboundFailure } from '../../upstream/outbound.js';
import { AttemptOutcomes, type AttemptResult } from './attempt-outcomes.service.js';
import type { AttemptPlan, Delivery, DeliveryLane } from './delivery.js';
import { DeliveryRepository } from './delivery.repository.js';
import { DeliveryQueue } from './delivery-queue.service.js';
import type { Endpoint } from './endpoint.js';
import { EndpointSecrets } from './endpoint-secrets.service.js';
import { bodyOf, signed } from './message.js';

const TIMEOUT_MS: Record<DeliveryLane, number> = { usual: 15_000, slow: 5_000 };
/** An endpoint is slow when this many of its last attempts, or all of fewer, timed out. */
const TIMEOUTS_OF_SLOW = 2;
const KEPT_BYTES = 1_024;

/** Calls endpoints. */
@Service()
export class Attempts {
  constructor(
    private readonly deliveries: DeliveryRepository,
    private readonly queue: DeliveryQueue,
    private readonly secrets: EndpointSecrets,
    private readonly outbound: Outbound,
    private readonly outcomes: AttemptOutcomes,
    private readonly envelopes: EventEnvelopes,
    private readonly clock: Clock,
  ) {}

  /**
   * Makes the planned attempt, unless it was already made or canceled. Moves it to the other queue when the endpoint does not belong in
   * this one.
   * @throws OutboundFailure `stopped` when this process shuts down meanwhile: the result is unknown, and the attempt must be repeated
   */
  async make(plan: AttemptPlan, lane: DeliveryLane): Promise<void> {
    const loaded = await this.deliveries.load(plan.deliveryId);
    if (loaded === undefined || !isDue(plan, loaded.delivery)) return;
    const { delivery, endpoint, event } = loaded;
    if (endpoint.disabledAt !== null) return this.outcomes.giveUp(delivery);
    const rightLane = await this.laneOf(endpoint);
    if (rightLane !== lane) return this.queue.move(plan, delivery, rightLane);
    const now = this.clock.now();
    if (this.secrets.isLost(endpoint)) return this.outcomes.record(plan, delivery, endpoint, secretLost(now));
    const { headers, body } = signed(bodyOf(this.envelopes.of(event)), event.id, now, this.secrets.keysOf(endpoint, now));
    const request = { method: 'POST', url: endpoint.url, headers, body, timeoutMs: TIMEOUT_MS[lane], keepBytes: KEPT_BYTES } as const;
    const result = await this.outbound.send(request).then(
      (answer) => resultOf(answer, now),
      (failure: unknown) => failureOf(failure, now),
    );
    await this.outcomes.record(plan, delivery, endpoint, result);
  }

  private async laneOf({ id, failingSince }: Endpoint): Promise<DeliveryLane> {
    if (failingSince === null) return 'usual';
    const errors = await this.deliveries.lastErrors(id, TIMEOUTS_OF_SLOW);
    return errors.length > 0 && errors.every((error) => error === 'timeout') ? 'slow' : 'usual';
  }
}

/** A delivery that cannot be signed is not made, and its record says so. */
const secretLost = (at: number): AttemptResult => ({ at: new Date(at), statusCode: null, error: 'secret_lost', latencyMs: 0, response: null });

const isDue = (plan: AttemptPlan, { status, step, attempts }: Delivery): boolean =>
  'step' in plan ? status === 'pending' && step === plan.step : attempts < plan.attempt;

function resultOf({ status, headers, body, latencyMs }: OutboundAnswer, at: number): AttemptResult {
  const succeeded = status >= 200 && status < 300;
  const asksToWait = status === 429 || status === 503;
  return {
    ...{ at: new Date(at), statusCode: status, latencyMs, response: readable(body) },
    error: succeeded ? null : status >= 300 && status < 400 ? 'redirect' : 'status',
    retryAfter: asksToWait ? headers['retry-after'] : undefined,
  };
}

function failureOf(failure: unknown, at: number): AttemptResult {
  if (!(failure instanceof OutboundFailure) || failure.code === 'stopped') throw failure;
  return { at: new Date(at), statusCode: null, error: failure.code, latencyMs: failure.latencyMs, response: null };
}

/** The beginning of an answer as text that can be kept and shown: no control characters but for line breaks and tabs. */
function readable(body: Buffer): string | null {
  if (body.length === 0) return null;
  return body.toString('utf8').replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/g, '\ufffd');
}
