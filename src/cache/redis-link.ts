import { createClient } from 'redis';

/** Interval of pings (ms). */
const PING_MS = 1_000;
/** The connection is closed when a ping gets no reply for this long (ms). */
export const PING_TIMEOUT_MS = 2_000;
/** Timeout to connect and to authenticate (ms). */
const CONNECT_TIMEOUT_MS = 2_000;
const MIN_PAUSE_MS = 50;
const MAX_PAUSE_MS = 1_000;
const KEEP_ALIVE_MS = 5_000;
const STEP_MS = 250;

const createRedisClient = (url: string) =>
  createClient({
    url,
    RESP: 2,
    disableOfflineQueue: true,
    // The link reconnects with a new client, which discards the state of the broken connection.
    socket: { connectTimeout: CONNECT_TIMEOUT_MS, keepAliveInitialDelay: KEEP_ALIVE_MS, reconnectStrategy: false },
  });

export type RedisClient = ReturnType<typeof createRedisClient>;

export interface RedisLinkOptions {
  url: string;
  pingTimeoutMs?: number;
  onReady(client: RedisClient): void;
  /** Called for each failed attempt to connect and each lost connection. */
  onDown(error: unknown): void;
}

/**
 * Keeps one connection to Redis open. Only replies show that a connection works: when a ping gets no reply, or a reply
 * other than a pong, the connection is closed, and a new client connects after a short pause.
 */
export class RedisLink {
  #ready?: RedisClient;
  #end: () => void = () => {};
  #failures = 0;

  constructor(private readonly options: RedisLinkOptions) {
    this.#open();
  }

  /** The connected client; undefined while disconnected. */
  get client(): RedisClient | undefined {
    return this.#ready?.isReady ? this.#ready : undefined;
  }

  /** Closes the connection and does not reconnect. Waiting commands fail. */
  close(): void {
    this.#end();
  }

  #open(): void {
    const client = createRedisClient(this.options.url);
    let timer: NodeJS.Timeout;
    let isOver = false;
    const end = () => {
      isOver = true;
      this.#ready = undefined;
      clearTimeout(timer);
      if (client.isOpen) client.destroy();
    };
    const fail = (error: unknown) => {
      if (isOver) return;
      end();
      const pause = Math.min(MIN_PAUSE_MS * 2 ** Math.min(this.#failures, 10), MAX_PAUSE_MS) * (0.5 + Math.random());
      this.#failures += 1;
      const retry = setTimeout(() => this.#open(), pause);
      this.#end = () => clearTimeout(retry);
      this.options.onDown(error);
    };
    const expect = async (limitMs: number, answer: Promise<unknown>) => {
      // Counts the time in steps with a turn of the event loop each, so that a pause of the whole process does not
      // count.
      let passedMs = 0;
      timer = setInterval(() => {
        passedMs += STEP_MS;
        if (passedMs >= limitMs) fail(new Error(`Redis did not answer within ${limitMs} ms`));
      }, STEP_MS);
      const pong = await answer;
      clearTimeout(timer);
      if (!/^pong$/i.test(String(pong))) throw new Error('Redis answered a ping with something else');
    };
    const watch = async () => {
      try {
        await expect(this.options.pingTimeoutMs ?? PING_TIMEOUT_MS, client.ping());
        this.#failures = 0;
        if (!isOver) timer = setTimeout(watch, PING_MS);
      } catch (error) {
        fail(error);
      }
    };
    const connect = async () => {
      try {
        await expect(
          CONNECT_TIMEOUT_MS,
          client.connect().then(() => client.ping()),
        );
        if (isOver) return;
        this.#ready = client;
        timer = setTimeout(watch, PING_MS);
        this.options.onReady(client);
      } catch (error) {
        fail(error);
      }
    };
    this.#end = end;
    client.on('error', fail);
    client.on('end', () => fail(new Error('Redis closed the connection')));
    void connect();
  }
}
