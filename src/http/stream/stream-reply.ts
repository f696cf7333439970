import type { Context } from 'koa';
import type { Encoder, EventStream } from './event-stream.js';
import type { StreamMessage } from './frame.js';

/**
 * Fills a stream, which ends when the returned promise resolves. A source usually replays, subscribes, awaits
 * `stream.closed`, and unsubscribes in `finally`.
 */
export type StreamSource<Item = StreamMessage> = (stream: EventStream<Item>) => Promise<void>;

/** Opens a stream on the response of a request. */
export type StreamOpener = (ctx: Context, source: StreamSource<unknown>, encode: Encoder<unknown>) => Promise<void>;

/**
 * A response of type `text/event-stream`, from `StreamHub.open`. It holds no resources until `start`, so it may be
 * dropped.
 */
export class StreamReply<Item = StreamMessage> {
  private encode: Encoder<Item> = (item) => item as StreamMessage;

  constructor(
    private readonly opener: StreamOpener,
    private readonly source: StreamSource<Item>,
  ) {}

  /** Sets the encoder of items. Controllers set it, because they know the DTOs. */
  as(encode: Encoder<Item>): this {
    this.encode = encode;
    return this;
  }

  /** Starts the stream. @throws Problem `too_many_streams`; `unavailable` while the process shuts down */
  start(ctx: Context): Promise<void> {
    return this.opener(ctx, this.source as StreamSource<unknown>, this.encode as Encoder<unknown>);
  }
}
