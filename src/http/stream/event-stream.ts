import type { Writable } from 'node:stream';
import type { Caller } from '../caller.js';
import { eventStreamFormat, type StreamFormat, type StreamMessage } from './frame.js';

/** Maximum number of bytes that may wait in this process for a client that does not read. */
export const MAX_BUFFERED_BYTES = 1_000_000;

/** Converts an item to a message; a Buffer is a complete frame (see `framedOnce`). */
export type Encoder<Item> = (item: Item, format: StreamFormat) => StreamMessage | Buffer;

/** The connection of a stream: a response, or the WebSocket that replaced it. */
export interface StreamTarget extends Writable {
  /** Default: server-sent events. */
  readonly format?: StreamFormat;
  /** Receives the messages of the client, if the connection has any. */
  onText?: (text: string) => void;
}

/** Thrown by `write` after the stream has ended; sources need not catch it. */
export class StreamEnded extends Error {
  constructor() {
    super('The stream has ended');
    this.name = 'StreamEnded';
  }
}

/** An open stream, for the source that fills it. */
export class EventStream<Item = StreamMessage> {
  /** Resolves when either side has ended the stream. Never rejects. */
  readonly closed: Promise<void>;
  /** True when the stream was closed because its client did not read. */
  dropped = false;
  readonly format: StreamFormat;
  private ended = false;
  private abort?: AbortController;
  private resolveClosed!: () => void;
  /** Writers that wait until the client reads. */
  private waiting: Array<() => void> = [];

  constructor(
    private readonly target: StreamTarget,
    private readonly encode: Encoder<Item>,
    readonly caller: Caller,
    /** Called once, when the stream ends. */
    private readonly onEnd: (stream: EventStream<Item>) => void = () => {},
  ) {
    this.closed = new Promise((resolve) => {
      this.resolveClosed = resolve;
    });
    this.format = target.format ?? eventStreamFormat;
    target.on('drain', this.wake);
    target.once('close', this.finish);
  }

  get isOpen(): boolean {
    return !this.ended;
  }

  /** True when all data was sent or the connection is closed. */
  get isGone(): boolean {
    return this.target.writableFinished || this.target.destroyed;
  }

  /** Number of bytes written but not yet accepted by the operating system. */
  get bufferedBytes(): number {
    return this.target.writableLength;
  }

  /** Aborts when the stream ends; for calls that take a signal. */
  get signal(): AbortSignal {
    if (this.abort === undefined) {
      this.abort = new AbortController();
      if (this.ended) this.abort.abort(new StreamEnded());
    }
    return this.abort.signal;
  }

  /**
   * Sends an item without waiting, for live data. Closes the stream when more than `MAX_BUFFERED_BYTES` would wait for
   * the client.
   * @returns false when the stream has ended
   */
  send(item: Item): boolean {
    if (this.ended) return false;
    const frame = this.encoded(item);
    if (this.target.writableLength + frame.length > MAX_BUFFERED_BYTES) {
      this.dropped = true;
      this.cut();
      return false;
    }
    this.target.write(frame);
    return true;
  }

  /**
   * Sends an item and waits until the client can take more, for data from a store, so that at most one page is held in
   * memory.
   * @throws StreamEnded
   */
  async write(item: Item): Promise<void> {
    if (this.ended) throw new StreamEnded();
    if (this.target.write(this.encoded(item))) return;
    await new Promise<void>((resolve) => this.waiting.push(resolve));
    if (this.ended) throw new StreamEnded();
  }

  /** Sends a heartbeat, unless other data still waits for the client. */
  beat(): void {
    if (!this.ended && !this.target.writableNeedDrain) this.target.write(this.format.heartbeat);
  }

  /** Calls a listener with each message of the client; only WebSockets have messages. */
  onMessage(listener: (text: string) => void): void {
    this.target.onText = listener;
  }

  /** Ends the stream after all waiting data, with `last` as its last frame. */
  end(last?: Buffer): void {
    if (this.ended) return;
    if (last === undefined) this.target.end();
    else this.target.end(last);
    this.finish();
  }

  /** Ends the connection at once, discarding buffered data. */
  cut(): void {
    this.finish();
    this.target.destroy();
  }

  private encoded(item: Item): Buffer {
    const message = this.encode(item, this.format);
    return Buffer.isBuffer(message) ? message : this.format.frame(message);
  }

  private readonly wake = (): void => {
    for (const resolve of this.waiting.splice(0)) resolve();
  };

  private readonly finish = (): void => {
    if (this.ended) return;
    this.ended = true;
    this.wake();
    this.abort?.abort(new StreamEnded());
    this.resolveClosed();
    this.onEnd(this);
  };
}
