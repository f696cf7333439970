import { Service } from 'typedi';
import { Clock } from '../../time/clock.js';
import type { Endpoint } from './endpoint.js';
import { EndpointRepository } from './endpoint.repository.js';
import { chats } from './formats/webhook-format.js';

/**
 * Keeps calls to a chat within the rate it takes, in all processes together: what exceeds it is answered 429, and a
 * chat blocks senders that are refused too often. Endpoints of the generic format have no such rate.
 */
@Service()
export class EndpointPace {
  constructor(
    private readonly endpoints: EndpointRepository,
    private readonly clock: Clock,
  ) {}

  /** Takes the next free time of an endpoint. @returns how long until then (s); 0: call now */
  async wait({ id, format }: Endpoint): Promise<number> {
    if (format === 'generic') return 0;
    const { intervalMs, burst } = chats[format].pace;
    const now = this.clock.now();
    const taken = await this.endpoints.takeCall(id, intervalMs, new Date(now));
    return taken === undefined ? 0 : Math.max(0, taken.getTime() - now - burst * intervalMs) / 1_000;
  }

  /** Makes no call until the delay that the chat requires has passed. */
  async holdOff({ id, format }: Endpoint, seconds: number): Promise<void> {
    if (format === 'generic') return;
    const { intervalMs, burst } = chats[format].pace;
    await this.endpoints.delayCalls(id, new Date(this.clock.now() + seconds * 1_000 + (burst - 1) * intervalMs));
  }
}
