import { EventEmitter, once } from 'node:events';
import { ErrorReply, RESP_TYPES } from 'redis';
import { CircuitBreaker } from './circuit-breaker.js';
import { PING_TIMEOUT_MS, type RedisClient, RedisLink } from './redis-link.js';
import type { RedisScript } from './redis-script.js';
import { StoreUnavailable } from './store-unavailable.js';

export interface RedisConnectionOptions {
  /** URL of the server, `redis://` or `rediss://`. */
  url: string;
  /** Prefix of all keys. */
  keyPrefix?: string;
  /** Timeout of a command (ms). */
  commandTimeoutMs?: number;
  /** Called for each change of the state, not for each failed attempt, so that a long outage causes two log lines. */
  onChange?: (state: 'up' | 'down', error?: unknown) => void;
}

/** Error replies of the server for temporary conditions. */
const passing = /^(LOADING|READONLY|MASTERDOWN|CLUSTERDOWN|TRYAGAIN|BUSY|OOM|NOREPLICAS|MISCONF|NOAUTH|WRONGPASS)\b/;

/**
 * Default timeout of a command (ms). It is long enough that a slow server delays requests, most of which need two or
 * three replies, rather than makes them fail.
 */
const commandTimeout = 1_500;
/** The offset of the server's clock is measured again after this time (ms), because clocks drift. */
const OFFSET_VALIDITY_MS = 60_000;
/** Maximum number of stream entries that are read at once; more would delay other work by milliseconds. */
const STREAM_ENTRIES = '8';
/** Maximum wait of a blocking read (ms); shorter than the ping timeout, because pings wait behind it. */
const STREAM_BLOCK_MS = '500';

/** Reply of XREAD: streams with their entries, each of which has an id and its fields with names and values. */
type StreamReply = Array<[stream: Buffer, entries: Array<[id: Buffer, fields: [name: Buffer, value: Buffer]]>]>;

const ENTRY_ID = /^\d{1,15}-\d{1,20}$/;
const millisecondsOf = (id: string): number => Number.parseInt(id, 10);
const serverMs = (time: unknown): number => Number((time as [seconds: string])[0]) * 1000;

/**
 * A connection to Redis 7 or Valkey. No caller waits for an unavailable server: a command fails with `StoreUnavailable`
 * at once while disconnected, and after `commandTimeoutMs` when the server does not reply. A connection without replies
 * is replaced within three seconds.
 */
export class RedisConnection {
  readonly keyPrefix: string;
  readonly #url: string;
  readonly #link: RedisLink;
  readonly #timeoutMs: number;
  readonly #pingTimeoutMs: number;
  readonly #breaker = new CircuitBreaker();
  readonly #changes = new EventEmitter<{ ready: [] }>().setMaxListeners(0);
  readonly #followers = new Set<RedisLink>();
  #closed = false;
  /**
   * Server time minus the monotonic clock of this process (ms), so that jumps of the local wall clock have no effect.
   */
  #serverOffset = Number.NaN;
  /** Time at which the offset was measured, by `performance.now()`. */
  #offsetTick = Number.NEGATIVE_INFINITY;

  constructor(options: RedisConnectionOptions) {
    this.keyPrefix = options.keyPrefix ?? '';
    this.#url = options.url;
    this.#timeoutMs = options.commandTimeoutMs ?? commandTimeout;
    // Pings wait behind earlier commands, so their timeout is at least as long as the timeout of commands.
    this.#pingTimeoutMs = Math.max(PING_TIMEOUT_MS, this.#timeoutMs);
    let state: 'up' | 'down' | undefined;
    const change = (next: 'up' | 'down', error?: unknown) => {
      if (state === next || this.#closed) return;
      state = next;
      options.onChange?.(next, error);
    };
    this.#link = this.#openLink(
      () => {
        this.#breaker.answered();
        change('up');
        this.#changes.emit('ready');
        // The new connection may lead to another server, with another clock.
        this.#offsetTick = Number.NEGATIVE_INFINITY;
        this.serverTime().catch(() => undefined);
      },
      (error) => change('down', error),
    );
  }

  get isReady(): boolean {
    return this.#link.client !== undefined;
  }

