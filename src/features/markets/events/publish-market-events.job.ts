import { Service } from 'typedi';
import type { Job } from '../../../jobs/job.js';
import { MarketEvents } from './market-events.service.js';

/**
 * Publishes market events. Idempotent: the key of each event is stored in the transaction that publishes it, and a
 * stored key is not published again.
 */
@Service()
export class PublishMarketEventsJob implements Job {
  readonly name = 'markets.publish-events';
  readonly everySeconds = 30;

  constructor(private readonly events: MarketEvents) {}

  run(signal: AbortSignal): Promise<void> {
    return this.events.publish(signal);
  }
}
