import { Service } from 'typedi';
import { Clock } from '../../../clock.js';
import { Log } from '../../../log.js';
import { Timers } from '../../../timers.js';
import { TradingCalendar } from '../calendar/trading-calendar.js';
import { InstrumentTable } from '../directory/instrument-table.js';
import { type MarketSymbol, parseSymbol } from '../market-symbol.js';
import type { ProviderName } from '../providers/market-provider.js';
import type { Quote, Tick } from '../quote.js';
import { type Candidate, MarketRouter } from '../routing/market-router.service.js';
import { isAhead, renewed, withTick } from './live-quote.js';
import { isSlip } from './plausibility.js';
import { type QuoteListener, QuoteTopic } from './quote-topic.js';
import { type QuoteError, QuotesService } from './quotes.service.js';
import { TickFeed } from './tick-feed.js';

/** How often (ms) it is looked who ticks and what must be read. */
export const CHECK_MS = 5_000;
/** For so long (ms) a symbol is kept when its last follower has left: people reload pages. */
export const GRACE_MS = 5_000;
/** A provider that says nothing for so long (ms), though a market is open, is left for another one, and tried again after a while. */
export const SILENT_MS = 30_000;
export const RETRY_SILENT_MS = 300_000;
/** A symbol without a tick for so long (ms) is read at every check instead; those that tick are read once a minute, for what ticks do not tell. */
const QUIET_MS = 10_000;
const RENEW_MS = 60_000;

export interface Following {
  /** Symbols that cannot be followed, or not yet. */
  errors: QuoteError[];
  close(): void;
}

/** Quotes as they change: one subscription with a provider for each symbol, however many follow it. */
@Service()
export class QuoteHub {
  private readonly topics = new Map<string, QuoteTopic>();
  private readonly feeds = new Map<ProviderName, TickFeed>();
  /** Providers that do not tick though they should, and until when (ms) they are left alone. */
  private readonly silent = new Map<ProviderName, number>();
  private stopChecking?: () => void;
  private isReading = false;

  constructor(
    private readonly router: MarketRouter,
    private readonly quotes: QuotesService,
    private readonly calendar: TradingCalendar,
    private readonly instruments: InstrumentTable,
    private readonly clock: Clock,
    private readonly timers: Timers,
    private readonly log: Log,
  ) {}

  /** How many symbols are followed, those just left included. */
  get size(): number {
    return this.topics.size;
  }

  /**
   * Tells the quote of every symbol that has one, in the order given, then each that changes, at most four times a second a symbol.
   * @param symbols in either case; repeated ones count once
   * @throws the reason of the signal
   */
  async follow(symbols: readonly string[], listener: QuoteListener, signal?: AbortSignal): Promise<Following> {
    const texts = [...new Set(symbols.map((symbol) => symbol.toUpperCase()))];
    const isToldAlready = (symbol: string) => this.topics.get(symbol.toUpperCase())?.told !== undefined;
    const { quotes, errors } = await this.quotes.read(
      symbols.filter((symbol) => !isToldAlready(symbol)),
      signal,
    );
    const read = new Map(quotes.map((quote) => [quote.symbol, quote]));
    const hopeless = new Set(errors.filter(({ code }) => code !== 'unavailable').map(({ symbol }) => symbol.toUpperCase()));
    const joined = texts.flatMap((text) => {
      const symbol = hopeless.has(text) ? undefined : parseSymbol(text);
      return symbol === undefined ? [] : [this.join(symbol, listener, read.get(text))];
    });
    const close = () => {
      for (const topic of joined) this.leave(topic, listener);
    };
    return { errors, close };
  }

  private join(symbol: MarketSymbol, listener: QuoteListener, quote: Quote | undefined): QuoteTopic {
    const topic = this.topics.get(symbol.text) ?? this.open(symbol);
    topic.leaving?.();
    topic.leaving = undefined;
    if (quote !== undefined && topic.latest === undefined) {
      topic.readAt = this.clock.now();
      topic.update(quote);
    }
    // What is newer than that is told to all as soon as it may be.
    if (topic.told !== undefined) listener(topic.told);
    topic.listeners.add(listener);
    return topic;
  }

  private leave(topic: QuoteTopic, listener: QuoteListener): void {
    if (!topic.listeners.delete(listener) || topic.listeners.size > 0) return;
    topic.leaving = this.timers.after(GRACE_MS, () => this.forget(topic));
  }

  private open(symbol: MarketSymbol): QuoteTopic {
    const assetClass = this.instruments.find(symbol.text)?.assetClass ?? symbol.assetClass;
    const topic = new QuoteTopic(symbol, { operation: 'ticks', assetClass, venue: symbol.venue }, this.timers);
    this.topics.set(symbol.text, topic);
    this.place(topic);
    this.stopChecking ??= this.timers.every(CHECK_MS, () => this.check());
    return topic;
  }

