import { Problem } from './problem.js';
import { readFrames, type ServerEvent } from './server-events.js';
import { type Credentials, memoryTokenStore, Session, type TokenStore } from './session.js';

export interface ConnectionOptions {
  /** Base URL of the service, such as `http://127.0.0.1:3000`. */
  url: string;
  /** Without credentials, the client can call public operations, and others with tokens that are in the store. */
  credentials?: Credentials;
  /** Keeps the tokens. Default: in memory. */
  store?: TokenStore;
  /** Maximum number of repetitions of a request that fails with `Retry-After`. Default: 2. */
  maxRetries?: number;
  /** A longer `Retry-After` throws the problem at once. Default: 60. */
  maxWaitSeconds?: number;
  /** A request for JSON that takes longer (ms) fails. Default: no limit. */
  timeoutMs?: number;
  /** Repeats a request whose connection was lost, or which took too long, if that is safe. Default: false. */
  repeatsLost?: boolean;
  /** Operations that take an `Idempotency-Key`, such as `POST /markets/watchlists`; each request gets a new one. */
  withIdempotencyKey?: ReadonlySet<string>;
  /**
   * A stream without data for this long (ms) is reopened; the service sends a heartbeat every 15 s. Default: 45,000.
   */
  streamTimeoutMs?: number;
  /**
   * Waits before a request is repeated or a stream reopened; resolves early when the signal aborts. Default: `sleep`.
   */
  wait?: (ms: number, reason: unknown, signal?: AbortSignal) => Promise<void>;
  fetch?: typeof globalThis.fetch;
}

export interface Request {
  /** Values of `{name}` in the path. */
  path?: Readonly<Record<string, unknown>>;
  /** Query parameters. Lists are joined by commas; undefined and null are left out. */
  query?: Readonly<Record<string, unknown>>;
  /** Request body. Text and bytes are sent unchanged, anything else as JSON. */
  body?: unknown;
  headers?: Readonly<Record<string, string>>;
  signal?: AbortSignal;
}

const PREFIX = '/api/v1';
/** Resolves after some time (ms), or when the signal aborts. */
export async function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal?.addEventListener('abort', () => resolve(clearTimeout(timer)), { once: true });
  });
}

/** Methods that may be repeated after 503, even if the service has already executed part of the request. */
const REPEATABLE = new Set(['GET', 'HEAD', 'PUT', 'DELETE']);
const MAX_BACKOFF_MS = 30_000;
const FIRST_BACKOFF_MS = 500;

/** Calls the API: renews the access token, repeats failed requests, reads lists page by page, and follows streams. */
export class Connection {
  readonly session: Session;
  private readonly fetch: typeof globalThis.fetch;
  private readonly wait: NonNullable<ConnectionOptions['wait']>;
  private readonly origin: string;

  constructor(private readonly options: ConnectionOptions) {
    this.wait = options.wait ?? ((ms, _reason, signal) => sleep(ms, signal));
    this.origin = options.url.replace(/\/+$/, '');
    this.fetch = options.fetch ?? ((input, init) => globalThis.fetch(input, init));
    this.session = new Session(
      this.origin + PREFIX,
      this.fetch,
      options.credentials,
      options.store ?? memoryTokenStore(),
    );
  }

  /**
   * Sends a request; renews an expired token, and repeats the request after 429, or after 503 if that is safe.
   * @param path below `/api/v1`, or the result of `root`
   * @returns a response with a status below 400
   * @throws Problem for any other status
   */
  async send(method: string, path: string, request: Request = {}): Promise<Response> {
    return this.exchange(method, path, { ...request, headers: this.headersOf(method, path, request) });
  }

  private async exchange(method: string, path: string, request: Request, timeoutMs?: number): Promise<Response> {
    const [maxRetries, maxWaitSeconds] = [this.options.maxRetries ?? 2, this.options.maxWaitSeconds ?? 60];
    let isRenewed = false;
    for (let retries = 0; ; ) {
      const token = await this.session.token();
      const init = initOf(method, token, { ...request, signal: signalOf(request.signal, timeoutMs) });
      let response: Response;
      try {
        response = await this.fetch(this.urlOf(path, request), init);
      } catch (error) {
        const isSafe = method === 'GET' || method === 'HEAD' || hasKey(request);
        if (!this.options.repeatsLost || !isSafe || request.signal?.aborted || retries === maxRetries) throw error;
        await this.wait(FIRST_BACKOFF_MS * 2 ** retries++, error, request.signal);
        continue;
      }
      if (response.status < 400) return response;
      const problem = await Problem.of(response);
      const { status, code, retryAfterSeconds } = problem;
      if (code === 'invalid_token' && !isRenewed) {
        isRenewed = true;
        if ((await this.session.renew(token)) === undefined) throw problem;
      } else {
        // A request that was rejected with 429 has had no effect.
        const mayRepeat =
          status === 429 ||
          code === 'request_in_progress' ||
          (status === 503 && (REPEATABLE.has(method) || hasKey(request)));
        if (
          !mayRepeat ||
          retryAfterSeconds === undefined ||
          retryAfterSeconds > maxWaitSeconds ||
          retries === maxRetries
        )
          throw problem;
        retries += 1;
        await this.wait(retryAfterSeconds * 1000, problem, request.signal);
      }
    }
  }

