import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../time/durations.js';
import type { FlowDay } from './flow.repository.js';
import { encodePassages, type StoredPassage } from './passage.js';

interface Day {
  flowId: string;
  day: string;
  hours: number;
  passages: StoredPassage[];
}

/** Returns the day (UTC) of a time in ms, such as `2026-11-20`. */
export const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

const hourOf = (ms: number): number => Math.floor((ms % DAY_MS) / HOUR_MS);

/** Collects passages and hours by flow and day until they are stored. */
export class PassageDays {
  private days = new Map<string, Day>();

  /** Marks the hour of a time (ms) in which a flow was counted. */
  hear(flowId: string, at: number): void {
    this.of(flowId, at).hours |= 1 << hourOf(at);
  }

  pass(flowId: string, at: number, passage: Omit<StoredPassage, 'minute'>): void {
    this.hear(flowId, at);
    this.of(flowId, at).passages.push({ ...passage, minute: Math.floor((at % DAY_MS) / MINUTE_MS) });
  }

  /** Returns what was collected, and begins again. */
  take(): FlowDay[] {
    const { days } = this;
    this.days = new Map();
    return [...days.values()].map((one) => ({ ...one, passages: encodePassages(one.passages) }));
  }

  private of(flowId: string, at: number): Day {
    const number = Math.floor(at / DAY_MS);
    const key = `${flowId} ${number}`;
    const known = this.days.get(key);
    if (known !== undefined) return known;
    const day = { flowId, day: dayOf(at), hours: 0, passages: [] };
    this.days.set(key, day);
    return day;
  }
}
