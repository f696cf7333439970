import type { Timers } from '../../../timers.js';
import type { MarketSymbol } from '../market-symbol.js';
import type { Quote } from '../quote.js';
import type { Requirement } from '../routing/requirement.js';
import { differs } from './live-quote.js';
import type { TickFeed } from './tick-feed.js';

export type QuoteListener = (quote: Quote) => void;

/** The shortest time (ms) between two messages about one symbol: four a second. */
export const GAP_MS = 250;

/** One symbol that is followed, by however many. */
export class QuoteTopic {
  readonly listeners = new Set<QuoteListener>();
  /** As it is now, told or not yet. */
  latest?: Quote;
  /** As it was told last. */
  told?: Quote;
  /** Who ticks it. */
  feed?: TickFeed;
  /** When (ms) it last ticked, and when it was last read. */
  tickedAt = Number.NEGATIVE_INFINITY;
  readAt = Number.NEGATIVE_INFINITY;
  /** Ends the wait for somebody to come back. */
  leaving?: () => void;
  private resting?: () => void;

  constructor(
    readonly symbol: MarketSymbol,
    readonly requirement: Requirement,
    private readonly timers: Timers,
  ) {}

  /** Tells it at once, or as soon as the last message is `GAP_MS` old: then the latest that there is. */
  update(quote: Quote): void {
    this.latest = quote;
    if (this.resting === undefined) this.tell();
  }

  close(): void {
    this.resting?.();
    this.resting = undefined;
    this.feed?.remove(this);
    this.feed = undefined;
  }

  private tell(): void {
    const { latest } = this;
    if (latest === undefined || !differs(this.told, latest)) return;
    this.told = latest;
    this.resting = this.timers.after(GAP_MS, () => {
      this.resting = undefined;
      this.tell();
    });
    for (const listener of this.listeners) listener(latest);
  }
}
