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

/** Name of the Redis stream; the number is the version of the message format. */
const STREAM = 'quotes:1';
/** Time (ms) for which changes are collected into one batch. */
const BATCH_MS = 50;
const MAX_BATCH = 200;
/** Number of batches that Redis keeps: about a minute of many changes. */
const KEPT_BATCHES = 1_500;
/** Time (ms) after the last batch after which Redis deletes the stream. */
const KEPT_MS = 10 * MINUTE_MS;
/** Time (ms) before its start from which a process reads the quotes of others. */
const REPEATED_MS = MINUTE_MS;
/** Duration of a claim (ms): the maximum time that other processes wait if the claiming process dies. */
const CLAIM_MS = 5_000;
/**
 * Time (ms) by which a claim outlasts its result, so that a process that has not yet received the result does not read
 * too.
 */
const CLAIM_GRACE_MS = 300;
/** Duration of a lease (ms): another process takes over at its next renewal after a process with leases has died. */
const LEASE_MS = 9_000;
/** Maximum number of keys in one call. */
const MAX_KEYS = 500;
const LOG_INTERVAL_MS = MINUTE_MS;

/**
 * Takes keys for a process. KEYS: keys of symbols; ARGV: process id, duration in ms. Returns 1 for each key that the
 * process holds now, otherwise 0.
 */
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

/**
 * Ends the keys that a process holds. KEYS: keys of symbols; ARGV: process id, time in ms after which the keys expire.
 */
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
  /** Time (ms) without a renewal after which a lease ends. Default: `LEASE_MS`. */
  leaseMs?: number;
}

/**
 * Shares quotes through Redis. Claims and leases are keys that expire; quotes are sent in batches through a stream that
 * every process reads.
 */
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
    // Results are sent at once, since other processes wait for them.
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

  /** Takes claims or leases. Without Redis all are taken, so that the process works for itself. */
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

  /** Ends claims or leases. If this fails, they expire. */
  private async end(keys: readonly string[], ms: number): Promise<void> {
    for (let from = 0; from < keys.length; from += MAX_KEYS)
      await this.parts.redis.run(endKeys, keys.slice(from, from + MAX_KEYS), [this.process, ms]).catch(() => undefined);
  }

  /** Adds a message to the batch, unless Redis is unavailable: every process then reads for itself. */
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
      // A lost quote is replaced by the next quote of its symbol.
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