  /** Resolves when connected. @throws StoreUnavailable after `timeoutMs` */
  async ready(timeoutMs = 2_000): Promise<void> {
    if (this.isReady) return;
    await once(this.#changes, 'ready', { signal: AbortSignal.timeout(timeoutMs) }).catch((error: unknown) => {
      throw new StoreUnavailable('The shared store cannot be reached', error);
    });
  }

  /** Sends one command; the caller must have prefixed its keys. @throws StoreUnavailable */
  send(...command: Array<string | Buffer>): Promise<unknown> {
    return this.#bounded((client) => client.sendCommand(command));
  }

  /**
   * Runs a script atomically. Prefixes the `keys`.
   * @param timeoutMs at most the timeout of other commands
   * @throws StoreUnavailable
   */
  run(script: RedisScript, keys: string[], args: (string | number)[], timeoutMs = this.#timeoutMs): Promise<unknown> {
    const tail = [String(keys.length), ...keys.map((key) => this.keyPrefix + key), ...args.map(String)];
    return this.#bounded(async (client) => {
      try {
        return await client.sendCommand(['EVALSHA', script.sha, ...tail]);
      } catch (error) {
        if (!(error instanceof ErrorReply && error.message.startsWith('NOSCRIPT'))) throw error;
        return client.sendCommand(['EVAL', script.source, ...tail]);
      }
    }, timeoutMs);
  }

  /** Returns the time of one round trip (ms). @throws StoreUnavailable */
  async ping(): Promise<number> {
    const started = performance.now();
    await this.send('PING');
    return performance.now() - started;
  }

  /** Returns the server's clock (ms since the epoch). @throws StoreUnavailable */
  async serverTime(): Promise<number> {
    const [seconds, micros] = (await this.send('TIME')) as [string, string];
    const now = Number(seconds) * 1000 + Number(micros) / 1000;
    this.noteServerTime(now);
    return now;
  }

  /**
   * Updates the offset of the server's clock from a reply with its time (ms). A reply that was delayed makes the clock
   * seem slow, so deadlines would seem to have passed: the largest offset within a minute is the most exact.
   */
  noteServerTime(now: number): void {
    const tick = performance.now();
    if (now - tick <= this.#serverOffset && tick - this.#offsetTick < OFFSET_VALIDITY_MS) return;
    this.#serverOffset = now - tick;
    this.#offsetTick = tick;
  }

  /**
   * Returns the server time (ms) at which this process stops waiting for a command sent now; 0 while the server's clock
   * is unknown.
   */
  deadline(): number {
    return Number.isNaN(this.#serverOffset) ? 0 : performance.now() + this.#serverOffset + this.#timeoutMs;
  }

  /**
   * Reads a stream whose entries have one field, over a separate connection: the entries of the last `sinceMs`, then
   * every new one, each once and in order. Returns at once. After an outage it continues after the last entry that it
   * read. `take` must not throw.
   * @param stream name without the prefix
   * @param sinceMs `Infinity` for all entries that Redis still has
   * @returns a function that stops reading
   */
  follow(stream: string, sinceMs: number, take: (value: Buffer) => void): () => void {
    const key = this.keyPrefix + stream;
    let last: string | undefined;
    let isOver = false;
    const read = async (client: RedisClient) => {
      const newest = (await client.sendCommand(['XREVRANGE', key, '+', '-', 'COUNT', '1'])) as Array<[id: string]>;
      if (last === undefined)
        last = Number.isFinite(sinceMs)
          ? String(Math.max(0, serverMs(await client.sendCommand(['TIME'])) - sinceMs))
          : '0';
      // After a change of the server or of its clock, ids may be lower than before; the stream is then read from its
      // first entry.
      else if (millisecondsOf(newest[0]?.[0] ?? '0') < millisecondsOf(last)) last = '0';
      while (!isOver) {
        // Pings of the link wait behind this command.
        const command: string[] = ['XREAD', 'COUNT', STREAM_ENTRIES, 'BLOCK', STREAM_BLOCK_MS, 'STREAMS', key, last];
        const reply: StreamReply | null = await client.sendCommand(command, {
          typeMapping: { [RESP_TYPES.BLOB_STRING]: Buffer },
        });
        for (const [id, [, value]] of reply?.[0]?.[1] ?? []) {
          if (isOver) return;
          if (!ENTRY_ID.test(String(id)) || !Buffer.isBuffer(value))
            throw new Error('Redis answered with something else than a stream');
          last = String(id);
          take(value);
        }
        // Lets the event loop handle other input, such as requests.
        await new Promise((resolve) => setImmediate(resolve));
      }
    };
    const link = this.#openLink(
      (client) => void read(client).catch(() => client.isOpen && client.destroy()),
      () => {}, // the other connection reports outages
    );
    this.#followers.add(link);
    return () => {
      isOver = true;
      this.#followers.delete(link);
      link.close();
    };
  }

  /** Closes the connection; waiting commands fail. */
  async close(): Promise<void> {
    this.#closed = true;
    for (const link of this.#followers) link.close();
    this.#link.close();
  }

  #openLink(onReady: (client: RedisClient) => void, onDown: (error: unknown) => void): RedisLink {
    return new RedisLink({ url: this.#url, pingTimeoutMs: this.#pingTimeoutMs, onReady, onDown });
  }

  #bounded<T>(work: (client: RedisClient) => Promise<T>, timeoutMs = this.#timeoutMs): Promise<T> {
    const { client } = this.#link;
    if (client === undefined || !this.#breaker.lets())
      return Promise.reject(new StoreUnavailable('The shared store cannot be reached'));
    return new Promise<T>((resolve, reject) => {
      // node-redis stops its own timeout once a command was sent, so the wait is limited here.
      let isSettled = false;
      const late = () => {
        if (isSettled) return;
        // A timeout shorter than the usual one says nothing about the server.
        if (timeoutMs >= this.#timeoutMs) this.#breaker.missed();
        reject(new StoreUnavailable(`The shared store did not answer within ${timeoutMs} ms`));
      };
      // After a pause of the whole process, timers fire before pending input is read, so the input is read first.
      const timer = setTimeout(() => setImmediate(late), timeoutMs);
      work(client).then(
        (reply) => {
          isSettled = true;
          clearTimeout(timer);
          this.#breaker.answered();
          resolve(reply);
        },
        (error: unknown) => {
          isSettled = true;
          clearTimeout(timer);
          const ours = error instanceof ErrorReply && !passing.test(error.message);
          reject(ours ? error : new StoreUnavailable('The shared store failed', error));
        },
      );
    });
  }
}
