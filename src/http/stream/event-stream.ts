import type { ServerResponse } from 'node:http';
import type { Caller } from '../caller.js';
import { frameOf, heartbeat, type StreamMessage } from './frame.js';

/** Bytes that may wait in this process for a client that does not read. */
export const MAX_BUFFERED_BYTES = 1_000_000;

/** Writes an item as a message; a Buffer is a whole frame already (see `framedOnce`). */
export type Encoder<Item> = (item: Item) => StreamMessage | Buffer;

/** Thrown into a source that writes after its stream has ended; it need not catch it. */
export class StreamEnded extends Error {
  constructor() {
    super('The stream has ended');
    this.name = 'StreamEnded';
  }
}

/** One open stream, as the source that fills it sees it. */
export class EventStream<Item = StreamMessage> {
  /** Resolves when the stream has ended, from whichever side. Never rejects. */
  readonly closed: Promise<void>;
  /** True when it ended because its client did not read. */
  dropped = false;
  private ended = false;
  private abort?: AbortController;
  private resolveClosed!: () => void;
  /** Writers that wait for the client. */
  private waiting: Array<() => void> = [];

  constructor(
    private readonly res: ServerResponse,
    private readonly encode: Encoder<Item>,
    readonly caller: Caller,
    /** Called once, when it ends. */
    private readonly onEnd: (stream: EventStream<Item>) => void = () => {},
  ) {
    this.closed = new Promise((resolve) => {
      this.resolveClosed = resolve;
    });
    res.on('drain', this.wake);
    res.once('close', this.finish);
  }

  get isOpen(): boolean {
    return !this.ended;
  }

  /** True when nothing of it is left to be sent. */
  get isGone(): boolean {
    return this.res.writableFinished || this.res.destroyed;
  }

  /** Bytes written and not yet taken by the system. */
  get bufferedBytes(): number {
    return this.res.writableLength;
  }

  /** Aborts when the stream ends: for calls that take a signal. */
  get signal(): AbortSignal {
    if (this.abort === undefined) {
      this.abort = new AbortController();
      if (this.ended) this.abort.abort(new StreamEnded());
    }
    return this.abort.signal;
  }

  /**
   * Sends without waiting, for what happens live. A client for which more than `MAX_BUFFERED_BYTES` would wait is cut
   * off.
   * @returns false when the stream has ended
   */
  send(item: Item): boolean {
    if (this.ended) return false;
    const frame = this.encoded(item);
    if (this.res.writableLength + frame.length > MAX_BUFFERED_BYTES) {
      this.dropped = true;
      this.cut();
      return false;
    }
    this.res.write(frame);
    return true;
  }

  /**
   * Sends and waits until the client can take more, for what is read from a store: no more than one page is held in
   * memory.
   * @throws StreamEnded
   */
  async write(item: Item): Promise<void> {
    if (this.ended) throw new StreamEnded();
    if (this.res.write(this.encoded(item))) return;
    await new Promise<void>((resolve) => this.waiting.push(resolve));
    if (this.ended) throw new StreamEnded();
  }

  /** Says that it still lives, unless the client is behind anyway. */
  beat(): void {
    if (!this.ended && !this.res.writableNeedDrain) this.res.write(heartbeat);
  }

  /** Ends it in order, with `last` behind all that waits. */
  end(last?: Buffer): void {
    if (this.ended) return;
    if (last === undefined) this.res.end();
    else this.res.end(last);
    this.finish();
  }

  /** Ends the connection at once, discarding buffered data. */
  cut(): void {
    this.finish();
    this.res.destroy();
  }

  private encoded(item: Item): Buffer {
    const message = this.encode(item);
    return Buffer.isBuffer(message) ? message : frameOf(message);
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
