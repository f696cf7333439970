import { Service } from 'typedi';
import { Clock } from '../../time/clock.js';
import { HOUR_MS } from '../../time/durations.js';
import { type EndpointStats, MAX_COUNTED, type WindowStats } from './endpoint-stats.js';
import { EndpointsService } from './endpoints.service.js';
import { StatsRepository } from './stats.repository.js';

/** Computes delivery statistics of a webhook endpoint for the last 24 hours and 7 days. */
@Service()
export class StatsService {
  constructor(
    private readonly stats: StatsRepository,
    private readonly endpoints: EndpointsService,
    private readonly clock: Clock,
  ) {}

  /** Returns the statistics of an endpoint. @throws Problem `not_found` */
  async of(accountId: string, endpointId: string): Promise<EndpointStats> {
    const { failingSince } = await this.endpoints.get(accountId, endpointId);
    const [pending, day, week] = await Promise.all([
      this.stats.countDeliveries(endpointId, 'pending'),
      this.window(endpointId, 24),
      this.window(endpointId, 7 * 24),
    ]);
    return { endpointId, failingSince, pending, day, week };
  }

  private async window(endpointId: string, hours: number): Promise<WindowStats> {
    const since = new Date(this.clock.now() - hours * HOUR_MS);
    const [delivered, failed, attempts] = await Promise.all([
      this.stats.countDeliveries(endpointId, 'delivered', since),
      this.stats.countDeliveries(endpointId, 'failed', since),
      this.stats.countAttempts(endpointId, since),
    ]);
    const complete = [delivered, failed, attempts.attempts].every((count) => count < MAX_COUNTED);
    return { hours, delivered, failed, complete, ...attempts };
  }
}
