import { createClient, ErrorReply } from 'redis';
import type { RedisScript } from './redis-script.js';
import { StallBreaker } from './stall-breaker.js';
import { StoreUnavailable } from './store-unavailable.js';

export interface RedisConnectionOptions {
  /** `redis://` or `rediss://`. */
  url: string;
  /** Put before every key this connection is given. */
  keyPrefix?: string;
  /** How long one command may wait for its answer, in ms. */
  commandTimeoutMs?: number;
  /** Told once per change, not once per failed attempt, so that a long outage is two log lines. */
  onChange?: (state: 'up' | 'down', error?: unknown) => void;
}

/** Server answers that say "not now" instead of "never". */
const passing = /^(LOADING|READONLY|MASTERDOWN|CLUSTERDOWN|TRYAGAIN|BUSY|OOM|NOREPLICAS|MISCONF|NOAUTH|WRONGPASS)\b/;

const commandTimeout = 300;
const longestRetry = 2_000;

/**
 * One connection to Redis 7 or Valkey. Nothing waits for a server that is away: a command fails with `StoreUnavailable` at once while
 * disconnected, and after `commandTimeoutMs` when the server does not answer. It reconnects by itself for ever.
 */
export class RedisConnection {
  readonly keyPrefix: string;
  readonly #client;
  readonly #timeoutMs: number;
  readonly #breaker = new StallBreaker();
  readonly #subscribers = new Set<{ isOpen: boolean; destroy(): void }>();
  #closed = false;
  /** Server time minus the monotonic clock of this process, in ms: a jump of the wall clock does not disturb it. */
  #serverOffset = Number.NaN;

  constructor(options: RedisConnectionOptions) {
    this.keyPrefix = options.keyPrefix ?? '';
    this.#timeoutMs = options.commandTimeoutMs ?? commandTimeout;
    this.#client = createClient({
      url: options.url,
      RESP: 2,
      disableOfflineQueue: true,
      // The pings keep a healthy connection from looking silent; one that swallows everything is cut after five seconds.
      pingInterval: 1_000,
      socket: {
        connectTimeout: 1_000,
        socketTimeout: 5_000,
        reconnectStrategy: (retries) => Math.min(50 * 2 ** Math.min(retries, 10), longestRetry) * (0.5 + Math.random()),
      },
    });
    let state: 'up' | 'down' | undefined;
    const change = (next: 'up' | 'down', error?: unknown) => {
      if (state === next || this.#closed) return;
      state = next;
      options.onChange?.(next, error);
    };
    this.#client.on('error', (error) => change('down', error));
    this.#client.on('ready', () => {
      change('up');
      this.serverTime().catch(() => undefined);
    });
    this.#client.connect().catch((error) => change('down', error));
  }

  get isReady(): boolean {
    return this.#client.isReady;
  }

  /** Resolves when connected. @throws StoreUnavailable after `timeoutMs`. */
  async ready(timeoutMs = 2_000): Promise<void> {
    if (this.isReady) return;
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const timer = setTimeout(() => reject(new StoreUnavailable('The shared store cannot be reached')), timeoutMs);
    this.#client.once('ready', resolve);
    await promise.finally(() => {
      clearTimeout(timer);
      this.#client.off('ready', resolve);
    });
  }

  /** Sends one command whose keys, if any, the caller has prefixed. @throws StoreUnavailable */
  send(...command: string[]): Promise<unknown> {
    return this.#bounded(() => this.#client.sendCommand(command));
  }

  /** Runs a script atomically; `keys` are prefixed here. @throws StoreUnavailable */
  run(script: RedisScript, keys: string[], args: (string | number)[]): Promise<unknown> {
    const tail = [String(keys.length), ...keys.map((key) => this.keyPrefix + key), ...args.map(String)];
    return this.#bounded(async () => {
      try {
        return await this.#client.sendCommand(['EVALSHA', script.sha, ...tail]);
      } catch (error) {
        if (!(error instanceof ErrorReply && error.message.startsWith('NOSCRIPT'))) throw error;
        return this.#client.sendCommand(['EVAL', script.source, ...tail]);
      }
    });
  }

  /** Milliseconds one round trip took. @throws StoreUnavailable */
  async ping(): Promise<number> {
    const started = performance.now();
    await this.send('PING');
    return performance.now() - started;
  }

  /** The server's clock in ms since the epoch, asked from it. @throws StoreUnavailable */
  async serverTime(): Promise<number> {
    const [seconds, micros] = (await this.send('TIME')) as [string, string];
    const now = Number(seconds) * 1000 + Number(micros) / 1000;
    this.noteServerTime(now);
    return now;
  }

  /** Takes in the server's clock (ms) as read from an answer that has just arrived. */
  noteServerTime(now: number): void {
    this.#serverOffset = now - performance.now();
  }

  /** The server time (ms) at which a command sent now is given up here, or 0 while the server's clock is unknown. */
  deadline(): number {
    return Number.isNaN(this.#serverOffset) ? 0 : performance.now() + this.#serverOffset + this.#timeoutMs;
  }

  /**
   * Hears what is published on a channel, which is prefixed here, over a connection of its own. Returns at once; while the server is away
   * nothing is heard, and what was published meanwhile is missed. `take` must not throw.
   * @returns what ends it
   */
  subscribe(channel: string, take: (message: string) => void): () => void {
    const client = this.#client.duplicate();
    this.#subscribers.add(client);
    client.on('error', () => undefined); // the other connection tells
    // At every connection, since the first may be lost before it was heard; the same again is nothing new.
    client.on('ready', () => void client.subscribe(this.keyPrefix + channel, take).catch(() => undefined));
    client.connect().catch(() => undefined);
    return () => {
      this.#subscribers.delete(client);
      if (client.isOpen) client.destroy();
    };
  }

  /** Ends the connection; commands still waiting fail. */
  async close(): Promise<void> {
    this.#closed = true;
    for (const client of this.#subscribers) if (client.isOpen) client.destroy();
    if (this.#client.isOpen) this.#client.destroy();
  }

  #bounded<T>(work: () => Promise<T>): Promise<T> {
    if (!this.#client.isReady || !this.#breaker.lets()) return Promise.reject(new StoreUnavailable('The shared store cannot be reached'));
    return new Promise<T>((resolve, reject) => {
      // node-redis stops counting its own timeout once a command is on the wire, so the waiting is bounded here.
      const timer = setTimeout(() => {
        this.#breaker.missed();
        reject(new StoreUnavailable(`The shared store did not answer within ${this.#timeoutMs} ms`));
      }, this.#timeoutMs);
      work().then(
        (reply) => {
          clearTimeout(timer);
          this.#breaker.answered();
          resolve(reply);
        },
        (error: unknown) => {
          clearTimeout(timer);
          const ours = error instanceof ErrorReply && !passing.test(error.message);
          reject(ours ? error : new StoreUnavailable('The shared store failed', error));
        },
      );
    });
  }
}
