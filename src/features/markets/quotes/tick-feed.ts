import type { Clock } from '../../../time/clock.js';
import type { Timers } from '../../../time/timers.js';
import type { MarketSymbol } from '../market-symbol.js';
import type { TickSource, TickSubscription } from '../providers/market-provider.js';
import type { Quote, Tick } from '../quote.js';
import type { Candidate } from '../routing/market-router.service.js';
import type { Requirement } from '../routing/requirement.js';
import { isChanged } from './live-quote.js';

/** The only subscription at a provider, for all symbols that it streams. It is open while it has symbols. */
export class TickFeed {
  readonly topics = new Map<string, QuoteTopic>();
  /** Time (ms) of the last tick, or of adding the first symbol. */
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

export type QuoteListener = (quote: Quote) => void;

/** Minimum time (ms) between two messages about one symbol: four messages a second. */
export const MIN_MESSAGE_INTERVAL_MS = 250;

/** One followed symbol with all its followers. */
export class QuoteTopic {
  readonly listeners = new Set<QuoteListener>();
  /** The current quote, whether sent or not. */
  latest?: Quote;
  /** The quote that was sent last. */
  sent?: Quote;
  /** The feed whose ticks update the quote. */
  feed?: TickFeed;
  /** Times (ms) of the last tick and of the last read. */
  tickedAt = Number.NEGATIVE_INFINITY;
  readAt = Number.NEGATIVE_INFINITY;
  /** Called with every quote that is sent to followers, to publish it to other processes. */
  publish?: QuoteListener;
  /** Cancels the removal of the topic, which is due when its last follower has left. */
  cancelRemoval?: () => void;
  private cancelCooldown?: () => void;

  constructor(
    readonly symbol: MarketSymbol,
    readonly requirement: Requirement,
    private readonly timers: Timers,
  ) {}

  /**
   * Updates the quote. It is sent at once; if the last message is too recent, the latest quote is sent when
   * `MIN_MESSAGE_INTERVAL_MS` have passed.
   */
  update(quote: Quote): void {
    this.latest = quote;
    if (this.cancelCooldown === undefined) this.send();
  }

  close(): void {
    this.cancelCooldown?.();
    this.cancelCooldown = undefined;
    this.feed?.remove(this);
    this.feed = undefined;
  }

  private send(): void {
    const { latest } = this;
    if (latest === undefined || !isChanged(this.sent, latest)) return;
    this.sent = latest;
    this.cancelCooldown = this.timers.after(MIN_MESSAGE_INTERVAL_MS, () => {
      this.cancelCooldown = undefined;
      this.send();
    });
    for (const listener of this.listeners) listener(latest);
    this.publish?.(latest);
  }
}
