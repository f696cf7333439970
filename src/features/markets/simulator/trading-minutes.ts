import { mix } from '../../../simulation/noise.js';
import type { Session } from '../calendar/trading-calendar.js';
import { LAST_STEP, STEP_MS } from './minute-shape.js';

const MINUTE = 60_000;
/** One day in so many has a suspension, of 10 to 30 minutes. */
const DAYS_A_HALT = 400;

/** A moment of a trading day. */
export interface Moment {
  /** From 0, in minutes of trade since the opening. */
  minute: number;
  /** Of that minute, from 0. */
  step: number;
  /** When that step began. */
  at: number;
}

interface Stretch {
  from: number;
  to: number;
  /** Minutes of trade before it. */
  before: number;
}

/** The minutes of a session in which there is trade: its breaks, and suspensions, are left out. */
export class TradingMinutes {
  readonly count: number;
  private readonly stretches: Stretch[] = [];

  /** @param haltKey undefined for what is never suspended */
  constructor(
    readonly session: Session,
    day: number,
    haltKey: number | undefined,
  ) {
    const [open, close] = [session.open.getTime(), session.close.getTime()];
    const pauses = session.breaks.map(({ from, to }) => ({ from: from.getTime(), to: to.getTime() }));
    if (haltKey !== undefined) pauses.push(...haltOf(haltKey, day, open, close));
    let [from, before] = [open, 0];
    for (const pause of [...pauses.sort((one, other) => one.from - other.from), { from: close, to: close }]) {
      if (pause.from > from) {
        this.stretches.push({ from, to: pause.from, before });
        before += Math.floor((pause.from - from) / MINUTE);
      }
      from = Math.max(from, pause.to);
    }
    this.count = before;
  }

  /** How many minutes of trade begin before an instant. */
  before(instant: number): number {
    let count = 0;
    for (const { from, to, before } of this.stretches) {
      if (instant <= from) break;
      count = before + Math.ceil((Math.min(instant, to) - from) / MINUTE);
    }
    return count;
  }

  /** When a minute of trade begins. */
  startOf(minute: number): number {
    const stretch = this.stretches.findLast(({ before }) => before <= minute) as Stretch;
    return stretch.from + (minute - stretch.before) * MINUTE;
  }

  /** The last step begun at or before an instant: in a pause, and after the close, the last of the minute before. @returns undefined before the opening */
  momentAt(instant: number): Moment | undefined {
    const stretch = this.stretches.findLast(({ from }) => from <= instant);
    if (stretch === undefined) return undefined;
    const ms = Math.min(instant, stretch.to - 1) - stretch.from;
    const minute = Math.floor(ms / MINUTE);
    const step = Math.min(LAST_STEP, Math.floor((ms - minute * MINUTE) / STEP_MS));
    return { minute: stretch.before + minute, step, at: stretch.from + minute * MINUTE + step * STEP_MS };
  }

  /** True when it is traded at this instant. */
  isOpen(instant: number): boolean {
    return this.stretches.some(({ from, to }) => from <= instant && instant < to);
  }
}

function haltOf(key: number, day: number, open: number, close: number): Array<{ from: number; to: number }> {
  const minutes = (close - open) / MINUTE;
  if (mix(key, day) % DAYS_A_HALT !== 0 || minutes < 120) return [];
  const from = open + (30 + (mix(key, day ^ 0x40000000) % (minutes - 90))) * MINUTE;
  return [{ from, to: from + (10 + (mix(key, day ^ 0x20000000) % 21)) * MINUTE }];
}