  /** Returns the JSON of a response; undefined for status 204, which has no body. */
  async json(method: string, path: string, request: Request = {}): Promise<unknown> {
    const headers = { Accept: 'application/json', ...this.headersOf(method, path, request) };
    const response = await this.exchange(method, path, { ...request, headers }, this.options.timeoutMs);
    return response.status === 204 ? undefined : response.json();
  }

  /** Yields every item of a list; each page is fetched when it is needed. */
  async *items(path: string, request: Request = {}): AsyncGenerator<unknown> {
    let cursor = request.query?.cursor;
    do {
      const page = (await this.json('GET', path, { ...request, query: { ...request.query, cursor } })) as Page;
      if (!Array.isArray(page?.items)) throw new Error(`${path} is not a list.`);
      yield* page.items;
      // The cursor of a feed is never null, because it also reads later items; `hasMore` is false at its end.
      cursor = page.hasMore === false ? null : page.nextCursor;
    } while (typeof cursor === 'string');
  }

  /**
   * Yields the events of a stream until the signal aborts or the caller leaves the loop. After a lost connection, it
   * continues after the last event, or with the present state if the stream cannot be resumed.
   * @throws Problem when the service rejects the stream permanently
   */
  async *events(path: string, request: Request = {}): AsyncGenerator<ServerEvent> {
    const { signal } = request;
    const streamTimeoutMs = this.options.streamTimeoutMs ?? 45_000;
    let headers: Record<string, string> = { Accept: 'text/event-stream', ...request.headers };
    let [isOpened, retryMs, failures] = [false, 1_000, 0];
    while (!signal?.aborted) {
      let failure: unknown = new Error('The stream ended.');
      const silence = new AbortController();
      let timer: ReturnType<typeof setTimeout> | undefined;
      const onBytes = () => {
        clearTimeout(timer);
        timer = setTimeout(
          () => silence.abort(new Error(`The stream sent nothing for ${streamTimeoutMs} ms.`)),
          streamTimeoutMs,
        );
      };
      try {
        const signals = AbortSignal.any(signal ? [signal, silence.signal] : [silence.signal]);
        const { body } = await this.send('GET', path, { ...request, headers, signal: signals });
        isOpened = true;
        onBytes();
        for await (const frame of readFrames(body as ReadableStream<Uint8Array>, onBytes)) {
          failures = 0;
          if ('retryMs' in frame) retryMs = frame.retryMs;
          else if (frame.event === 'reauth') failure = 'reauth';
          else if (frame.event === 'error') throw Problem.ofEvent(frame.data as Problem);
          else {
            if (frame.id !== undefined) headers = { ...headers, 'Last-Event-ID': frame.id };
            // The time in which the caller processes an event does not count as silence.
            clearTimeout(timer);
            yield frame;
            onBytes();
          }
        }
      } catch (error) {
        const isFinal = error instanceof Problem && error.status < 500 && error.status !== 429;
        if ((isFinal || !isOpened) && !signal?.aborted) throw error;
        failure = error;
      } finally {
        clearTimeout(timer);
      }
      if (signal?.aborted) return;
      // With `reauth`, the stream is reopened at once: the next request renews the token.
      if (failure !== 'reauth') await this.wait(Math.min(retryMs * 2 ** failures++, MAX_BACKOFF_MS), failure, signal);
    }
  }

  /** Returns the headers of a request, with an idempotency key if the operation takes one and the caller gives none. */
  private headersOf(method: string, path: string, request: Request): Readonly<Record<string, string>> | undefined {
    const isKeyed = this.options.withIdempotencyKey?.has(`${method} ${path}`) && !hasKey(request);
    return isKeyed ? { 'Idempotency-Key': randomKey(), ...request.headers } : request.headers;
  }

  /** Returns the URL of a path outside of `/api/v1`, such as `/openapi.json`. */
  root(path: string): string {
    return this.origin + path;
  }

  /** Returns the URL of a request. */
  urlOf(path: string, { path: values = {}, query = {} }: Request): string {
    const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(values[name])));
    const search = new URLSearchParams();
    for (const [name, value] of Object.entries(query))
      if (value !== undefined && value !== null) search.set(name, String(value));
    const address = filled.startsWith(`${this.origin}/`) ? filled : this.origin + PREFIX + filled;
    return search.size > 0 ? `${address}${address.includes('?') ? '&' : '?'}${search}` : address;
  }
}

interface Page {
  items: unknown[];
  nextCursor?: string | null;
  hasMore?: boolean;
}

const hasKey = ({ headers }: Request) => new Headers(headers).has('Idempotency-Key');

/** Returns 128 random bits; `crypto.randomUUID` is missing on pages without TLS. */
const randomKey = () =>
  Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(16).padStart(8, '0')).join('');

/** Returns a signal that aborts with the given one, or after some time (ms). */
function signalOf(signal: AbortSignal | undefined, timeoutMs: number | undefined): AbortSignal | undefined {
  if (timeoutMs === undefined) return signal;
  return AbortSignal.any([AbortSignal.timeout(timeoutMs), ...(signal ? [signal] : [])]);
}

function initOf(method: string, token: string | undefined, { body, headers, signal }: Request): RequestInit {
  const isRaw = typeof body === 'string' || body instanceof Uint8Array;
  const own = {
    ...(token ? { Authorization: `Bearer ${token}` } : {}),
    ...(body === undefined || isRaw ? {} : { 'Content-Type': 'application/json' }),
  };
  return {
    method,
    headers: { ...own, ...headers },
    body: isRaw ? (body as string) : body === undefined ? undefined : JSON.stringify(body),
    signal,
  };
}
