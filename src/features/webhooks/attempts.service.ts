import { Service } from 'typedi';
import type { ShownEvent } from '../../events/logged-event.js';
import { UsageMeter } from '../../http/usage-meter.js';
import { inSpan } from '../../logging/current-span.js';
import { Clock } from '../../time/clock.js';
import { Outbound, type OutboundAnswer, OutboundFailure } from '../../upstream/outbound.js';
import { AttemptOutcomes, type AttemptResult } from './attempt-outcomes.service.js';
import type { AttemptPlan, Delivery, DeliveryLane } from './delivery.js';
import { DeliveryRepository } from './delivery.repository.js';
import { DeliveryQueue } from './delivery-queue.service.js';
import type { Endpoint } from './endpoint.js';
import { EndpointPace } from './endpoint-pace.service.js';
import { chats, type WebhookFormat } from './formats/webhook-format.js';
import { MessageWriter } from './message-writer.service.js';
import { retryAfterSeconds } from './retry-schedule.js';

const TIMEOUT_MS: Record<DeliveryLane, number> = { usual: 15_000, slow: 5_000 };
/** Number of last attempts, or all if there are fewer, that must have timed out for an endpoint to count as slow. */
const TIMEOUTS_OF_SLOW = 2;
const KEPT_BYTES = 1_024;

/** Makes the attempts to deliver events to endpoints. */
@Service()
export class Attempts {
  constructor(
    private readonly deliveries: DeliveryRepository,
    private readonly queue: DeliveryQueue,
    private readonly messages: MessageWriter,
    private readonly pace: EndpointPace,
    private readonly outbound: Outbound,
    private readonly outcomes: AttemptOutcomes,
    private readonly clock: Clock,
    private readonly usage: UsageMeter,
  ) {}

  /**
   * Makes the planned attempt, unless it was already made or canceled. Moves it to the other queue if the endpoint
   * belongs there, and to a later time if the rate of the endpoint is used up or an earlier delivery about the same
   * entity is pending.
   * @throws OutboundFailure `stopped` when this process shuts down meanwhile: the result is unknown, and the attempt
   * must be repeated
   */
  async make(plan: AttemptPlan, lane: DeliveryLane): Promise<void> {
    const loaded = await this.deliveries.load(plan.deliveryId, plan);
    if (loaded === undefined || !isDue(plan, loaded.delivery)) return;
    const { delivery, endpoint, event } = loaded;
    if (endpoint.disabledAt !== null) return this.outcomes.giveUp(delivery);
    const isOrdered = endpoint.orderBy === 'entity' && delivery.orderKey !== null && 'step' in plan;
    if (isOrdered && (await this.queue.waitsForEarlier(plan, delivery))) return;
    const rightLane = await this.laneOf(endpoint);
    if (rightLane !== lane) return this.queue.move(plan, delivery, rightLane);
    const wait = plan.isPaced === true ? 0 : await this.pace.wait(endpoint);
    if (wait > 0) return this.queue.postpone(plan, delivery, wait);
    const result = await this.call(endpoint, event, TIMEOUT_MS[lane]);
    if (result.retryAfterSeconds !== undefined) await this.pace.holdOff(endpoint, result.retryAfterSeconds);
    await this.outcomes.record(plan, delivery, endpoint, result);
    if (delivery.orderKey !== null) await this.queue.wakeNext(delivery);
  }

  private async call(endpoint: Endpoint, event: ShownEvent, timeoutMs: number): Promise<AttemptResult> {
    const now = this.clock.now();
    const message = this.messages.write(endpoint, event);
    if (message === undefined) return secretLost(now);
    this.usage.count(endpoint.accountId, 'webhookAttempts');
    const answer = this.traced(endpoint, () =>
      this.outbound.send({ method: 'POST', url: endpoint.url, ...message, timeoutMs, keepBytes: KEPT_BYTES }),
    );
    return answer.then(
      (received) => resultOf(received, now, endpoint.format),
      (failure: unknown) => failureOf(failure, now),
    );
  }

  /**
   * Makes a call within a trace span. The span contains only the id of the endpoint, because even the host of its URL
   * can be a secret.
   */
  private traced({ id, format }: Endpoint, call: () => Promise<OutboundAnswer>): Promise<OutboundAnswer> {
    const attributes = {
      'http.request.method': 'POST',
      'watchfloor.webhook.endpoint_id': id,
      'watchfloor.webhook.format': format,
    };
    const errorType = (error: unknown) => (error instanceof OutboundFailure ? error.code : 'error');
    return inSpan(
      () => ({ name: 'POST webhook', kind: 'client', attributes, errorType }),
      async (span) => {
        const answer = await call();
        span?.set({ 'http.response.status_code': answer.status });
        if (answer.status >= 300) span?.end(String(answer.status));
        return answer;
      },
    );
  }

  private async laneOf({ id, failingSince }: Endpoint): Promise<DeliveryLane> {
    if (failingSince === null) return 'usual';
    const errors = await this.deliveries.lastErrors(id, TIMEOUTS_OF_SLOW);
    return errors.length > 0 && errors.every((error) => error === 'timeout') ? 'slow' : 'usual';
  }
}

/** The result of a delivery that cannot be signed and is therefore not sent. */
const secretLost = (at: number): AttemptResult => ({
  at: new Date(at),
  statusCode: null,
  error: 'secret_lost',
  latencyMs: 0,
  response: null,
});

const isDue = (plan: AttemptPlan, { status, step, attempts }: Delivery): boolean =>
  'step' in plan ? status === 'pending' && step === plan.step : attempts < plan.attempt;

function resultOf(
  { status, headers, body, latencyMs }: OutboundAnswer,
  at: number,
  format: WebhookFormat,
): AttemptResult {
  const succeeded = status >= 200 && status < 300;
  const asksToWait = status === 429 || status === 503;
  // The body of a chat's response may contain a more precise delay.
  const said = status === 429 && format !== 'generic' ? chats[format].waitOf?.(body) : undefined;
  return {
    at: new Date(at),
    statusCode: status,
    latencyMs,
    response: readable(body),
    error: succeeded ? null : status >= 300 && status < 400 ? 'redirect' : 'status',
    retryAfterSeconds: asksToWait ? (said ?? retryAfterSeconds(headers['retry-after'], at)) : undefined,
  };
}

function failureOf(failure: unknown, at: number): AttemptResult {
  if (!(failure instanceof OutboundFailure) || failure.code === 'stopped') throw failure;
  return { at: new Date(at), statusCode: null, error: failure.code, latencyMs: failure.latencyMs, response: null };
}

/**
 * Returns the beginning of a response as text without control characters other than line breaks and tabs; null if it is
 * empty.
 */
function readable(body: Buffer): string | null {
  if (body.length === 0) return null;
  return body.toString('utf8').replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/g, '\ufffd');
}
