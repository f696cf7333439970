import { Service } from 'typedi';
import { BoundedCache } from '../../../cache/bounded-cache.js';
import { Log } from '../../../logging/log.js';
import { Clock } from '../../../time/clock.js';
import { MINUTE_MS } from '../../../time/durations.js';
import { Timers } from '../../../time/timers.js';
import { TradingCalendar } from '../calendar/trading-calendar.js';
import { InstrumentTable } from '../directory/instrument-table.js';
import { type MarketSymbol, parseSymbol } from '../market-symbol.js';
import { isPrivateSymbol } from '../own/own-instrument.js';
import type { ProviderName } from '../providers/market-provider.js';
import type { Quote, Tick } from '../quote.js';
import { type Candidate, MarketRouter } from '../routing/market-router.service.js';
import { isInFuture, merged, withTick } from './live-quote.js';
import { isProbableError } from './plausibility.js';
import { QuoteBus, TICK_LEASE_PERIOD_MS } from './quote-bus.js';
import { type QuoteError, QuotesService } from './quotes.service.js';
import { type QuoteListener, QuoteTopic, TickFeed } from './tick-feed.js';

/** Interval (ms) at which feeds are checked, leases are renewed and due quotes are read. */
const CHECK_INTERVAL_MS = TICK_LEASE_PERIOD_MS;
/** Maximum number of quotes of other processes that are kept for future followers. */
const MAX_RECEIVED = 20_000;
/** Time (ms) for which a symbol is kept after its last follower left: people reload pages. */
const GRACE_MS = 5_000;
/**
 * Time (ms) without a tick while a market is open after which a provider is replaced by the next one. The silent
 * provider is tried again after `SILENCE_RETRY_MS`.
 */
const SILENCE_TIMEOUT_MS = 30_000;
const SILENCE_RETRY_MS = 5 * MINUTE_MS;
/**
 * Time (ms) without a tick after which a symbol is read at every check. Symbols with ticks are read only every
 * `READ_INTERVAL_MS`, for the fields that ticks lack.
 */
const TICK_TIMEOUT_MS = 10_000;
const READ_INTERVAL_MS = MINUTE_MS;
const NOT_STREAMED = 'Prices of your own instruments are not followed here. Read them with GET /markets/quotes.';

export interface Following {
  /** Errors of the symbols that have no quote, permanently or at present. */
  errors: QuoteError[];
  /** Ends following one symbol, in upper case. */
  leave(symbol: string): void;
  close(): void;
}

/**
 * Sends quotes to followers as they change. Each symbol has one subscription at a provider, for all clients and
 * processes: the process that holds the symbol's lease subscribes, and the others receive its quotes.
 */
@Service()
export class QuoteHub {
  private readonly topics = new Map<string, QuoteTopic>();
  private readonly feeds = new Map<ProviderName, TickFeed>();
  /** Providers whose feed is silent, with the time (ms) until which they are not used. */
  private readonly silentUntil = new Map<ProviderName, number>();
  /** The symbols whose leases this process holds; undefined: it needs no leases and subscribes to all symbols. */
  private leased?: ReadonlySet<string>;
  /** The last quotes that changed with ticks in other processes. */
  private readonly received = new BoundedCache<Quote>(MAX_RECEIVED);
  private renewing?: Promise<void>;
  private isRenewalDue = false;
  private stopChecking?: () => void;
  private isReading = false;

  constructor(
    private readonly router: MarketRouter,
    private readonly quotes: QuotesService,
    private readonly calendar: TradingCalendar,
    private readonly instruments: InstrumentTable,
    private readonly bus: QuoteBus,
    private readonly clock: Clock,
    private readonly timers: Timers,
    private readonly log: Log,
  ) {
    if (bus.isOpen) this.leased = new Set();
  }

  /** The number of followed symbols, including those in their grace period. */
  get size(): number {
    return this.topics.size;
  }

  /** Returns the symbols that streams of this process follow, in upper case. */
  followed(): Iterable<string> {
    return this.topics.keys();
  }

