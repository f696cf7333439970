import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../time/durations.js';
import { dayOf } from '../../../time/utc-day.js';
import type { FlowDay } from './flow.repository.js';
import { PASSAGE_BYTES, type StoredPassage, writePassage } from './passage.js';

interface Day {
  flowId: string;
  day: string;
  hours: number;
  /** Passages as they are stored; bytes after `length` are unused. */
  bytes: Buffer;
  length: number;
}

/** Number of passages for which a day has space at first. */
const FIRST_PASSAGES = 8;
const nothing = Buffer.alloc(0);

const hourOf = (ms: number): number => Math.floor((ms % DAY_MS) / HOUR_MS);

/**
 * Collects passages and hours by flow and day until they are stored. Passages are encoded as they arrive: a year of
 * them would take some 40 ms at once, and ten times the memory as objects.
 */
export class PassageDays {
  private days = new Map<string, Day>();

  /** Marks the hour of a time (ms) in which a flow was counted. */
  hear(flowId: string, at: number): void {
    this.of(flowId, at).hours |= 1 << hourOf(at);
  }

  pass(flowId: string, at: number, passage: Omit<StoredPassage, 'minute'>): void {
    const day = this.of(flowId, at);
    day.hours |= 1 << hourOf(at);
    if (day.length === day.bytes.length) day.bytes = grown(day.bytes);
    writePassage(day.bytes, day.length, { ...passage, minute: Math.floor((at % DAY_MS) / MINUTE_MS) });
    day.length += PASSAGE_BYTES;
  }

  /** Returns what was collected, and begins again. */
  take(): FlowDay[] {
    const { days } = this;
    this.days = new Map();
    return Array.from(days.values(), ({ flowId, day, hours, bytes, length }) => ({
      flowId,
      day,
      hours,
      passages: bytes.subarray(0, length),
    }));
  }

  private of(flowId: string, at: number): Day {
    const number = Math.floor(at / DAY_MS);
    const key = `${flowId} ${number}`;
    const known = this.days.get(key);
    if (known !== undefined) return known;
    const day = { flowId, day: dayOf(at), hours: 0, bytes: nothing, length: 0 };
    this.days.set(key, day);
    return day;
  }
}

/** Returns a copy with twice the space. */
function grown(bytes: Buffer): Buffer {
  const larger = Buffer.alloc(Math.max(FIRST_PASSAGES * PASSAGE_BYTES, 2 * bytes.length));
  bytes.copy(larger);
  return larger;
}
