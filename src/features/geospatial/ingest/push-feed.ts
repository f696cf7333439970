import type { Clock } from '../../../time/clock.js';
import { FeedMeter } from '../../../upstream/client/feed-meter.js';
import { FeedIntake } from '../../../upstream/feed-intake.js';
import type { FeedRegistry } from '../../../upstream/feed-status.js';
import { lostOf, type PushResult } from './push-result.js';

/** The provider of data that receivers push. */
export const PUSH_PROVIDER = 'push';
/** Time without data (s) after which a receiver that has submitted data before counts as missing. */
const STALE_SECONDS = 900;

/** The feed status of the data that receivers submit. It exists from the first submission on. */
export class PushFeed {
  private meter?: FeedMeter;
  private readonly intake = new FeedIntake();

  constructor(
    private readonly feed: string,
    private readonly feeds: FeedRegistry,
    private readonly clock: Clock,
  ) {}

  tell({ accepted, stale, rejected }: PushResult): void {
    const meter = this.meter ?? this.open();
    this.intake.keep(accepted);
    this.intake.reject('not_newer', stale);
    for (const { reason, count } of lostOf(rejected)) this.intake.reject(reason, count);
    const bad = rejected.reduce((sum, { count }) => sum + count, 0);
    meter.noted('bad_answer', bad);
    if (accepted + stale > 0) meter.succeeded(accepted + stale);
    meter.asked(); // the feed becomes stale after this time without data
  }

  private open(): FeedMeter {
    const meter = new FeedMeter(this.clock, { feed: this.feed, provider: PUSH_PROVIDER, staleSeconds: STALE_SECONDS });
    this.meter = meter;
    this.feeds.register(this.feed, () => meter.status());
    this.feeds.count(this.feed, this.intake);
    return meter;
  }
}
