import { Service } from 'typedi';
import { Clock } from '../../time/clock.js';
import { MINUTE_MS, SECOND_MS } from '../../time/durations.js';
import type { Endpoint } from './endpoint.js';
import { EndpointRepository } from './endpoint.repository.js';
import { chats, type Pace } from './formats/webhook-format.js';

type Paced = Pick<Endpoint, 'id' | 'format' | 'maxPerMinute'>;

/**
 * Keeps calls of an endpoint within a rate, across all processes: within `maxPerMinute` of its owner, and within the
 * limit of a chat, which responds to excess calls with 429 and blocks senders that exceed its limit too often.
 */
@Service()
export class EndpointPace {
  constructor(
    private readonly endpoints: EndpointRepository,
    private readonly clock: Clock,
  ) {}

  /** Reserves the next free time for a call of an endpoint. @returns seconds until that time; 0: call now */
  async wait(endpoint: Paced): Promise<number> {
    const pace = paceOf(endpoint);
    if (pace === undefined) return 0;
    const { intervalMs, burst } = pace;
    const now = this.clock.now();
    const taken = await this.endpoints.takeCall(endpoint.id, intervalMs, new Date(now));
    return taken === undefined ? 0 : Math.max(0, taken.getTime() - now - burst * intervalMs) / SECOND_MS;
  }

  /** Prevents calls of an endpoint with a rate until the delay that it requested has passed (s). */
  async holdOff(endpoint: Paced, seconds: number): Promise<void> {
    const pace = paceOf(endpoint);
    if (pace === undefined) return;
    const { intervalMs, burst } = pace;
    const until = this.clock.now() + seconds * SECOND_MS + (burst - 1) * intervalMs;
    await this.endpoints.delayCalls(endpoint.id, new Date(until));
  }
}

/**
 * Returns the rate of an endpoint; undefined without one. The owner's limit has no burst, so that no minute has more
 * calls than it says.
 */
function paceOf({ format, maxPerMinute }: Paced): Pace | undefined {
  const own = maxPerMinute === null ? undefined : { intervalMs: Math.ceil(MINUTE_MS / maxPerMinute), burst: 1 };
  const chat = format === 'generic' ? undefined : chats[format].pace;
  if (own === undefined || chat === undefined) return own ?? chat;
  return own.intervalMs >= chat.intervalMs ? own : chat;
}
