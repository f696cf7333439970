import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Context } from 'koa';
import { Service } from 'typedi';
import { eventStream } from '../../api/endpoint.js';
import { Problem } from '../../api/problem.js';
import { LimitsConfig } from '../../config/limits-config.js';
import { Log } from '../../logging/log.js';
import type { Caller } from '../caller.js';
import { problemBody, toProblem } from '../problem-body.js';
import { type Encoder, EventStream, StreamEnded, type StreamTarget } from './event-stream.js';
import { openingFrame, type StreamMessage } from './frame.js';
import { StreamReply, type StreamSource } from './stream-reply.js';
import { type StreamPlace, StreamSlots } from './stream-slots.js';

/** Wait of a client before it reconnects (ms). */
const RETRY_MS = 3_000;
/** At a shutdown clients are asked to reconnect at times spread over this period (ms), not all at once. */
const RETRY_SPREAD_MS = 4_000;
/** At a shutdown clients have this long (ms) to read the last data; then they are disconnected. */
const CLOSE_MS = 500;

/** Begins a stream on the connection of a request; undefined: the client has left. */
export type TargetOpener = () => StreamTarget | undefined;

/**
 * Opens and closes the streams of this process. An operation returns `open(source)`. The source then runs outside of
 * the request: without its deadline, its place among the account's requests and its transaction. StreamWatch
 * (stream-watch.ts) does the periodic work.
 */
@Service()
export class StreamHub {
  /** Number of streams closed because their clients did not read, since the start. */
  dropped = 0;
  private readonly placeOf = new Map<EventStream<unknown>, StreamPlace>();
  /** The requests that opened the streams, for their errors. */
  private readonly requestOf = new WeakMap<EventStream<unknown>, { requestId: string; path: string }>();
  private readonly leaving = new Set<EventStream<unknown>>();
  private readonly releases = new Set<Promise<void>>();
  private stopped = false;
  private readonly outside = AsyncLocalStorage.snapshot();

  constructor(
    private readonly places: StreamSlots,
    private readonly limits: LimitsConfig,
    private readonly log: Log,
  ) {}

  get streams(): EventStream<unknown>[] {
    return [...this.placeOf.keys()];
  }

  /** The slots of all open streams. */
  get held(): StreamPlace[] {
    return [...this.placeOf.values()];
  }

  /** Streams that have ended but still have data to send. */
  get ending(): ReadonlySet<EventStream<unknown>> {
    for (const stream of this.leaving) if (stream.isGone) this.leaving.delete(stream);
    return this.leaving;
  }

  /**
   * Returns the response of an operation with `@Authorized` whose description has the alternative `text/event-stream`.
   */
  open<Item = StreamMessage>(source: StreamSource<Item>): StreamReply<Item> {
    return this.openOn((ctx) => () => beginEventStream(ctx), source);
  }

  /**
   * Returns the response that opens a stream on another connection, such as a WebSocket.
   * @param prepare checks the request; the function that it returns replaces the response, and returns undefined if the
   * client has left
   */
  openOn<Item>(prepare: (ctx: Context) => TargetOpener | Promise<TargetOpener>, source: StreamSource<Item>) {
    return new StreamReply<Item>(
      async (ctx, filling, encode) => this.admit(ctx, filling, encode, await prepare(ctx)),
      source,
    );
  }

  /**
   * Ends all streams and opens no more. Resolves when their data was sent or the connections are closed, after little
   * more than half a second at most.
   */
  async close(): Promise<void> {
    this.stopped = true;
    for (const stream of this.streams)
      stream.end(stream.format.retry(1_000 + Math.round(Math.random() * RETRY_SPREAD_MS)));
    const until = performance.now() + CLOSE_MS;
    while (this.ending.size > 0 && performance.now() < until) await wait(10);
    for (const stream of this.ending) stream.cut();
    await this.settled();
  }

