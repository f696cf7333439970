/**
 * Maximum length of a line; longer lines are skipped. Sentences have at most about a hundred bytes, JSON messages a few
 * thousand.
 */
export const MAX_LINE_BYTES = 65_536;
const FIRST_ROOM = 2_048;

const LF = 10;
const CR = 13;

/**
 * Receives lines without copying: a line is the bytes from `start` to `end` (exclusive), without its line end. The
 * bytes are overwritten after the call.
 */
export interface LineTaker {
  line(bytes: Uint8Array, start: number, end: number): void;
  tooLong(): void;
}

/**
 * Splits a stream into lines, which end with CR, LF or both. The incomplete line at the end of a chunk is buffered
 * until the rest arrives.
 */
export class LineSplitter {
  private kept = new Uint8Array(FIRST_ROOM);
  private length = 0;
  /** True while the rest of a line that is too long is skipped. */
  private isSkipping = false;
  private wasCr = false;

  constructor(private readonly taker: LineTaker) {}

  write(chunk: Uint8Array): void {
    const { taker } = this;
    const { length } = chunk;
    let start = 0;
    if (this.wasCr && length > 0) {
      this.wasCr = false;
      if (chunk[0] === LF) start = 1;
    }
    for (let at = start; at < length; at += 1) {
      const byte = chunk[at] as number;
      if (byte !== LF && byte !== CR) continue;
      if (this.length > 0 || this.isSkipping) {
        this.keep(chunk, start, at);
        this.flush();
      } else if (at - start > MAX_LINE_BYTES) taker.tooLong();
      else taker.line(chunk, start, at);
      if (byte === CR) {
        if (at + 1 === length) this.wasCr = true;
        else if (chunk[at + 1] === LF) at += 1;
      }
      start = at + 1;
    }
    if (start < length) this.keep(chunk, start, length);
  }

  /** Ends the buffered line. */
  end(): void {
    this.wasCr = false;
    if (this.length > 0 || this.isSkipping) this.flush();
  }

  private keep(chunk: Uint8Array, start: number, end: number): void {
    const length = this.length + end - start;
    if (this.isSkipping || length > MAX_LINE_BYTES) {
      this.isSkipping = true;
      return;
    }
    if (length > this.kept.length) {
      const larger = new Uint8Array(Math.min(MAX_LINE_BYTES, Math.max(length, this.kept.length * 2)));
      larger.set(this.kept.subarray(0, this.length));
      this.kept = larger;
    }
    this.kept.set(chunk.subarray(start, end), this.length);
    this.length = length;
  }

  private flush(): void {
    const { length, isSkipping } = this;
    this.length = 0;
    this.isSkipping = false;
    if (isSkipping) this.taker.tooLong();
    else this.taker.line(this.kept, 0, length);
  }
}
