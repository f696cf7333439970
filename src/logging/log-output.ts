import { fstatSync, write, writeSync } from 'node:fs';
import { Socket } from 'node:net';

/** Lines are gathered for this long (ms): one system call a request would cost more than the request. */
const GATHER_MS = 200;
/** Lines are gathered up to this many characters. */
const BATCH_CHARACTERS = 16_384;
/** Lines that wait for a reader hold at most this many characters. */
export const MAX_WAITING_CHARACTERS = 4 * 1024 * 1024;
/** After a failed write to a file, such as on a full disk, the next one waits this long (ms). */
const RETRY_MS = 1_000;
/** `close` waits this long for a reader that does not read (ms). */
const CLOSE_TIMEOUT_MS = 1_000;

/**
 * Writes the log to a file descriptor. Never blocks, not even on a pipe without a reader or at exit: lines beyond a
 * bounded buffer are dropped, and a line with their number is written when there is room again.
 */
export class LogOutput {
  private readonly sink: Sink | undefined;
  private waiting = '';
  private dropped = 0;
  private isWriting = false;
  private isGone = false;
  private timer: NodeJS.Timeout | undefined;
  private onIdle: (() => void) | undefined;

  /** @param describeDrop the line that says how many lines were dropped, with its line end */
  constructor(
    private readonly fd: number,
    private readonly describeDrop: (lines: number) => string,
  ) {
    // A reader that went away is no reason to stop the service.
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
      // The pipe is full or closed.
    }
  }
}

/** Writes a batch and reports when it is written. */
type Sink = (batch: string, written: () => void) => void;

/** @param gone called when nothing can be written any more @returns undefined when the descriptor is closed */
function openSink(fd: number, gone: () => void): Sink | undefined {
  try {
    const kind = fstatSync(fd);
    // A write to a full pipe would hold a thread of the pool, and with it the exit of the process; a socket's waits in
    // the event loop.
    if (!kind.isFIFO() && !kind.isSocket()) return (batch, written) => writeFile(fd, Buffer.from(batch), written);
    const socket = new Socket({ fd, readable: false, writable: true }).unref().on('error', gone);
    return (batch, written) => void socket.write(batch, (error) => error == null && written());
  } catch {
    return undefined;
  }
}

/**
 * Writes all bytes, however long the disk is full: lines that come meanwhile wait within the buffer, or are dropped and
 * counted.
 */
function writeFile(fd: number, bytes: Buffer, written: () => void): void {
  write(fd, bytes, (error, count) => {
    if (error) setTimeout(() => writeFile(fd, bytes, written), RETRY_MS).unref();
    else if (count < bytes.length) writeFile(fd, bytes.subarray(count), written);
    else written();
  });
}
