import type { UpstreamError } from './upstream-error.js';

/** The maximum number of calls in a period. A call counts as its cost if an upstream charges more than one for it. */
export interface Budget {
  calls: number;
  windowSeconds: number;
}

export interface UpstreamOptions {
  /** Name of the feed in `/health/feeds`, such as `markets.eodhd`. */
  feed: string;
  provider: string;
  /** Set by the operator, so it may lead anywhere. */
  baseUrl: string;
  headers?: Readonly<Record<string, string>>;
  /** Query parameters of every call, such as the key; never logged. */
  query?: Readonly<Record<string, string>>;
  /** All of them hold; shared by all processes that share a Redis. */
  budgets?: readonly Budget[];
  /**
   * False: a call that broke is not made a second time at once, as usual. For upstreams that count the milliseconds
   * between calls.
   */
  repeats?: boolean;
  /** Timeout of a whole call (ms). Default: 4,500. */
  timeoutMs?: number;
  /** The part of a body that is read, decompressed. Default: 5,000,000. Longer ones are `too_large`. */
  maxBytes?: number;
  /** The feed is `stale` after this many seconds of calls without a success; 900 if omitted. */
  staleSeconds?: number;
  /** True: a refusal (403, 404) is a failure of the feed, since the upstream is asked for fixed files only. */
  refusalsFail?: boolean;
}

export interface UpstreamAnswer {
  status: number;
  /** Names in lower case. */
  headers: Record<string, string>;
  /** Empty when bytes were requested. */
  text: string;
  /** The raw body, when requested. */
  bytes?: Buffer;
}

export interface UpstreamRequest<Answer> {
  /** Appended to the base URL; variable parts must be encoded by the caller. */
  path: string;
  query?: Readonly<Record<string, string>>;
  /** Headers of this call alone, such as a token that changes; never logged. */
  headers?: Readonly<Record<string, string>>;
  /** Number of calls of the budget that it takes. Default: 1. */
  cost?: number;
  signal?: AbortSignal;
  /**
   * The meaning of a 2xx answer. JSON is parsed before (`body`); `body` is the text with `as: 'text'`, and a Buffer
   * with `as: 'bytes'`.
   * @throws UpstreamError: `bad_answer` for a response without the documented form, `not_found` where a 200 says so
   */
  parse(body: unknown, answer: UpstreamAnswer): Answer;
  as?: 'json' | 'text' | 'bytes';
  /** Statuses other than 2xx that are not failures, such as 304: `parse` is called for them too, with an empty body. */
  alsoParses?: readonly number[];
  /**
   * Returns the meaning of a status other than 2xx, where this upstream differs from the usual (401, 402 budget_spent,
   * 403, 404, 418, 429, 5xx).
   */
  refusal?(answer: UpstreamAnswer): import('./upstream-error.js').UpstreamFailureCode | undefined;
  /**
   * True: the answer is part of a whole that is read later, so that its success is not counted; `conclude` counts that
   * of the whole.
   */
  isPart?: boolean;
  /** Returns the number of records of the answer that were accepted, for `/health/feeds`. Default: 1. */
  records?(answer: Answer): number;
  /** Number of invalid records, counted as `bad_answer` without marking the feed as failed; 0 by default. */
  skipped?(answer: Answer): number;
}

export interface UpstreamForm<Answer> extends UpstreamRequest<Answer> {
  /** Sent as `application/x-www-form-urlencoded`; never logged. */
  form: Readonly<Record<string, string>>;
}

export interface SocketOptions {
  url: string;
  /** Called at every connection, also after a reconnect: subscriptions are lost with a connection. */
  onOpen(send: (text: string) => void): void;
  /** @throws UpstreamError `bad_answer`: counted, and the frame is skipped. @returns how many records were accepted */
  onMessage(text: string, send: (text: string) => void): number;
  /** A connection without data for this long (ms) is reopened; 60,000 by default. */
  stallMs?: number;
  /** Longest frame (bytes). Default: 1,000,000. */
  maxFrameBytes?: number;
  /** True: frames of bytes hold text, in UTF-8, as those of text do. They are `bad_answer` unless given. */
  textInBytes?: boolean;
}

/** Kept open until closed: reconnects with exponential backoff and jitter. */
export interface UpstreamSocket {
  /** True while connected. */
  readonly isOpen: boolean;
  /** Dropped while not connected: `onOpen` says what is wanted. */
  send(text: string): void;
  close(): void;
}

/** One vendor and the state of its calls: budget, circuit breaker, size and time limits, and the count of failures. */
export abstract class Upstream {
  /** A GET. Never follows a redirect (`bad_answer`). @throws UpstreamError and nothing else */
  abstract get<Answer>(request: UpstreamRequest<Answer>): Promise<Answer>;
  /** A POST of a form. As `get`, but never made a second time. @throws UpstreamError and nothing else */
  abstract post<Answer>(request: UpstreamForm<Answer>): Promise<Answer>;
  /**
   * Counts whether what several answers (`isPart`) hold could be used. A failure that a call of this upstream has ended
   * with is counted once.
   */
  abstract conclude(outcome: { records: number } | UpstreamError): void;
  /** A WebSocket. Never throws. */
  abstract socket(options: SocketOptions): UpstreamSocket;
  /** Not worth asking now: the circuit is open or the budget spent. Milliseconds until it is, 0 when it is. */
  abstract readonly pausedMs: number;
}

/** Opens the upstreams that operators configure. Makes no connection and starts no timer before it is used. */
export abstract class Upstreams {
  /** Registers the feed. */
  abstract open(options: UpstreamOptions): Upstream;
  /** Ends every call and socket. */
  abstract close(): Promise<void>;
}
