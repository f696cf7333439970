import { Service } from 'typedi';
import { EventConsumer } from '../events/event-consumer.js';
import { Clock } from '../time/clock.js';
import { FeedWatch } from './feed-watch.js';

const PERIOD_MS = 5_000;

/**
 * Compares the feeds with their published status every five seconds, in processes that read feeds. It reads no events:
 * it is a consumer only to be called regularly.
 */
@Service()
export class FeedWatchConsumer extends EventConsumer {
  readonly role = 'ingest';
  private nextAt = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly watch: FeedWatch,
    private readonly clock: Clock,
  ) {
    super();
  }

  async turn(): Promise<boolean> {
    const now = this.clock.now();
    // If the clock is set back, the comparison must not stop for longer than two periods.
    if (now < this.nextAt && now > this.nextAt - 2 * PERIOD_MS) return false;
    const changes = await this.watch.check();
    this.nextAt = now + PERIOD_MS;
    return changes > 0;
  }
}
