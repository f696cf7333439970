import { Service } from 'typedi';
import { actingForAccount } from '../../../async/account-context.js';
import { Log } from '../../../logging/log.js';
import { SECOND_MS } from '../../../time/durations.js';
import { Timers } from '../../../time/timers.js';
import { LocalMarkets, type QuoteAbsence } from '../measured/local-markets.service.js';
import type { Quote } from '../quote.js';
import { isChanged } from './live-quote.js';
import type { Following } from './quote-hub.js';
import type { QuoteError } from './quotes.service.js';
import type { QuoteListener } from './tick-feed.js';

/** Interval (ms) at which followed quotes are read. */
const READ_INTERVAL_MS = 15 * SECOND_MS;

/** A symbol that streams of one account follow. */
interface PrivateTopic {
  accountId: string;
  symbol: string;
  readonly listeners: Set<QuoteListener>;
  sent?: Quote;
}

/**
 * Sends quotes of private symbols (own instruments and flows of own lines) to streams of the account that may see them.
 * Accounts share no topic, and each reading is made on behalf of its account: the quotes end with the line.
 */
@Service()
export class PrivateQuotes {
  private readonly topics = new Map<string, PrivateTopic>();
  private stopReading?: () => void;
  private isReading = false;

  constructor(
    private readonly local: LocalMarkets,
    private readonly timers: Timers,
    private readonly log: Log,
  ) {}

  /** The number of followed symbols of all accounts. */
  get size(): number {
    return this.topics.size;
  }

  /**
   * Sends the current quote of each symbol, then every change.
   * @param symbols private ones, case-insensitive; duplicates count once
   */
  async follow(accountId: string, symbols: readonly string[], listener: QuoteListener): Promise<Following> {
    const requested = new Map(symbols.map((symbol) => [symbol.toUpperCase(), symbol]));
    const found = requested.size === 0 ? new Map() : await this.read(accountId, [...requested.keys()]);
    const errors: QuoteError[] = [];
    const joined = new Map<string, PrivateTopic>();
    for (const [text, symbol] of requested) {
      const quote = found.get(text) as Quote | QuoteAbsence;
      if ('code' in quote) errors.push({ symbol, ...quote });
      if ('code' in quote && quote.code === 'not_found') continue;
      joined.set(text, this.join(accountId, text, listener, 'code' in quote ? undefined : quote));
    }
    const leave = (symbol: string) => {
      const topic = joined.get(symbol);
      if (topic !== undefined) this.leave(topic, listener);
    };
    const close = () => {
      for (const topic of joined.values()) this.leave(topic, listener);
    };
    return { errors, leave, close };
  }

  private join(accountId: string, symbol: string, listener: QuoteListener, quote: Quote | undefined): PrivateTopic {
    const key = keyOf(accountId, symbol);
    const topic = this.topics.get(key) ?? { accountId, symbol, listeners: new Set() };
    this.topics.set(key, topic);
    if (quote !== undefined) send(topic, quote);
    topic.listeners.add(listener);
    if (topic.sent !== undefined) listener(topic.sent);
    this.stopReading ??= this.timers.every(READ_INTERVAL_MS, () => void this.readAll());
    return topic;
  }

  private leave(topic: PrivateTopic, listener: QuoteListener): void {
    topic.listeners.delete(listener);
    if (topic.listeners.size > 0) return;
    this.topics.delete(keyOf(topic.accountId, topic.symbol));
    if (this.topics.size > 0) return;
    this.stopReading?.();
    this.stopReading = undefined;
  }

  private async readAll(): Promise<void> {
    if (this.isReading) return;
    this.isReading = true;
    const ofAccounts = Map.groupBy(this.topics.values(), ({ accountId }) => accountId);
    for (const [accountId, topics] of ofAccounts) {
      try {
        const symbols = topics.map(({ symbol }) => symbol);
        const found = await this.read(accountId, symbols);
        for (const topic of topics) {
          const quote = found.get(topic.symbol);
          if (quote !== undefined && !('code' in quote)) send(topic, quote);
        }
      } catch (error) {
        this.log.warn({ component: 'quotes', err: error }, 'Reading followed quotes of an account failed.');
      }
    }
    this.isReading = false;
  }

  private read(accountId: string, symbols: readonly string[]): Promise<Map<string, Quote | QuoteAbsence>> {
    return actingForAccount(accountId, () => this.local.quotes(symbols));
  }
}

const keyOf = (accountId: string, symbol: string): string => `${accountId} ${symbol}`;

/** Sends a quote that differs from the last one. */
function send(topic: PrivateTopic, quote: Quote): void {
  if (!isChanged(topic.sent, quote)) return;
  topic.sent = quote;
  for (const listener of topic.listeners) listener(quote);
}
