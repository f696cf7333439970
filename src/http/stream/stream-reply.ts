import type { Context } from 'koa';
import type { Encoder, EventStream } from './event-stream.js';
import type { StreamMessage } from './frame.js';

/**
 * Fills a stream. The stream lasts until it returns: replay, subscribe, `await stream.closed`, and clean up in
 * `finally`.
 */
export type StreamSource<Item = StreamMessage> = (stream: EventStream<Item>) => Promise<void>;

/** Takes an answer and makes it a stream. */
export type StreamOpener = (ctx: Context, source: StreamSource<unknown>, encode: Encoder<unknown>) => Promise<void>;

/**
 * The answer `text/event-stream`, from `StreamHub.open`. It holds nothing until it is answered, so it may be forgotten.
 */
export class StreamReply<Item = StreamMessage> {
  private encode: Encoder<Item> = (item) => item as StreamMessage;

  constructor(
    private readonly opener: StreamOpener,
    private readonly source: StreamSource<Item>,
  ) {}

  /** Says what items look like on the wire: a controller's business, since it knows the DTOs. */
  as(encode: Encoder<Item>): this {
    this.encode = encode;
    return this;
  }

  /** @throws Problem `too_many_streams`, `unavailable` while the process stops */
  start(ctx: Context): Promise<void> {
    return this.opener(ctx, this.source as StreamSource<unknown>, this.encode as Encoder<unknown>);
  }
}
