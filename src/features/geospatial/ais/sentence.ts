import type { AisFault } from './ais-counts.js';

const COMMA = 44;
const STAR = 42;
const ZERO = 48;

/** The value of each byte as a hexadecimal digit, case-insensitive; 255 for other bytes. */
const hexOf = new Uint8Array(256).fill(255);
for (let digit = 0; digit < 16; digit += 1) {
  const text = digit.toString(16);
  hexOf[text.charCodeAt(0)] = digit;
  hexOf[text.toUpperCase().charCodeAt(0)] = digit;
}

/** True if the two hexadecimal digits at `at` equal the checksum `sum`. */
export function isChecksum(sum: number, bytes: Uint8Array, at: number, end: number): boolean {
  if (at + 1 >= end) return false;
  const [high, low] = [hexOf[bytes[at] as number] as number, hexOf[bytes[at + 1] as number] as number];
  return low < 16 && high * 16 + low === sum;
}

/**
 * A parsed sentence, `!AIVDM,total,number,sequence,channel,payload,fill*HH`; the instance is reused for every sentence.
 */
export class Sentence {
  /** Number of sentences of the message, 1–9, and the number of this one. */
  total = 0;
  number = 0;
  payloadStart = 0;
  payloadEnd = 0;
  fill = 0;
  /** Index after the checksum; some receivers write more after it. */
  end = 0;
  /** Number that all parts of a message have in common, from talker, VDM or VDO, total, sequence and channel. */
  series = 0;
  private readonly commas = new Int32Array(8);

  /**
   * Parses a sentence.
   * @param start index of the `!`
   * @returns the fault; undefined for a valid sentence
   */
  read(bytes: Uint8Array, start: number, end: number): AisFault | undefined {
    const formatter = start + 3;
    // VDM: received; VDO: own vessel. Any talker is accepted: AI, BS, AB, …
    const isAis =
      bytes[formatter] === 86 &&
      bytes[formatter + 1] === 68 &&
      (bytes[formatter + 2] === 77 || bytes[formatter + 2] === 79);
    if (!isAis || formatter + 3 >= end || bytes[formatter + 3] !== COMMA) return 'other_sentence';
    const { commas } = this;
    let count = 0;
    let sum = 0;
    let at = start + 1;
    for (; at < end; at += 1) {
      const byte = bytes[at] as number;
      if (byte === STAR) break;
      sum ^= byte;
      if (byte === COMMA && count < 8) {
        commas[count] = at;
        count += 1;
      }
    }
    if (!isChecksum(sum, bytes, at + 1, end)) return 'checksum';
    if (count < 6) return 'fields';
    this.end = at + 3;
    return this.readFields(bytes, start, count > 6 ? (commas[6] as number) : at);
  }

  private readFields(bytes: Uint8Array, start: number, fillEnd: number): AisFault | undefined {
    const { commas } = this;
    const [first, second, third, fourth] = [
      commas[0] as number,
      commas[1] as number,
      commas[2] as number,
      commas[3] as number,
    ];
    if (second !== first + 2 || third !== second + 2 || fourth > third + 2) return 'fields';
    this.total = (bytes[first + 1] as number) - ZERO;
    this.number = (bytes[second + 1] as number) - ZERO;
    if (this.total < 1 || this.total > 9 || this.number < 1 || this.number > this.total) return 'fields';
    const sequence = fourth === third + 1 ? 10 : (bytes[third + 1] as number) - ZERO;
    if (sequence < 0 || sequence > 10) return 'fields';
    this.payloadStart = (commas[4] as number) + 1;
    this.payloadEnd = commas[5] as number;
    if (this.payloadEnd === this.payloadStart) return 'payload';
    const fillStart = this.payloadEnd + 1;
    // ITU allows 0–5; some senders write 6 when the last character is unused.
    this.fill = fillEnd === fillStart && this.number < this.total ? 0 : (bytes[fillStart] as number) - ZERO;
    if (fillEnd > fillStart + 1 || this.fill < 0 || this.fill > 6) return 'fill_bits';
    if (this.total > 1) this.series = this.seriesOf(bytes, start, fourth, sequence);
    return undefined;
  }

  private seriesOf(bytes: Uint8Array, start: number, beforeChannel: number, sequence: number): number {
    const byte = bytes[beforeChannel + 1] as number;
    // Channels 1 and 2 are other names of A and B.
    const channel = byte === 49 || byte === 50 ? byte + 16 : byte;
    const talker = (bytes[start + 1] as number) * 256 + (bytes[start + 2] as number);
    const isOwn = bytes[start + 5] === 79 ? 1 : 0;
    return (((talker * 256 + channel) * 10 + this.total) * 11 + sequence) * 2 + isOwn;
  }
}
