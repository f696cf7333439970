import { fstatSync, write, writeSync } from 'node:fs';
import { Socket } from 'node:net';

/**
 * Lines are collected for this long (ms) before they are written, because one system call for each request would cost
 * more than the request.
 */
const GATHER_MS = 200;
/** Collected lines are written early when they have this many characters. */
const BATCH_CHARACTERS = 16_384;
/** Maximum number of characters that wait for a slow reader. */
export const MAX_WAITING_CHARACTERS = 4 * 1024 * 1024;
/** After a failed write to a file, such as on a full disk, the write is repeated after this long (ms). */
const RETRY_MS = 1_000;
/** Maximum wait of `close` for a reader that does not read (ms). */
const CLOSE_TIMEOUT_MS = 1_000;

/**
 * Writes the log to a file descriptor. Never blocks, not even on a pipe without a reader or at exit: lines beyond a
 * bounded buffer are dropped, and their number is logged when there is space again.
 */
export class LogOutput {
  private readonly sink: Sink | undefined;
  private waiting = '';
  private dropped = 0;
  private isWriting = false;
  private isGone = false;
  private timer: NodeJS.Timeout | undefined;
  private onIdle: (() => void) | undefined;

  /** @param describeDrop returns the log line, including its line end, about a number of dropped lines */
  constructor(
    private readonly fd: number,
    private readonly describeDrop: (lines: number) => string,
  ) {
    // A closed reader must not stop the service.
    this.sink = openSink(fd, () => {
      this.isGone = true;
      this.waiting = '';
      this.onIdle?.();
    });
    process.once('exit', () => this.writeLast());
  }

  write(line: string): void {
    if (this.isGone) return;
    if (this.waiting.length + line.length > MAX_WAITING_CHARACTERS) {
      this.dropped += 1;
      return;
    }
    this.waiting += line;
    if (this.isWriting) return;
    if (this.waiting.length >= BATCH_CHARACTERS) this.writeBatch();
    else this.timer ??= setTimeout(() => this.writeBatch(), GATHER_MS).unref();
  }

  /** Resolves when every line is written, or after a second without a reader. */
  close(): Promise<void> {
    if (!this.isWriting) this.writeBatch();
    if (!this.isWriting || this.isGone) return Promise.resolve();
    return new Promise((resolve) => {
      const late = setTimeout(resolve, CLOSE_TIMEOUT_MS);
      this.onIdle = () => {
        clearTimeout(late);
        resolve();
      };
    });
  }

  private writeBatch(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    const batch = this.take();
    if (batch === '' || this.sink === undefined) return;
    this.isWriting = true;
    this.sink(batch, () => {
      this.isWriting = false;
      if (this.waiting !== '') this.writeBatch();
      else this.onIdle?.();
    });
  }

  private take(): string {
    const batch = this.dropped === 0 ? this.waiting : this.waiting + this.describeDrop(this.dropped);
    this.waiting = '';
    this.dropped = 0;
    return batch;
  }

  /** Writes buffered lines at exit, as far as the reader accepts them immediately. */
  private writeLast(): void {
    if (this.isWriting || this.isGone) return;
    try {
      writeSync(this.fd, this.take());
    } catch {
      // Nothing can be done here: the pipe is full or closed.
    }
  }
}

/** Writes a batch and calls `written` afterwards. */
type Sink = (batch: string, written: () => void) => void;

/**
 * Opens the sink that fits the kind of the descriptor.
 * @param gone called when the descriptor can no longer be written to
 * @returns undefined when the descriptor is closed
 */
function openSink(fd: number, gone: () => void): Sink | undefined {
  try {
    const kind = fstatSync(fd);
    // A write to a full pipe would block a thread of the pool, and with it the exit of the process. A socket waits in
    // the event loop instead.
    if (!kind.isFIFO() && !kind.isSocket()) return (batch, written) => writeFile(fd, Buffer.from(batch), written);
    const socket = new Socket({ fd, readable: false, writable: true }).unref().on('error', gone);
    return (batch, written) => void socket.write(batch, (error) => error == null && written());
  } catch {
    return undefined;
  }
}

/**
 * Writes all bytes, retrying while the disk is full. New lines wait in the buffer meanwhile, or are dropped and
 * counted.
 */
function writeFile(fd: number, bytes: Buffer, written: () => void): void {
  write(fd, bytes, (error, count) => {
    if (error) setTimeout(() => writeFile(fd, bytes, written), RETRY_MS).unref();
    else if (count < bytes.length) writeFile(fd, bytes.subarray(count), written);
    else written();
  });
}