  private forget(topic: QuoteTopic): void {
    topic.close();
    this.topics.delete(topic.symbol.text);
    if (this.topics.size > 0) return;
    this.stopChecking?.();
    this.stopChecking = undefined;
  }

  /** Lets the first provider tick it that is well; when none can, it is read. */
  private place(topic: QuoteTopic): void {
    const able = this.router.candidates(topic.requirement).filter(({ provider }) => provider.ticks !== undefined);
    const speaking = able.filter(({ provider }) => (this.silent.get(provider.name) ?? 0) <= this.clock.now());
    const chosen = speaking[0] ?? able.find(({ provider }) => provider === topic.feed?.candidate.provider) ?? able[0];
    if (chosen?.provider === topic.feed?.candidate.provider) return;
    topic.feed?.remove(topic);
    topic.feed = chosen && this.feedOf(chosen);
    topic.feed?.add(topic);
  }

  private feedOf(candidate: Candidate): TickFeed | undefined {
    const { name, ticks } = candidate.provider;
    const known = this.feeds.get(name);
    if (known !== undefined || ticks === undefined) return known;
    const feed = new TickFeed(candidate, ticks, this.clock, (topic, tick) => this.take(topic, tick));
    this.feeds.set(name, feed);
    return feed;
  }

  private take(topic: QuoteTopic, tick: Tick): void {
    const { latest, feed, symbol } = topic;
    if (latest === undefined || feed === undefined) return;
    const before = latest.tradedAt;
    const now = this.clock.now();
    if (isAhead(tick.at, now)) return;
    if (before !== null && tick.at.getTime() < before.getTime()) return;
    if (isSlip(tick.price, latest.price)) {
      topic.readAt = Number.NEGATIVE_INFINITY;
      return;
    }
    topic.tickedAt = now;
    const { provider, capability } = feed.candidate;
    const provenance = { asOf: tick.at, fetchedAt: new Date(now), delaySeconds: capability.delaySeconds, stale: false, warnings: [] };
    const isNewDay = before !== null && this.calendar.dayOf(symbol, before) !== this.calendar.dayOf(symbol, tick.at);
    if (isNewDay) topic.readAt = Number.NEGATIVE_INFINITY;
    topic.update(withTick(latest, tick, { provider: provider.name, ...provenance }, isNewDay));
  }

  private check(): void {
    const now = this.clock.now();
    for (const feed of this.feeds.values()) this.listenTo(feed, now);
    for (const topic of this.topics.values()) this.place(topic);
    const due = [...this.topics.values()].filter((topic) => now - topic.readAt >= this.renewAfter(topic, now));
    if (due.length > 0) void this.read(due);
  }

  private listenTo({ topics, heardAt, candidate: { provider } }: TickFeed, now: number): void {
    const isExpected = [...topics.values()].some(({ symbol }) => this.calendar.state(symbol, new Date(now)) === 'regular');
    if (!isExpected || now - heardAt < SILENT_MS || (this.silent.get(provider.name) ?? 0) > now) return;
    this.silent.set(provider.name, now + RETRY_SILENT_MS);
    this.log.warn({ provider: provider.name }, 'A provider does not say what its symbols trade at; another one is followed.');
  }

  private renewAfter({ latest, symbol, tickedAt }: QuoteTopic, now: number): number {
    const isOpen = this.calendar.state(symbol, new Date(now)) !== 'closed';
    if (latest !== undefined && isOpen !== (latest.marketState !== 'closed')) return 0;
    return latest !== undefined && (!isOpen || now - tickedAt < QUIET_MS) ? RENEW_MS : 0;
  }

  private async read(topics: readonly QuoteTopic[]): Promise<void> {
    if (this.isReading) return;
    this.isReading = true;
    try {
      const { quotes } = await this.quotes.read(topics.map(({ symbol }) => symbol.text));
      const now = this.clock.now();
      for (const topic of topics) topic.readAt = now;
      for (const quote of quotes) this.renew(quote);
    } catch (error) {
      this.log.error({ err: error }, 'Quotes that are followed could not be read.');
    } finally {
      this.isReading = false;
    }
  }

  private renew(quote: Quote): void {
    const topic = this.topics.get(quote.symbol);
    if (topic === undefined) return;
    const { latest, symbol } = topic;
    const day = (at: Date | null | undefined) => (at == null ? undefined : this.calendar.dayOf(symbol, at));
    topic.update(renewed(latest, quote, day(latest?.tradedAt) === day(quote.tradedAt)));
  }
}
