/**
 * Maximum number of six-bit symbols of a message. The longest messages use five slots of the channel, which hold 1,064
 * bits; the limit leaves room for senders that exceed this.
 */
export const MAX_SYMBOLS = 512;
/**
 * Number of zero symbols after the payload: a number is read from five symbols at once, and a short message is read as
 * if zeros followed.
 */
const SLACK = 32;

/** The six-bit value of each payload byte; 255 for invalid bytes (ITU-R M.1371, NMEA 0183: codes 48–87 and 96–119). */
const sixOf = new Uint8Array(256).fill(255);
for (let code = 48; code <= 119; code += 1) {
  if (code <= 87) sixOf[code] = code - 48;
  else if (code >= 96) sixOf[code] = code - 56;
}

/** The character of each six-bit value. */
const letters = Array.from({ length: 64 }, (_, six) => String.fromCharCode(six < 32 ? six + 64 : six));

/** The payload of one message as six-bit symbols; the buffer is reused for the next message. */
export class SixBits {
  readonly symbols = new Uint8Array(MAX_SYMBOLS + SLACK);
  /** Number of symbols. */
  length = 0;
  /** Number of bits, without the fill bits in the last symbol; set by `close`. */
  bits = 0;
  /** Number of unused bits at the end; the next payload is appended over them. */
  private surplus = 0;

  clear(): void {
    this.length = 0;
    this.surplus = 0;
  }

  /**
   * Appends the payload of a sentence.
   * @returns false if the message gets too long or a byte is invalid; part of the payload may then be appended
   */
  append(bytes: Uint8Array, start: number, end: number): boolean {
    let at = this.length;
    if (at + end - start > MAX_SYMBOLS) return false;
    const { symbols, surplus } = this;
    if (surplus > 0) return this.appendShifted(bytes, start, end);
    for (let from = start; from < end; from += 1) {
      const six = sixOf[bytes[from] as number] as number;
      if (six === 255) return false;
      symbols[at] = six;
      at += 1;
    }
    this.length = at;
    return true;
  }

  /**
   * Marks the last bits of a sentence (0–6) as unused before the next one is appended. Only the last sentence of a
   * message may have unused bits, but some senders also use them elsewhere.
   */
  pad(fill: number): void {
    this.surplus += fill;
    while (this.surplus >= 6 && this.length > 0) {
      this.surplus -= 6;
      this.length -= 1;
    }
  }

  /**
   * Ends the payload after all sentences were appended, so that numbers and texts can be read.
   * @param fill number of unused bits at the end, 0–6
   */
  close(fill: number): void {
    this.pad(fill);
    const { symbols, length, surplus } = this;
    this.bits = length * 6 - surplus;
    if (surplus > 0 && length > 0) symbols[length - 1] = (symbols[length - 1] as number) & (0x3f << surplus);
    symbols.fill(0, length, length + SLACK);
  }

  /** Copies the symbols of another payload that is not closed yet. */
  copy(other: SixBits): void {
    this.length = other.length;
    this.surplus = other.surplus;
    this.symbols.set(other.symbols.subarray(0, other.length));
  }

  /** Reads an unsigned number of 1 to 25 bits. */
  unsigned(at: number, width: number): number {
    const first = (at / 6) | 0;
    return (this.thirty(first) << (2 + at - first * 6)) >>> (32 - width);
  }

  /** Reads a number of 1 to 25 bits in two's complement. */
  signed(at: number, width: number): number {
    const first = (at / 6) | 0;
    return (this.thirty(first) << (2 + at - first * 6)) >> (32 - width);
  }

  /** Reads an unsigned number of 30 bits, such as an MMSI or an IMO number. */
  unsigned30(at: number): number {
    return this.unsigned(at, 15) * 32_768 + this.unsigned(at + 15, 15);
  }

  /**
   * Reads a longitude of 28 bits in two halves, since at most 25 bits are read at once; `signed27` does this for a
   * latitude.
   */
  signed28(at: number): number {
    return this.signed(at, 14) * 16_384 + this.unsigned(at + 14, 14);
  }

  signed27(at: number): number {
    return this.signed(at, 13) * 16_384 + this.unsigned(at + 13, 14);
  }

  flag(at: number): boolean {
    return this.unsigned(at, 1) === 1;
  }

  /** Reads a text of at most `count` characters. It ends at the first `@`, and trailing blanks are removed. */
  text(at: number, count: number): string {
    let text = '';
    let end = 0;
    for (let index = 0; index < count; index += 1) {
      const six = this.unsigned(at + index * 6, 6);
      if (six === 0) break;
      text += letters[six];
      if (six !== 32) end = index + 1;
    }
    return text.slice(0, end);
  }

  /** True if a text has no end mark within `count` characters, so that its rest may follow elsewhere. */
  isFull(at: number, count: number): boolean {
    for (let index = 0; index < count; index += 1) if (this.unsigned(at + index * 6, 6) === 0) return false;
    return true;
  }

  private appendShifted(bytes: Uint8Array, start: number, end: number): boolean {
    const { symbols, surplus } = this;
    for (let from = start; from < end; from += 1) {
      const six = sixOf[bytes[from] as number] as number;
      if (six === 255) return false;
      const last = this.length - 1;
      symbols[last] = ((symbols[last] as number) & (0x3f << surplus)) | (six >> (6 - surplus));
      symbols[last + 1] = (six << surplus) & 0x3f;
      this.length += 1;
    }
    return true;
  }

  /** Returns the thirty bits of the five symbols that begin at `first`. */
  private thirty(first: number): number {
    const { symbols } = this;
    return (
      ((symbols[first] as number) << 24) |
      ((symbols[first + 1] as number) << 18) |
      ((symbols[first + 2] as number) << 12) |
      ((symbols[first + 3] as number) << 6) |
      (symbols[first + 4] as number)
    );
  }
}
