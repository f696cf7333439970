import { randomUUID } from 'node:crypto';
import type { RedisConnection } from '../../../cache/redis-connection.js';
import { RedisScript } from '../../../cache/redis-script.js';
import type { Log } from '../../../logging/log.js';
import { MINUTE_MS } from '../../../time/durations.js';
import type { Timers } from '../../../time/timers.js';
import type { UpstreamError } from '../../../upstream/upstream-error.js';
import type { Quote } from '../quote.js';
import type { KnownQuote } from './known-quote.js';
import { QuoteBus, type QuoteReceiver } from './quote-bus.js';
import { packed, type QuoteMessage, readMessage, readMessages } from './quote-codec.js';

/** The number is that of the format. */
const STREAM = 'quotes:1';
/** Changes wait this long for others to be sent with (ms). */
const BATCH_MS = 50;
const MAX_BATCH = 200;
/** Batches that Redis keeps: about a minute of many changes. */
const KEPT_BATCHES = 1_500;
/** Redis forgets quotes to which nothing was added for this long (ms). */
const KEPT_MS = 10 * MINUTE_MS;
/** A process that starts reads the quotes of this long before its start (ms). */
const REPEATED_MS = MINUTE_MS;
/** A process that has claimed a symbol and died keeps the others waiting for this long (ms) at most. */
const CLAIM_MS = 5_000;
/**
 * A claim outlasts its answer by this (ms), so that a process that has not received the answer yet does not read as
 * well.
 */
const CLAIM_GRACE_MS = 300;
/** Takeover time after a process with leases has died, with the period of renewals (ms). */
const LEASE_MS = 9_000;
/** Maximum number of keys of one call. */
const MAX_KEYS = 500;
const LOG_INTERVAL_MS = MINUTE_MS;

/** KEYS of symbols; ARGV process, ms → for each key 1 when the process has it now. */
const takeKeys = new RedisScript(`
local answer = {}
for i, key in ipairs(KEYS) do
  local holder = redis.call('GET', key)
  if holder and holder ~= ARGV[1] then
    answer[i] = 0
  else
    redis.call('SET', key, ARGV[1], 'PX', ARGV[2])
    answer[i] = 1
  end
end
return answer
`);

/** KEYS of symbols; ARGV process, ms: the keys that the process has end after that time. */
const endKeys = new RedisScript(`
for _, key in ipairs(KEYS) do
  if redis.call('GET', key) == ARGV[1] then redis.call('PEXPIRE', key, ARGV[2]) end
end
return 0
`);

const claimOf = (symbol: string) => `quotes:read:${symbol}`;
const leaseOf = (symbol: string) => `quotes:ticks:${symbol}`;

export interface RedisQuoteBusParts {
  redis: RedisConnection;
  timers: Timers;
  log: Log;
  /** After this time (ms) without a renewal a lease ends. */
  leaseMs?: number;
}

/** Rights are keys of Redis that expire; quotes go in packed batches through a stream, which every process reads. */
export class RedisQuoteBus extends QuoteBus {
  readonly isOpen = true;
  private readonly process = randomUUID();
  private readonly leased = new Set<string>();
  private filling: QuoteMessage[] = [];
  private cancelFlush?: () => void;
  private leave?: () => void;
  private isClosed = false;
  private sending: Promise<void> = Promise.resolve();
  private unreadable = 0;
  private endLogging?: () => void;

  constructor(private readonly parts: RedisQuoteBusParts) {
    super();
  }

  claim(symbols: readonly string[]): Promise<ReadonlySet<string>> {
    return this.take(symbols, claimOf, CLAIM_MS);
  }

  publishRead(outcomes: ReadonlyMap<string, { value: KnownQuote } | { error: UpstreamError }>): void {
    for (const [symbol, outcome] of outcomes) this.add(readMessage(symbol, outcome));
    // Processes wait for it.
    this.flush();
    void this.end([...outcomes.keys()].map(claimOf), CLAIM_GRACE_MS);
  }