  /**
   * Sends the current quote of each symbol in the given order, then every change, at most four a second per symbol.
   * @param symbols case-insensitive; duplicates count once
   * @throws the reason of the signal
   */
  async follow(symbols: readonly string[], listener: QuoteListener, signal?: AbortSignal): Promise<Following> {
    // A topic is shared by all accounts, and a private symbol means something to one account alone.
    const listed = symbols.filter((symbol) => !isPrivateSymbol(symbol));
    const texts = [...new Set(listed.map((symbol) => symbol.toUpperCase()))];
    const isPublished = (symbol: string) => this.topics.get(symbol.toUpperCase())?.sent !== undefined;
    const { quotes, errors: failed } = await this.quotes.read(
      listed.filter((symbol) => !isPublished(symbol)),
      signal,
    );
    const own = symbols
      .filter(isPrivateSymbol)
      .map((symbol) => ({ symbol, code: 'not_found' as const, detail: NOT_STREAMED }));
    const errors = [...failed, ...own];
    const read = new Map(quotes.map((quote) => [quote.symbol, quote]));
    const rejected = new Set(
      errors.filter(({ code }) => code !== 'unavailable').map(({ symbol }) => symbol.toUpperCase()),
    );
    const joined = texts.flatMap((text) => {
      const symbol = rejected.has(text) ? undefined : parseSymbol(text);
      return symbol === undefined ? [] : [this.join(symbol, listener, read.get(text))];
    });
    const close = () => {
      for (const topic of joined) this.leave(topic, listener);
    };
    const leave = (symbol: string) => {
      for (const topic of joined) if (topic.symbol.text === symbol) this.leave(topic, listener);
    };
    return { errors, leave, close };
  }

  private join(symbol: MarketSymbol, listener: QuoteListener, quote: Quote | undefined): QuoteTopic {
    const topic = this.topics.get(symbol.text) ?? this.open(symbol);
    topic.cancelRemoval?.();
    topic.cancelRemoval = undefined;
    if (quote !== undefined && topic.latest === undefined) {
      topic.readAt = this.clock.now();
      topic.update(this.merged(this.lastReceived(quote.symbol), quote, symbol));
    }
    // If `latest` is newer, all followers receive it with the next message.
    if (topic.sent !== undefined) listener(topic.sent);
    topic.listeners.add(listener);
    return topic;
  }

  private leave(topic: QuoteTopic, listener: QuoteListener): void {
    if (!topic.listeners.delete(listener) || topic.listeners.size > 0) return;
    topic.cancelRemoval = this.timers.after(GRACE_MS, () => this.remove(topic));
  }

  private open(symbol: MarketSymbol): QuoteTopic {
    const assetClass = this.instruments.find(symbol.text)?.assetClass ?? symbol.assetClass;
    const topic = new QuoteTopic(symbol, { operation: 'ticks', assetClass, venue: symbol.venue }, this.timers);
    this.topics.set(symbol.text, topic);
    if (this.bus.isOpen) this.renewSoon();
    else this.assignFeed(topic);
    this.stopChecking ??= this.timers.every(CHECK_INTERVAL_MS, () => this.check());
    return topic;
  }

  private remove(topic: QuoteTopic): void {
    const { text } = topic.symbol;
    topic.close();
    this.topics.delete(text);
    if (this.leased?.has(text) === true) this.bus.giveUp([text]);
    if (this.topics.size > 0) return;
    this.stopChecking?.();
    this.stopChecking = undefined;
  }

  /** Returns the last quote that a tick in another process has changed; undefined before the first one. */
  lastReceived(symbol: string): Quote | undefined {
    return this.received.get(symbol);
  }

  /** Applies a quote that changed with a tick in another process. */
  receive(quote: Quote): void {
    this.received.set(quote.symbol, quote);
    const topic = this.topics.get(quote.symbol);
    if (topic === undefined || topic.feed !== undefined) return;
    topic.tickedAt = this.clock.now();
    if ((topic.latest?.tradedAt?.getTime() ?? 0) <= (quote.tradedAt?.getTime() ?? 0)) topic.update(quote);
  }

  /** Renews the leases. Only one renewal runs at a time; a symbol that is opened meanwhile is part of the next one. */
  private renewSoon(): void {
    this.isRenewalDue = true;
    this.renewing ??= this.renew().finally(() => {
      this.renewing = undefined;
    });
  }

  private async renew(): Promise<void> {
    while (this.isRenewalDue) {
      // Waiting for the end of the current turn collects the symbols that a follower opens together.
      await Promise.resolve();
      this.isRenewalDue = false;
      this.leased = await this.bus.lease([...this.topics.keys()]);
      this.bus.giveUp([...this.leased].filter((symbol) => !this.topics.has(symbol)));
      for (const topic of this.topics.values()) this.assignFeed(topic);
    }
  }

