/**
 * Gathers a long answer as UTF-8. Thousands of texts joined to one string would be copied, hashed and encoded in one
 * step, which blocks the event loop.
 */
export class TextBuffer {
  private bytes: Buffer;
  private length = 0;

  /** @param expected how long it becomes, about */
  constructor(expected = 65_536) {
    this.bytes = Buffer.allocUnsafe(Math.max(1_024, expected));
  }

  add(text: string): void {
    // No letter of UTF-16 takes more than three bytes.
    const needed = this.length + 3 * text.length;
    if (needed > this.bytes.length) {
      const longer = Buffer.allocUnsafe(Math.max(needed, 2 * this.bytes.length));
      this.bytes.copy(longer, 0, 0, this.length);
      this.bytes = longer;
    }
    this.length += this.bytes.write(text, this.length);
  }

  /** Returns the gathered text. Nothing may be added after it. */
  done(): Buffer {
    return this.bytes.subarray(0, this.length);
  }
}
