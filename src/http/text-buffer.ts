/**
 * Collects a long response as UTF-8. Joining thousands of texts to one string would copy, hash and encode them in one
 * step, which blocks the event loop.
 */
export class TextBuffer {
  private bytes: Buffer;
  private length = 0;

  /** @param expected approximate final length in bytes */
  constructor(expected = 65_536) {
    this.bytes = Buffer.allocUnsafe(Math.max(1_024, expected));
  }

  add(text: string): void {
    // A UTF-16 code unit takes at most three bytes in UTF-8.
    const needed = this.length + 3 * text.length;
    if (needed > this.bytes.length) {
      const longer = Buffer.allocUnsafe(Math.max(needed, 2 * this.bytes.length));
      this.bytes.copy(longer, 0, 0, this.length);
      this.bytes = longer;
    }
    this.length += this.bytes.write(text, this.length);
  }

  /** Returns the collected bytes. Nothing may be added afterwards. */
  done(): Buffer {
    return this.bytes.subarray(0, this.length);
  }
}
