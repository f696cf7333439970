import { Sentence } from '../../src/features/geospatial/ais/sentence.js';
import { SixBits } from '../../src/features/geospatial/ais/six-bit.js';

/** First bit of the UTC second of the fix, by message type (ITU-R M.1371-5, annex 8). */
const secondAt: Readonly<Record<number, number>> = { 1: 137, 2: 137, 3: 137, 9: 128, 11: 72, 18: 133, 21: 253 };

/**
 * The time according to the sentences of a recording: base stations send the whole time, other stations the second of
 * their fix.
 */
export class SentClock {
  /** Time of the base stations (ms); NaN before the first of them. */
  base = Number.NaN;
  private second = 60;
  private readonly sentence = new Sentence();
  private readonly bits = new SixBits();

  /** Time of the last message (ms); NaN before the first base station. */
  get time(): number {
    const { base, second } = this;
    if (second >= 60) return base;
    const fixed = base - (base % 60_000) + second * 1_000;
    return fixed + (fixed - base > 30_000 ? -60_000 : base - fixed > 30_000 ? 60_000 : 0);
  }

  /** Reads a line; messages of several sentences are ignored. */
  read(line: Uint8Array): void {
    this.second = 60;
    const { sentence, bits } = this;
    const start = line.indexOf(33);
    if (start < 0 || sentence.read(line, start, line.length) !== undefined || sentence.total > 1) return;
    bits.clear();
    if (!bits.append(line, sentence.payloadStart, sentence.payloadEnd)) return;
    bits.close(sentence.fill);
    const type = bits.symbols[0] as number;
    if (type === 4 && bits.bits >= 168) this.readBase();
    const at = secondAt[type];
    if (at !== undefined && bits.bits > at + 6) this.second = bits.unsigned(at, 6);
  }

  private readBase(): void {
    const { bits, base } = this;
    const [year, month, day] = [bits.unsigned(38, 14), bits.unsigned(52, 4), bits.unsigned(56, 5)];
    const [hour, minute, second] = [bits.unsigned(61, 5), bits.unsigned(66, 6), bits.unsigned(72, 6)];
    const time = Date.UTC(year, month - 1, day, hour, minute, second);
    // Some stations do not know the time; such times are ignored.
    if (year > 2000 && hour < 24 && second < 60 && !(Math.abs(time - base) > 3_600_000))
      this.base = Math.max(time, Number.isNaN(base) ? time : base);
  }
}

/** Returns the lines of a recording, without their ends. */
export const linesOf = (recording: Buffer): Buffer[] =>
  recording
    .toString('latin1')
    .split(/[\r\n]+/)
    .filter((line) => line !== '')
    .map((line) => Buffer.from(line, 'latin1'));
