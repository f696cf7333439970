import { setTimeout as pause } from 'node:timers/promises';
import { actingAccount } from '../../async/account-context.js';
import { inSpan } from '../../logging/current-span.js';
import type { Log } from '../../logging/log.js';
import type { Clock } from '../../time/clock.js';
import { SECOND_MS } from '../../time/durations.js';
import type { BudgetStore } from '../budget/budget-store.js';
import type { FeedSettings, InjectedFault } from '../feed-controls.js';
import { UpstreamError, type UpstreamFailureCode } from '../upstream-error.js';
import {
  type SocketOptions,
  Upstream,
  type UpstreamAnswer,
  type UpstreamForm,
  type UpstreamJson,
  type UpstreamOptions,
  type UpstreamRequest,
  type UpstreamSocket,
} from '../upstreams.js';
import { Circuit } from './circuit.js';
import type { Connections } from './connections.js';
import { faultyAnswer } from './faulty-answer.js';
import type { FeedMeter } from './feed-meter.js';
import type { CallBody } from './http-call.js';
import { MAX_PAUSE_MS, quotaOf, retryAfterMs } from './retry-after.js';
import { meaningOf } from './status-to-failure.js';

/** Timeout of a call including its second attempt (ms), so that a request that waits for it is answered within 5 s. */
const TIMEOUT_MS = 4_500;
const MAX_BYTES = 5_000_000;
/** A second attempt is made only if at least this much time is left (ms). */
const WORTH_RETRYING_MS = 500;
/** Pause (ms) after an upstream limited the rate of calls without stating a time. */
const RATE_LIMIT_PAUSE_MS = 10_000;
const SPENT_PAUSE_MS = 900_000;
/** Callers check a disabled upstream again after this long (ms). */
const DISABLED_PAUSE_MS = 60_000;

/** Failures that an immediate second attempt may resolve. */
const transient: ReadonlySet<UpstreamFailureCode> = new Set(['unreachable', 'server_error']);
/** Failures that more calls would make worse; they open the circuit. */
const outages: ReadonlySet<UpstreamFailureCode> = new Set([
  'timeout',
  'unreachable',
  'server_error',
  'bad_answer',
  'too_large',
  'unauthorized',
]);

export interface HttpUpstreamParts {
  clock: Clock;
  log: Log;
  budgets: BudgetStore;
  meter: FeedMeter;
  connections: Connections;
  /** Returns the current settings of the feed by operators. */
  settings(): FeedSettings;
  /** Returns the fault that replaces the next call of the vendor, in a test of a running service. */
  fault(): InjectedFault | undefined;
  openSocket(options: SocketOptions): UpstreamSocket;
}

/** A request that is a POST if it has a form or JSON, else a GET. */
type AnyUpstreamRequest<Answer> = UpstreamRequest<Answer> &
  Partial<Pick<UpstreamForm<Answer>, 'form'> & Pick<UpstreamJson<Answer>, 'json'>>;

/** Calls one vendor over HTTP. */
export class HttpUpstream extends Upstream {
  private readonly circuit: Circuit;
  private restUntil = 0;
  /** Errors that the meter has already counted. */
  private readonly counted = new WeakSet<UpstreamError>();

  constructor(
    private readonly options: UpstreamOptions,
    private readonly parts: HttpUpstreamParts,
  ) {
    super();
    this.circuit = new Circuit(parts.clock);
  }

  get pausedMs(): number {
    if (!this.parts.settings().isEnabled) return DISABLED_PAUSE_MS;
    return Math.max(0, this.circuit.waitMs, this.restUntil - this.parts.clock.now());
  }

  /** Forgets failures and pauses of this process, so that the next call is made. */
  refresh(): void {
    this.circuit.succeeded();
    this.restUntil = 0;
  }

  get<Answer>(request: UpstreamRequest<Answer>): Promise<Answer> {
    return this.ask(request);
  }

  post<Answer>(request: UpstreamForm<Answer> | UpstreamJson<Answer>): Promise<Answer> {
    return this.ask(request);
  }

