/** The byte that begins each message; within a message it is doubled. */
const ESCAPE = 0x1a;
/** Bytes of the time and of the signal level, which precede the content. */
export const HEADER_BYTES = 7;
/** Length of the content (bytes) by type: Mode A/C, Mode S short, Mode S long, and the state of the receiver. */
const contentBytes: Readonly<Record<number, number>> = { 49: 2, 50: 7, 51: 14, 52: 14 };
const MAX_BYTES = HEADER_BYTES + 14;

export interface BeastTaker {
  /**
   * Receives a message: its type (`1` to `4` in ASCII), and its bytes without escapes, which are overwritten after the
   * call: six of the time, one of the signal level, and the content.
   */
  message(type: number, bytes: Uint8Array): void;
  /** Counts bytes that belong to no message: a run of them once. */
  noise(): void;
  /** Counts a message of an unknown type, or one that ends before its length. */
  broken(): void;
}

/**
 * Splits a stream of the Beast format into messages (`<esc>` type, time, signal, content, with each `<esc>` of the data
 * doubled). Chunks may end anywhere; one message is buffered. Format:
 * https://wiki.jetvision.de/wiki/Mode-S_Beast:Data_Output_Formats
 */
export class BeastSplitter {
  private readonly bytes = new Uint8Array(MAX_BYTES);
  private type = 0;
  private length = 0;
  /** Length of the current message; 0 outside a message. */
  private expected = 0;
  private isEscaped = false;
  private isNoise = false;

  constructor(private readonly taker: BeastTaker) {}

  write(chunk: Uint8Array): void {
    for (let at = 0; at < chunk.length; at += 1) {
      const byte = chunk[at] as number;
      if (this.isEscaped) {
        this.isEscaped = false;
        // An escape that is not doubled begins a message, also within another one.
        if (byte === ESCAPE) this.add(byte);
        else this.begin(byte);
      } else if (byte === ESCAPE) this.isEscaped = true;
      else this.add(byte);
    }
  }

  /** Drops an incomplete message at the end of a stream. */
  end(): void {
    if (this.expected > 0) this.taker.broken();
    this.expected = 0;
    this.isEscaped = false;
  }

  private begin(type: number): void {
    if (this.expected > 0) this.taker.broken();
    this.isNoise = false;
    this.type = type;
    this.length = 0;
    const content = contentBytes[type];
    this.expected = content === undefined ? 0 : HEADER_BYTES + content;
    // The bytes of a message of an unknown type are skipped as a part of it.
    if (content === undefined) {
      this.taker.broken();
      this.isNoise = true;
    }
  }

  private add(byte: number): void {
    if (this.expected === 0) {
      if (!this.isNoise) this.taker.noise();
      this.isNoise = true;
      return;
    }
    this.bytes[this.length] = byte;
    this.length += 1;
    if (this.length < this.expected) return;
    this.expected = 0;
    this.taker.message(this.type, this.bytes);
  }
}
