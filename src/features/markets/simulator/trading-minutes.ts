import { mix } from '../../../simulation/noise.js';
import type { Session } from '../calendar/trading-calendar.js';
import { LAST_STEP, STEP_MS } from './minute-shape.js';

const MINUTE = 60_000;
/** One trading halt of 10 to 30 minutes in this many days. */
const DAYS_PER_HALT = 400;

/** A moment of a trading day. */
export interface Moment {
  /** Trading minutes since the opening, from 0. */
  minute: number;
  /** The step within the minute, from 0. */
  step: number;
  /** When the step began (ms). */
  at: number;
}

interface TradingPeriod {
  from: number;
  to: number;
  /** Trading minutes before it. */
  before: number;
}

/** The trading minutes of a session, without breaks and trading halts. */
export class TradingMinutes {
  readonly count: number;
  private readonly periods: TradingPeriod[] = [];

  /** @param haltKey undefined for assets that are never halted */
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
        this.periods.push({ from, to: pause.from, before });
        before += Math.floor((pause.from - from) / MINUTE);
      }
      from = Math.max(from, pause.to);
    }
    this.count = before;
  }

  /** Returns how many trading minutes begin before an instant. */
  before(instant: number): number {
    let count = 0;
    for (const { from, to, before } of this.periods) {
      if (instant <= from) break;
      count = before + Math.ceil((Math.min(instant, to) - from) / MINUTE);
    }
    return count;
  }

  /** Returns when a trading minute begins. */
  startOf(minute: number): number {
    const period = this.periods.findLast(({ before }) => before <= minute) as TradingPeriod;
    return period.from + (minute - period.before) * MINUTE;
  }

  /**
   * Returns the last step begun at or before an instant; during a break and after the close, the last step of the previous minute.
   * @returns undefined before the opening
   */
  momentAt(instant: number): Moment | undefined {
    const period = this.periods.findLast(({ from }) => from <= instant);
    if (period === undefined) return undefined;
    const ms = Math.min(instant, period.to - 1) - period.from;
    const minute = Math.floor(ms / MINUTE);
    const step = Math.min(LAST_STEP, Math.floor((ms - minute * MINUTE) / STEP_MS));
    return { minute: period.before + minute, step, at: period.from + minute * MINUTE + step * STEP_MS };
  }

  /** Returns whether an instant is in trading hours. */
  isOpen(instant: number): boolean {
    return this.periods.some(({ from, to }) => from <= instant && instant < to);
  }
}

function haltOf(key: number, day: number, open: number, close: number): Array<{ from: number; to: number }> {
  const minutes = (close - open) / MINUTE;
  if (mix(key, day) % DAYS_PER_HALT !== 0 || minutes < 120) return [];
  const from = open + (30 + (mix(key, day ^ 0x40000000) % (minutes - 90))) * MINUTE;
  return [{ from, to: from + (10 + (mix(key, day ^ 0x20000000) % 21)) * MINUTE }];
}