  /**
   * Subscribes to the symbol at the first provider whose feed works, if this process holds its lease. Without such a
   * provider the quote is read regularly.
   */
  private assignFeed(topic: QuoteTopic): void {
    if (this.leased?.has(topic.symbol.text) === false) {
      topic.publish = undefined;
      topic.feed?.remove(topic);
      topic.feed = undefined;
      return;
    }
    if (this.bus.isOpen) topic.publish ??= (quote) => topic.feed !== undefined && this.bus.publishTicked(quote);
    const candidates = this.router.candidates(topic.requirement).filter(({ provider }) => provider.ticks !== undefined);
    const working = candidates.filter(({ provider }) => (this.silentUntil.get(provider.name) ?? 0) <= this.clock.now());
    const chosen =
      working[0] ?? candidates.find(({ provider }) => provider === topic.feed?.candidate.provider) ?? candidates[0];
    if (chosen?.provider === topic.feed?.candidate.provider) return;
    topic.feed?.remove(topic);
    topic.feed = chosen && this.feedOf(chosen);
    topic.feed?.add(topic);
  }

  private feedOf(candidate: Candidate): TickFeed | undefined {
    const { name, ticks } = candidate.provider;
    const known = this.feeds.get(name);
    if (known !== undefined || ticks === undefined) return known;
    const feed = new TickFeed(candidate, ticks, this.clock, (topic, tick) => this.applyTick(topic, tick));
    this.feeds.set(name, feed);
    return feed;
  }

  private applyTick(topic: QuoteTopic, tick: Tick): void {
    const { latest, feed, symbol } = topic;
    if (latest === undefined || feed === undefined) return;
    const before = latest.tradedAt;
    const now = this.clock.now();
    if (isInFuture(tick.at, now)) return;
    if (before !== null && tick.at.getTime() < before.getTime()) return;
    if (isProbableError(tick.price, latest.price)) {
      topic.readAt = Number.NEGATIVE_INFINITY;
      return;
    }
    topic.tickedAt = now;
    const { provider, capability } = feed.candidate;
    const provenance = {
      asOf: tick.at,
      fetchedAt: new Date(now),
      delaySeconds: capability.delaySeconds,
      stale: false,
      warnings: [],
    };
    const isNewDay = before !== null && this.calendar.dayOf(symbol, before) !== this.calendar.dayOf(symbol, tick.at);
    if (isNewDay) topic.readAt = Number.NEGATIVE_INFINITY;
    topic.update(withTick(latest, tick, { provider: provider.name, ...provenance }, isNewDay));
  }

  private check(): void {
    const now = this.clock.now();
    for (const feed of this.feeds.values()) this.detectSilence(feed, now);
    if (this.bus.isOpen) this.renewSoon();
    else for (const topic of this.topics.values()) this.assignFeed(topic);
    const due = [...this.topics.values()].filter((topic) => now - topic.readAt >= this.readIntervalOf(topic, now));
    if (due.length > 0) void this.read(due);
  }

  private detectSilence({ topics, activeAt, candidate: { provider } }: TickFeed, now: number): void {
    const isTrading = [...topics.values()].some(
      ({ symbol }) => this.calendar.state(symbol, new Date(now)) === 'regular',
    );
    if (!isTrading || now - activeAt < SILENCE_TIMEOUT_MS || (this.silentUntil.get(provider.name) ?? 0) > now) return;
    this.silentUntil.set(provider.name, now + SILENCE_RETRY_MS);
    this.log.warn(
      { provider: provider.name },
      'Market data stream timed out: no ticks while the market is open; using the next provider',
    );
  }

  private readIntervalOf({ latest, symbol, tickedAt }: QuoteTopic, now: number): number {
    const isOpen = this.calendar.state(symbol, new Date(now)) !== 'closed';
    if (latest !== undefined && isOpen !== (latest.marketState !== 'closed')) return 0;
    return latest !== undefined && (!isOpen || now - tickedAt < TICK_TIMEOUT_MS) ? READ_INTERVAL_MS : 0;
  }

  private async read(topics: readonly QuoteTopic[]): Promise<void> {
    if (this.isReading) return;
    this.isReading = true;
    try {
      const { quotes } = await this.quotes.read(topics.map(({ symbol }) => symbol.text));
      const now = this.clock.now();
      for (const topic of topics) topic.readAt = now;
      for (const quote of quotes) this.applyRead(quote);
    } catch (error) {
      this.log.error({ err: error }, 'Reading followed quotes failed');
    } finally {
      this.isReading = false;
    }
  }

  private applyRead(quote: Quote): void {
    const topic = this.topics.get(quote.symbol);
    if (topic === undefined) return;
    topic.update(this.merged(topic.latest, quote, topic.symbol));
  }

  private merged(live: Quote | undefined, read: Quote, symbol: MarketSymbol): Quote {
    const day = (at: Date | null | undefined) => (at == null ? undefined : this.calendar.dayOf(symbol, at));
    return merged(live, read, day(live?.tradedAt) === day(read.tradedAt));
  }
}
