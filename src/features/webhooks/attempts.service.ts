import { Service } from 'typedi';
import { Clock } from '../../clock.js';
import { HttpConfig } from '../../config/http-config.js';
import { Outbound, type OutboundAnswer, OutboundFailure } from '../../upstream/outbound.js';
import { AttemptOutcomes, type AttemptResult } from './attempt-outcomes.service.js';
import type { AttemptPlan, Delivery } from './delivery.js';
import { DeliveryRepository } from './delivery.repository.js';
import { EndpointSecrets } from './endpoint-secrets.service.js';
import { bodyOf, signed } from './message.js';

const TIMEOUT_MS = 15_000;
const KEPT_BYTES = 1_024;

/** Calls endpoints. */
@Service()
export class Attempts {
  constructor(
    private readonly deliveries: DeliveryRepository,
    private readonly secrets: EndpointSecrets,
    private readonly outbound: Outbound,
    private readonly outcomes: AttemptOutcomes,
    private readonly http: HttpConfig,
    private readonly clock: Clock,
  ) {}

  /**
   * Makes the attempt that was planned, unless it was made already or is not wanted any more.
   * @throws OutboundFailure `stopped` when this process ends meanwhile: whether it arrived is not known, and it is to be made again
   */
  async make(plan: AttemptPlan): Promise<void> {
    const loaded = await this.deliveries.load(plan.deliveryId);
    if (loaded === undefined || !isDue(plan, loaded.delivery)) return;
    const { delivery, endpoint, event } = loaded;
    if (endpoint.disabledAt !== null) return this.outcomes.giveUp(delivery);
    const now = this.clock.now();
    const { headers, body } = signed(bodyOf(event, this.http.baseUrl), event.id, now, this.secrets.keysOf(endpoint, now));
    const request = { method: 'POST', url: endpoint.url, headers, body, timeoutMs: TIMEOUT_MS, keepBytes: KEPT_BYTES } as const;
    const result = await this.outbound.send(request).then(
      (answer) => resultOf(answer, now),
      (failure: unknown) => failureOf(failure, now),
    );
    await this.outcomes.record(plan, delivery, endpoint, result);
  }
}

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