  private async ask<Answer>(request: AnyUpstreamRequest<Answer>): Promise<Answer> {
    const { meter, settings } = this.parts;
    if (!settings().isEnabled) throw this.refused('circuit_open', DISABLED_PAUSE_MS);
    if (!this.circuit.enter()) throw this.refused('circuit_open', this.circuit.waitMs);
    try {
      const answer = await this.attempts(request);
      if (request.isPart !== true) meter.succeeded(request.records?.(answer) ?? 1);
      meter.noted('bad_answer', request.skipped?.(answer) ?? 0);
      this.circuit.succeeded();
      return answer;
    } catch (error) {
      const failure = error instanceof UpstreamError ? error : new UpstreamError('bad_answer');
      if (outages.has(failure.code)) this.circuit.failed();
      else if (failure.code === 'not_found') this.circuit.succeeded();
      else this.circuit.left();
      throw failure;
    }
  }

  conclude(outcome: { records: number } | UpstreamError): void {
    const { meter } = this.parts;
    if (!(outcome instanceof UpstreamError)) meter.succeeded(outcome.records);
    else if (!this.counted.has(outcome)) meter.failed(outcome.code);
  }

  socket(options: SocketOptions): UpstreamSocket {
    return this.parts.openSocket(options);
  }

  /** Makes up to two attempts within the time of one call; a body is sent only once. */
  private async attempts<Answer>(request: AnyUpstreamRequest<Answer>): Promise<Answer> {
    const endsAt = performance.now() + (this.options.timeoutMs ?? TIMEOUT_MS);
    try {
      return await this.attempt(request, endsAt);
    } catch (error) {
      const delayMs = 100 + Math.random() * 200;
      const isWorthIt = error instanceof UpstreamError && transient.has(error.code) && error.retryAfterMs === undefined;
      const mayRepeat = this.options.repeats !== false && bodyOf(request) === undefined;
      if (!isWorthIt || !mayRepeat || this.circuit.isTrying || endsAt - performance.now() < delayMs + WORTH_RETRYING_MS)
        throw error;
      await pause(delayMs, undefined, { ref: false });
      return this.attempt(request, endsAt);
    }
  }

  private async attempt<Answer>(request: AnyUpstreamRequest<Answer>, endsAt: number): Promise<Answer> {
    const { meter, log, clock } = this.parts;
    await this.spend(request.cost ?? 1);
    meter.asked();
    const startedAt = performance.now();
    let answer: UpstreamAnswer | undefined;
    try {
      const fault = this.parts.fault();
      answer = await this.traced(request, async () =>
        fault === undefined
          ? this.parts.connections.call(this.pathOf(request), this.headersOf(request), {
              timeoutMs: Math.max(1, endsAt - startedAt),
              maxBytes: this.options.maxBytes ?? MAX_BYTES,
              asBytes: request.as === 'bytes',
              body: bodyOf(request),
              signal: request.signal,
            })
          : faultyAnswer(fault),
      ).finally(() => meter.calls.observe((performance.now() - startedAt) / SECOND_MS));
      const stated = quotaOf(answer.headers);
      if (stated) meter.quota(stated, true);
      return meaningOf(request, answer);
    } catch (error) {
      const failure = withRest(error as UpstreamError, answer, clock.now());
      meter.failed(failure.code);
      this.counted.add(failure);
      // Path and query are not logged: they show private searches, and the query contains the key.
      const line = {
        feed: this.options.feed,
        failure: failure.code,
        status: answer?.status,
        ms: Math.round(performance.now() - startedAt),
      };
      log.debug(line, 'A call to an upstream brought nothing.');
      await this.rest(failure);
      throw failure;
    }
  }

  /** Records a span. Path and query are not attributes, for the same reason as in the log. */
  private traced(request: AnyUpstreamRequest<unknown>, call: () => Promise<UpstreamAnswer>): Promise<UpstreamAnswer> {
    const method = bodyOf(request) === undefined ? 'GET' : 'POST';
    const { feed, baseUrl } = this.options;
    return inSpan(
      () => ({
        name: method,
        kind: 'client',
        attributes: {
          'http.request.method': method,
          'server.address': new URL(baseUrl).hostname,
          'watchfloor.feed': feed,
        },
        errorType: (error) => (error instanceof UpstreamError ? error.code : 'error'),
      }),
      async (span) => {
        const answer = await call();
        span?.set({ 'http.response.status_code': answer.status });
        if (answer.status >= 400) span?.end(String(answer.status));
        return answer;
      },
    );
  }

