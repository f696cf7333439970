import { Service } from 'typedi';
import { EventConsumer } from '../events/event-consumer.js';
import { Clock } from '../time/clock.js';
import { FeedWatch } from './feed-watch.js';

const PERIOD_MS = 5_000;

/** Has the feeds compared every five seconds where feeds are read. It reads no events: it is here for the turns. */
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
    // A clock set back must not stop it for longer than a period.
    if (now < this.nextAt && now > this.nextAt - 2 * PERIOD_MS) return false;
    const changes = await this.watch.check();
    this.nextAt = now + PERIOD_MS;
    return changes > 0;
  }
}
