import type { Clock } from '../../../clock.js';
import type { TickSource, TickSubscription } from '../providers/market-provider.js';
import type { Tick } from '../quote.js';
import type { Candidate } from '../routing/market-router.service.js';
import type { QuoteTopic } from './quote-topic.js';

/** The single subscription with a provider, for all symbols it streams. Open while it has symbols. */
export class TickFeed {
  readonly topics = new Map<string, QuoteTopic>();
  /** When (ms) the last tick arrived, or the first symbol was added. */
  activeAt: number;
  private subscription?: TickSubscription;

  constructor(
    readonly candidate: Candidate,
    private readonly source: TickSource,
    private readonly clock: Clock,
    private readonly onTick: (topic: QuoteTopic, tick: Tick) => void,
  ) {
    this.activeAt = clock.now();
  }

  add(topic: QuoteTopic): void {
    if (this.topics.size === 0) this.activeAt = this.clock.now();
    this.topics.set(topic.symbol.text, topic);
    this.subscription ??= this.source.follow((tick) => this.receive(tick));
    this.subscription.add(topic.symbol);
  }

  remove(topic: QuoteTopic): void {
    if (!this.topics.delete(topic.symbol.text)) return;
    this.subscription?.remove(topic.symbol);
    if (this.topics.size > 0) return;
    this.subscription?.close();
    this.subscription = undefined;
  }

  private receive(tick: Tick): void {
    this.activeAt = this.clock.now();
    const topic = this.topics.get(tick.symbol);
    if (topic !== undefined) this.onTick(topic, tick);
  }
}
