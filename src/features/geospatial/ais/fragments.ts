import type { Sentence } from './sentence.js';
import { SixBits } from './six-bit.js';
import type { TagBlock } from './tag-block.js';

/** Maximum number of incomplete messages; the oldest is dropped for a new one. */
export const MAX_PENDING = 256;
/** Maximum time to wait for the other parts of a message (ms); senders send all parts at once. */
export const PENDING_MS = 4_000;

interface Pending {
  key: string;
  series: number;
  /** Number of the part that comes next. */
  next: number;
  startedAt: number;
  /** Time at which the message was received, by its tag block (ms), or NaN. */
  time: number;
  /** Name of the station that received the message, or null. */
  station: string | null;
  bits: SixBits;
}

/**
 * Assembles messages of several sentences. Parts arrive in order, interleaved with parts of other messages. There is no
 * checksum over the whole message, so parts that do not match exactly are dropped.
 */
export class Fragments {
  /** Number of parts that were buffered and dropped unused. */
  lost = 0;
  /** Incomplete messages, oldest first. */
  private readonly pending = new Map<string, Pending>();
  private readonly spare: SixBits[] = [];
  /** Time of the last completed message by its tag block (ms), or NaN. */
  time = Number.NaN;
  /** Name of the station that received the last completed message, or null. */
  station: string | null = null;

  get size(): number {
    return this.pending.size;
  }

  /**
   * Adds a part.
   * @param into receives the completed message
   * @returns `complete` when the message is in `into`, `waiting` while parts are missing, otherwise the reason why the
   * part is dropped
   */
  add(
    sentence: Sentence,
    tag: TagBlock,
    bytes: Uint8Array,
    now: number,
    into: SixBits,
  ): 'complete' | 'waiting' | 'orphan' | 'payload' {
    this.expire(now);
    const source = tag.group >= 0 ? `g${tag.group}` : tag.source > 0 ? `s${tag.source}` : '';
    const key = `${sentence.series}${source}`;
    if (sentence.number === 1) return this.begin(key, sentence, tag, bytes, now);
    const one = this.pending.get(key) ?? (source === '' ? this.latest(sentence) : undefined);
    if (one === undefined) return 'orphan';
    const isNext = one.next === sentence.number;
    if (!isNext || !one.bits.append(bytes, sentence.payloadStart, sentence.payloadEnd)) {
      this.give(one, one.next - 1);
      return isNext ? 'payload' : 'orphan';
    }
    if (Number.isNaN(one.time)) one.time = tag.time;
    one.station ??= tag.station;
    one.next += 1;
    if (sentence.number < sentence.total) {
      one.bits.pad(sentence.fill);
      return 'waiting';
    }
    into.copy(one.bits);
    into.close(sentence.fill);
    this.time = one.time;
    this.station = one.station;
    this.give(one, 0);
    return 'complete';
  }

  private begin(key: string, sentence: Sentence, tag: TagBlock, bytes: Uint8Array, now: number): 'waiting' | 'payload' {
    const before = this.pending.get(key);
    if (before) this.give(before, before.next - 1);
    const bits = this.spare.pop() ?? new SixBits();
    bits.clear();
    if (!bits.append(bytes, sentence.payloadStart, sentence.payloadEnd)) {
      this.spare.push(bits);
      return 'payload';
    }
    bits.pad(sentence.fill);
    if (this.pending.size >= MAX_PENDING) this.giveOldest();
    this.pending.set(key, {
      key,
      series: sentence.series,
      next: 2,
      startedAt: now,
      time: tag.time,
      station: tag.station,
      bits,
    });
    return 'waiting';
  }

  /**
   * Returns the latest incomplete message that the part continues, for senders that name the source in the first part
   * only.
   */
  private latest({ series, number }: Sentence): Pending | undefined {
    let found: Pending | undefined;
    for (const one of this.pending.values()) if (one.series === series && one.next === number) found = one;
    return found;
  }

  private expire(now: number): void {
    for (const one of this.pending.values()) {
      const age = now - one.startedAt;
      // A negative age means that the clock was set back; the entry then expires, too.
      if (age <= PENDING_MS && age >= -PENDING_MS) return;
      this.give(one, one.next - 1);
    }
  }

  private giveOldest(): void {
    for (const one of this.pending.values()) {
      this.give(one, one.next - 1);
      return;
    }
  }

  private give(one: Pending, lost: number): void {
    this.lost += lost;
    this.pending.delete(one.key);
    this.spare.push(one.bits);
  }
}