  /**
   * Counts the call in the budgets.
   * @throws UpstreamError `budget_spent`, `share_spent` when only the account's share is used up, or `rate_limited`
   * during a pause that the vendor requested
   */
  private async spend(cost: number): Promise<void> {
    const { budgets, meter, clock, settings } = this.parts;
    const { budget } = settings();
    const { waitMs, reason, left } = await budgets.take(
      this.options.feed,
      budget ? [budget] : (this.options.budgets ?? []),
      cost,
      actingAccount(),
    );
    // Other accounts may still call, so the upstream is not paused.
    if (reason === 'share') throw this.refused('share_spent', waitMs);
    if (waitMs > 0) {
      this.restUntil = clock.now() + waitMs;
      throw this.refused(reason === 'paused' ? 'rate_limited' : 'budget_spent', waitMs);
    }
    this.restUntil = 0;
    const tightest = left.reduce<(typeof left)[number] | undefined>(
      (least, one) => (least === undefined || one.remaining / one.limit < least.remaining / least.limit ? one : least),
      undefined,
    );
    if (tightest) meter.quota({ ...tightest, resetsAt: new Date(tightest.resetsAt) }, false);
  }

  /** Returns the error of a call that was not made. */
  private refused(code: UpstreamFailureCode, waitMs: number): UpstreamError {
    this.parts.meter.noted(code);
    const refusal = new UpstreamError(code, waitMs);
    this.counted.add(refusal);
    return refusal;
  }

  /** Stores a pause that the vendor requests, so that all processes keep it. */
  private async rest({ code, retryAfterMs: ms }: UpstreamError): Promise<void> {
    if (ms === undefined || ms <= 0 || code === 'circuit_open' || code === 'share_spent') return;
    this.restUntil = this.parts.clock.now() + ms;
    await this.parts.budgets.pause(this.options.feed, ms);
  }

  private pathOf({ path, query }: UpstreamRequest<unknown>): string {
    const parameters = new URLSearchParams({ ...query, ...this.options.query }).toString();
    if (parameters === '') return path;
    return `${path}${path.includes('?') ? '&' : '?'}${parameters}`;
  }

  private headersOf({ as, headers }: UpstreamRequest<unknown>): Record<string, string> {
    return {
      accept: as === undefined || as === 'json' ? 'application/json' : '*/*',
      ...this.options.headers,
      ...headers,
    };
  }
}

/**
 * Returns the failure with the pause that the vendor requests or, for `rate_limited` and `budget_spent`, the usual one.
 */
function withRest(error: UpstreamError, answer: UpstreamAnswer | undefined, now: number): UpstreamError {
  const isBusy = error.code === 'rate_limited' || error.code === 'budget_spent';
  const inHeaders =
    answer !== undefined && (isBusy || error.code === 'server_error') ? retryAfterMs(answer.headers, now) : undefined;
  const stated = error.retryAfterMs ?? inHeaders;
  const usual =
    error.code === 'rate_limited' ? RATE_LIMIT_PAUSE_MS : error.code === 'budget_spent' ? SPENT_PAUSE_MS : undefined;
  // A pause of zero would make all callers repeat at once, and a mistake of the vendor must not stop calls for years.
  const ms = stated === undefined ? usual : Math.min(Math.max(stated, isBusy ? 1_000 : 0), MAX_PAUSE_MS);
  return ms === undefined || ms === 0
    ? error
    : new UpstreamError(error.code, ms, { cause: error.cause, detail: error.message });
}

/** Returns the body of a POST; undefined for a GET. */
function bodyOf({ form, json }: AnyUpstreamRequest<unknown>): CallBody | undefined {
  if (form !== undefined)
    return { type: 'application/x-www-form-urlencoded', text: new URLSearchParams(form).toString() };
  return json === undefined ? undefined : { type: 'application/json', text: JSON.stringify(json) };
}
