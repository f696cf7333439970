import type { UpstreamError } from './upstream-error.js';

/** The maximum number of calls in a period. A call for which an upstream charges more than one counts as its cost. */
export interface Budget {
  calls: number;
  windowSeconds: number;
}

export interface UpstreamOptions {
  /** Name of the feed in `/health/feeds`, such as `markets.eodhd`. */
  feed: string;
  provider: string;
  /** Base URL, set by the operator: private addresses are allowed. */
  baseUrl: string;
  headers?: Readonly<Record<string, string>>;
  /** Query parameters of every call, such as the API key; never logged. */
  query?: Readonly<Record<string, string>>;
  /** Budgets that all apply to each call; shared by all processes that share a Redis. */
  budgets?: readonly Budget[];
  /**
   * False: a call that failed is not repeated at once. For upstreams that check the milliseconds between calls.
   * Default: true.
   */
  repeats?: boolean;
  /** Timeout of a whole call (ms). Default: 4,500. */
  timeoutMs?: number;
  /** Maximum size of a decompressed body (bytes); longer ones are `too_large`. Default: 5,000,000. */
  maxBytes?: number;
  /** The feed is `stale` after this many seconds of calls without a success. Default: 900. */
  staleSeconds?: number;
  /**
   * True: a refusal (403, 404) counts as a failure of the feed, since only fixed files of the upstream are requested.
   */
  refusalsFail?: boolean;
}

export interface UpstreamAnswer {
  status: number;
  /** Headers by lower-case name. */
  headers: Record<string, string>;
  /** Body as text; empty when bytes were requested. */
  text: string;
  /** Raw body; undefined unless bytes were requested. */
  bytes?: Buffer;
}

export interface UpstreamRequest<Answer> {
  /** Path, appended to the base URL; the caller must encode variable parts. */
  path: string;
  query?: Readonly<Record<string, string>>;
  /** Headers of this call alone, such as a token that changes; never logged. */
  headers?: Readonly<Record<string, string>>;
  /** Number of calls that the budgets count for this call. Default: 1. */
  cost?: number;
  signal?: AbortSignal;
  /**
   * Interprets a 2xx response. `body` is parsed JSON, the text with `as: 'text'`, or a Buffer with `as: 'bytes'`.
   * @throws UpstreamError: `bad_answer` for a response in an undocumented form, `not_found` where a 200 means that
   */
  parse(body: unknown, answer: UpstreamAnswer): Answer;
  as?: 'json' | 'text' | 'bytes';
  /** Statuses other than 2xx that are not failures, such as 304: `parse` is called for them too, with an empty body. */
  alsoParses?: readonly number[];
  /**
   * Returns the failure for a status other than 2xx where this upstream differs from the usual meanings (401, 402
   * budget_spent, 403, 404, 418, 429, 5xx); undefined: the usual one.
   */
  refusal?(answer: UpstreamAnswer): import('./upstream-error.js').UpstreamFailureCode | undefined;
  /**
   * True: the response is one of several parts, so its success is not counted; `conclude` counts the success of the
   * whole.
   */
  isPart?: boolean;
  /** Returns the number of accepted records of the response, for `/health/feeds`. Default: 1. */
  records?(answer: Answer): number;
  /**
   * Returns the number of invalid records, which count as `bad_answer` without marking the feed as failed. Default: 0.
   */
  skipped?(answer: Answer): number;
}

export interface UpstreamForm<Answer> extends UpstreamRequest<Answer> {
  /** Fields, sent as `application/x-www-form-urlencoded`; never logged. */
  form: Readonly<Record<string, string>>;
}

export interface UpstreamJson<Answer> extends UpstreamRequest<Answer> {
  /** The body, sent as JSON; never logged. */
  json: unknown;
}

export interface SocketOptions {
  url: string;
  /** Called for every new connection, also after a reconnect, because subscriptions end with their connection. */
  onOpen(send: (text: string) => void): void;
  /**
   * Handles a frame. @returns the number of accepted records. @throws UpstreamError `bad_answer`: it is counted and the
   * frame is skipped
   */
  onMessage(text: string, send: (text: string) => void): number;
  /** A connection without data for this long (ms) is reopened. Default: 60,000. */
  stallMs?: number;
  /** Longest frame (bytes). Default: 1,000,000. */
  maxFrameBytes?: number;
  /** True: binary frames contain text in UTF-8, like text frames. Default: false, which makes them `bad_answer`. */
  textInBytes?: boolean;
}

/** A WebSocket that stays open until it is closed: it reconnects with exponential backoff and jitter. */
export interface UpstreamSocket {
  /** True while connected. */
  readonly isOpen: boolean;
  /** Sends text; dropped while not connected, because `onOpen` subscribes again after each connect. */
  send(text: string): void;
  close(): void;
}

/** Calls one vendor, with budgets, a circuit breaker, limits of size and time, and counts of failures. */
export abstract class Upstream {
  /** Sends a GET. Never follows a redirect (`bad_answer`). @throws UpstreamError and nothing else */
  abstract get<Answer>(request: UpstreamRequest<Answer>): Promise<Answer>;
  /** Sends a form or JSON by POST. Like `get`, but never repeated. @throws UpstreamError and nothing else */
  abstract post<Answer>(request: UpstreamForm<Answer> | UpstreamJson<Answer>): Promise<Answer>;
  /**
   * Counts the success or failure of several responses (`isPart`) as a whole. A failure that a call of this upstream
   * has already counted is not counted again.
   */
  abstract conclude(outcome: { records: number } | UpstreamError): void;
  /** Opens a WebSocket. Never throws. */
  abstract socket(options: SocketOptions): UpstreamSocket;
  /**
   * Milliseconds until a call makes sense, while the circuit is open, the budget is used up or the feed is disabled;
   * else 0.
   */
  abstract readonly pausedMs: number;
}

/** Opens the upstreams that operators configure. Creates no connection and no timer before the first use. */
export abstract class Upstreams {
  /** Opens an upstream and registers its feed. */
  abstract open(options: UpstreamOptions): Upstream;
  /** Ends every call and socket. */
  abstract close(): Promise<void>;
}