  disclaim(symbols: readonly string[]): void {
    void this.end(symbols.map(claimOf), 0);
  }

  async lease(symbols: readonly string[]): Promise<ReadonlySet<string>> {
    const leased = await this.take(symbols, leaseOf, this.parts.leaseMs ?? LEASE_MS);
    for (const symbol of leased) this.leased.add(symbol);
    return leased;
  }

  giveUp(symbols: readonly string[]): void {
    for (const symbol of symbols) this.leased.delete(symbol);
    void this.end(symbols.map(leaseOf), 0);
  }

  publishTicked(quote: Quote): void {
    this.add({ kind: 'ticked', quote });
    if (this.filling.length >= MAX_BATCH) this.flush();
    else if (this.filling.length > 0) this.cancelFlush ??= this.parts.timers.after(BATCH_MS, () => this.flush());
  }

  join(receiver: QuoteReceiver): void {
    this.leave?.();
    this.leave = this.parts.redis.follow(STREAM, REPEATED_MS, (batch) => this.read(batch, receiver));
  }

  async close(): Promise<void> {
    this.leave?.();
    this.endLogging?.();
    this.flush();
    this.isClosed = true;
    await this.end([...this.leased].map(leaseOf), 0);
    await this.sending;
  }

  /** Without Redis the process does everything itself. */
  private async take(
    symbols: readonly string[],
    keyOf: (symbol: string) => string,
    ms: number,
  ): Promise<ReadonlySet<string>> {
    const taken = new Set<string>();
    try {
      for (let from = 0; from < symbols.length; from += MAX_KEYS) {
        const group = symbols.slice(from, from + MAX_KEYS);
        const answer = (await this.parts.redis.run(takeKeys, group.map(keyOf), [this.process, ms])) as number[];
        for (const [index, symbol] of group.entries()) if (answer[index] === 1) taken.add(symbol);
      }
      return taken;
    } catch {
      return new Set(symbols);
    }
  }

  /** A right that cannot be ended expires. */
  private async end(keys: readonly string[], ms: number): Promise<void> {
    for (let from = 0; from < keys.length; from += MAX_KEYS)
      await this.parts.redis.run(endKeys, keys.slice(from, from + MAX_KEYS), [this.process, ms]).catch(() => undefined);
  }

  /** While Redis is away nothing is kept: every process reads for itself then. */
  private add(message: QuoteMessage): void {
    if (!this.isClosed && this.parts.redis.isReady) this.filling.push(message);
  }

  private flush(): void {
    this.cancelFlush?.();
    this.cancelFlush = undefined;
    const messages = this.filling;
    this.filling = [];
    for (let from = 0; from < messages.length; from += MAX_BATCH) {
      const batch = packed(this.process, messages.slice(from, from + MAX_BATCH));
      this.sending = this.sending.then(() => this.send(batch));
    }
  }

  private async send(batch: string): Promise<void> {
    const { redis } = this.parts;
    const stream = redis.keyPrefix + STREAM;
    try {
      await redis.send('XADD', stream, 'MAXLEN', '~', String(KEPT_BATCHES), '*', 'b', batch);
      await redis.send('PEXPIRE', stream, String(KEPT_MS));
    } catch {
      // The next quote of each symbol replaces the lost one.
    }
  }

  private read(batch: Buffer, receiver: QuoteReceiver): void {
    try {
      readMessages(batch, this.process, receiver);
    } catch {
      this.unreadable += 1;
      this.endLogging ??= this.parts.timers.every(LOG_INTERVAL_MS, () => this.logUnreadable());
    }
  }

  private logUnreadable(): void {
    if (this.unreadable > 0)
      this.parts.log.warn(
        { component: 'quotes', batches: this.unreadable },
        'Quotes of other processes are invalid; run the same version everywhere.',
      );
    this.unreadable = 0;
  }
}
