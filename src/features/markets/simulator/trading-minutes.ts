import { MINUTE_MS } from '../../../time/durations.js';
import type { Session } from '../calendar/trading-calendar.js';
import { continuousTrading } from '../candles/expected-candles.js';

/** Time between price changes (ms): slightly more than 250 ms, so that each tick can be sent at once. */
export const STEP_MS = 300;
export const STEPS = MINUTE_MS / STEP_MS;
export const LAST_STEP = STEPS - 1;

/** A step of a trading day. */
export interface Moment {
  /** Trading minutes since the opening, from 0. */
  minute: number;
  /** The step within the minute, from 0. */
  step: number;
  /** Time (ms) at which the step began. */
  at: number;
}

interface TradingPeriod {
  from: number;
  to: number;
  /** Number of trading minutes before the period. */
  before: number;
}

/** The trading minutes of a session, which exclude its breaks. */
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

  /** Returns the number of trading minutes that begin before an instant. */
  before(instant: number): number {
    const period = this.periods.findLast(({ from }) => from < instant);
    return period === undefined
      ? 0
      : period.before + Math.ceil((Math.min(instant, period.to) - period.from) / MINUTE_MS);
  }

  /**
   * Returns the last step that began at or before an instant; during a break and after the close, the last step of the
   * minute before.
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

  /** Returns true if an instant is in trading hours. */
  isOpen(instant: number): boolean {
    return this.periods.some(({ from, to }) => from <= instant && instant < to);
  }
}
