import { MINUTE_MS } from '../../../time/durations.js';
import type { Session } from '../calendar/trading-calendar.js';
import { continuousTrading } from '../candles/expected-candles.js';

/** The time between price changes: slightly less than four a second, so that each tick can be sent immediately. */
export const STEP_MS = 300;
export const STEPS = MINUTE_MS / STEP_MS;
export const LAST_STEP = STEPS - 1;

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

/** The trading minutes of a session, without breaks. */
export class TradingMinutes {
  readonly count: number;
  private readonly periods: TradingPeriod[] = [];

  constructor(session: Session) {
    let before = 0;
    for (const { from, to } of continuousTrading(session)) {
      this.periods.push({ from, to, before });
      before += Math.floor((to - from) / MINUTE_MS);
    }
    this.count = before;
  }

  /** Returns how many trading minutes begin before an instant. */
  before(instant: number): number {
    const period = this.periods.findLast(({ from }) => from < instant);
    return period === undefined
      ? 0
      : period.before + Math.ceil((Math.min(instant, period.to) - period.from) / MINUTE_MS);
  }

  /**
   * Returns the last step begun at or before an instant; during a break and after the close, the last step of the
   * previous minute.
   * @returns undefined before the opening
   */
  momentAt(instant: number): Moment | undefined {
    const period = this.periods.findLast(({ from }) => from <= instant);
    if (period === undefined) return undefined;
    const ms = Math.min(instant, period.to - 1) - period.from;
    const minute = Math.floor(ms / MINUTE_MS);
    const step = Math.min(LAST_STEP, Math.floor((ms - minute * MINUTE_MS) / STEP_MS));
    return { minute: period.before + minute, step, at: period.from + minute * MINUTE_MS + step * STEP_MS };
  }

  /** Returns whether an instant is in trading hours. */
  isOpen(instant: number): boolean {
    return this.periods.some(({ from, to }) => from <= instant && instant < to);
  }
}
