import { Service } from 'typedi';
import { Clock } from '../../time/clock.js';
import type { Endpoint } from './endpoint.js';
import { EndpointRepository } from './endpoint.repository.js';
import { chats } from './formats/webhook-format.js';

/**
 * Keeps calls to a chat within its rate limit, across all processes: a chat responds to excess calls with 429, and
 * blocks senders that exceed its limit too often. Endpoints with the format `generic` have no such limit.
 */
@Service()
export class EndpointPace {
  constructor(
    private readonly endpoints: EndpointRepository,
    private readonly clock: Clock,
  ) {}

  /** Reserves the next free time for a call of an endpoint. @returns seconds until that time; 0: call now */
  async wait({ id, format }: Endpoint): Promise<number> {
    if (format === 'generic') return 0;
    const { intervalMs, burst } = chats[format].pace;
    const now = this.clock.now();
    const taken = await this.endpoints.takeCall(id, intervalMs, new Date(now));
    return taken === undefined ? 0 : Math.max(0, taken.getTime() - now - burst * intervalMs) / 1_000;
  }

  /** Prevents calls of an endpoint until the delay that the chat requested has passed (s). */
  async holdOff({ id, format }: Endpoint, seconds: number): Promise<void> {
    if (format === 'generic') return;
    const { intervalMs, burst } = chats[format].pace;
    await this.endpoints.delayCalls(id, new Date(this.clock.now() + seconds * 1_000 + (burst - 1) * intervalMs));
  }
}