  /** Resolves when the slots of all streams that have ended so far are released. */
  async settled(): Promise<void> {
    await Promise.all(this.releases);
  }

  /** Ends a stream with the event `error`. */
  fail(stream: EventStream<unknown>, problem: Problem): void {
    const { path = '', requestId = '' } = this.requestOf.get(stream) ?? {};
    stream.end(stream.format.frame({ event: 'error', data: problemBody(problem, path, requestId) }));
  }

  private async admit(
    ctx: Context,
    source: StreamSource<unknown>,
    encode: Encoder<unknown>,
    begin: TargetOpener,
  ): Promise<void> {
    const { caller, requestId } = ctx.state;
    if (caller === undefined) throw new Error('A stream has a caller: its operation needs @Authorized');
    if (ctx.method === 'HEAD') return writeHead(ctx);
    if (this.stopped) throw stopping();
    const place = await this.take(caller);
    // The deadline may have answered on this connection while the slot was taken.
    const isLate = this.stopped || ctx.headerSent || ctx.res.destroyed;
    const target = isLate ? undefined : begin();
    if (target === undefined) {
      this.release(place);
      if (this.stopped) throw stopping();
      return;
    }
    ctx.respond = false;
    const grant = ctx.state.owner?.grant ?? ctx.state.namedGrant;
    const owner = grant === undefined ? caller : { ...caller, grant };
    const stream = new EventStream(target, encode, owner, (ended) => this.remove(ended));
    this.placeOf.set(stream, place);
    this.requestOf.set(stream, { requestId, path: ctx.path.slice(0, 500) });
    this.outside(() => void this.fill(stream, source));
  }

  private async take({ accountId, streamLimit: limit = this.limits.streamsPerAccount }: Caller): Promise<StreamPlace> {
    const place = { accountId, id: randomUUID() };
    if (await this.places.take(place, limit)) return place;
    throw new Problem('too_many_streams', {
      detail: `At most ${limit} streams of an account are open at a time; close one first.`,
      headers: { 'Retry-After': '10' },
    });
  }

  private async fill(stream: EventStream<unknown>, source: StreamSource<unknown>): Promise<void> {
    try {
      await source(stream);
      stream.end();
    } catch (error) {
      if (error instanceof StreamEnded) return;
      const problem = toProblem(error);
      const { requestId } = this.requestOf.get(stream) ?? {};
      if (problem.status >= 500)
        this.log.error({ requestId, code: problem.code, err: problem.cause ?? problem }, 'Stream failed.');
      this.fail(stream, problem);
    }
  }

  private remove(stream: EventStream<unknown>): void {
    const place = this.placeOf.get(stream);
    this.placeOf.delete(stream);
    if (stream.dropped) {
      this.dropped += 1;
      this.log.info({ accountId: stream.caller.accountId }, 'Stream closed: its client does not read.');
    }
    if (!stream.isGone) this.leaving.add(stream);
    if (place !== undefined) this.release(place);
  }

  /** Releases a slot. Never rejects: a slot that cannot be released ends when it is not renewed. */
  private release(place: StreamPlace): Promise<void> {
    const released = this.places
      .release(place)
      .catch((error: unknown) => this.log.error({ err: error }, 'Releasing a stream slot failed.'))
      .finally(() => this.releases.delete(released));
    this.releases.add(released);
    return released;
  }
}

function beginEventStream(ctx: Context): StreamTarget {
  writeHead(ctx);
  ctx.res.write(openingFrame(RETRY_MS));
  return ctx.res;
}

function writeHead(ctx: Context): void {
  ctx.status = 200;
  ctx.set({
    'Content-Type': `${eventStream}; charset=utf-8`,
    'Cache-Control': 'no-store',
    // Disables response buffering of nginx.
    'X-Accel-Buffering': 'no',
  });
}

const stopping = () =>
  new Problem('unavailable', {
    detail: 'This process is stopping. Open the stream again in a moment.',
    headers: { 'Retry-After': '1' },
  });
