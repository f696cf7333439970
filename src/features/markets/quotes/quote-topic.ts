import type { Timers } from '../../../timers.js';
import type { MarketSymbol } from '../market-symbol.js';
import type { Quote } from '../quote.js';
import type { Requirement } from '../routing/requirement.js';
import { isChanged } from './live-quote.js';
import type { TickFeed } from './tick-feed.js';

export type QuoteListener = (quote: Quote) => void;

/** The minimum time (ms) between two messages about one symbol: four a second. */
export const MIN_MESSAGE_INTERVAL_MS = 250;

/** One followed symbol with all its followers. */
export class QuoteTopic {
  readonly listeners = new Set<QuoteListener>();
  /** The current quote, whether sent or not. */
  latest?: Quote;
  /** The quote that was sent last. */
  sent?: Quote;
  /** The feed whose ticks update it. */
  feed?: TickFeed;
  /** When (ms) the last tick arrived, and when the quote was last read. */
  tickedAt = Number.NEGATIVE_INFINITY;
  readAt = Number.NEGATIVE_INFINITY;
  /** Takes every quote that is sent to followers, for other processes. */
  publish?: QuoteListener;
  /** Cancels the removal that is due because the last follower left. */
  cancelRemoval?: () => void;
  private cancelCooldown?: () => void;

  constructor(
    readonly symbol: MarketSymbol,
    readonly requirement: Requirement,
    private readonly timers: Timers,
  ) {}

  /**
   * Sends the quote immediately, or, if the last message is too recent, the latest quote when the interval has passed.
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
