/** No message is longer: five slots of the channel hold 1,064 bits, and a few more are let pass. */
export const MAX_SYMBOLS = 512;
/** A number is read from five symbols at once, and short messages as if zeros followed. */
const SLACK = 32;

/** The six-bit value of each byte; 255 for invalid bytes (ITU-R M.1371, NMEA 0183: codes 48–87 and 96–119). */
const sixOf = new Uint8Array(256).fill(255);
for (let code = 48; code <= 119; code += 1) {
  if (code <= 87) sixOf[code] = code - 48;
  else if (code >= 96) sixOf[code] = code - 56;
}

/** The letter of each value of six bits. */
const letters = Array.from({ length: 64 }, (_, six) => String.fromCharCode(six < 32 ? six + 64 : six));

/** Room for the payload of one message, used again for the next. */
export class SixBits {
  readonly symbols = new Uint8Array(MAX_SYMBOLS + SLACK);
  /** Symbols that are there. */
  length = 0;
  /** Bits that are there: without those that only fill the last symbol. */
  bits = 0;
  /** Unused bits at the end; appended bits start there. */
  private surplus = 0;

  clear(): void {
    this.length = 0;
    this.surplus = 0;
  }

  /**
   * Appends the payload of a sentence.
   * @returns false, having appended something or nothing, when it is too long or no payload
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
   * Between two sentences: the first ended with unused bits (0–6), although only the last sentence of a message may.
   */
  pad(fill: number): void {
    this.surplus += fill;
    while (this.surplus >= 6 && this.length > 0) {
      this.surplus -= 6;
      this.length -= 1;
    }
  }

  /** Call after all data was appended. @param fill number of unused bits at the end, 0–6 */
  close(fill: number): void {
    this.pad(fill);
    const { symbols, length, surplus } = this;
    this.bits = length * 6 - surplus;
    if (surplus > 0 && length > 0) symbols[length - 1] = (symbols[length - 1] as number) & (0x3f << surplus);
    symbols.fill(0, length, length + SLACK);
  }

  /** Takes over what another has, before it is closed. */
  copy(other: SixBits): void {
    this.length = other.length;
    this.surplus = other.surplus;
    this.symbols.set(other.symbols.subarray(0, other.length));
  }

  /** An unsigned number of 1 to 25 bits. */
  unsigned(at: number, width: number): number {
    const first = (at / 6) | 0;
    return (this.thirty(first) << (2 + at - first * 6)) >>> (32 - width);
  }

  /** A number of 1 to 25 bits in two's complement. */
  signed(at: number, width: number): number {
    const first = (at / 6) | 0;
    return (this.thirty(first) << (2 + at - first * 6)) >> (32 - width);
  }

  /** An unsigned number of 30 bits: an MMSI, an IMO number. */
  unsigned30(at: number): number {
    return this.unsigned(at, 15) * 32_768 + this.unsigned(at + 15, 15);
  }

  /** A longitude, of 28 bits, and a latitude, of 27, are more than is read at once. */
  signed28(at: number): number {
    return this.signed(at, 14) * 16_384 + this.unsigned(at + 14, 14);
  }

  signed27(at: number): number {
    return this.signed(at, 13) * 16_384 + this.unsigned(at + 13, 14);
  }

  flag(at: number): boolean {
    return this.unsigned(at, 1) === 1;
  }

  /** A text of at most `count` characters: it ends at the first `@`, without trailing blanks. */
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

  /** Whether a text fills all of its room, so that more of it may follow elsewhere. */
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

  /** Thirty bits from a symbol on. */
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
