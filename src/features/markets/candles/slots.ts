import { DAY_MS } from '../../../durations.js';
import type { Session } from '../calendar/trading-calendar.js';
import { type Interval, intradayMs } from '../interval.js';

/** The stretch of trading a bar stands for (ms since the epoch). */
export interface Slot {
  /** The time of its bar: see `Candle.time`. */
  time: number;
  /** When its trading begins and ends; pauses may lie within one of a day or longer. */
  from: number;
  to: number;
}

/** Midnight in UTC of a day such as `2026-11-20`. */
export const midnightOf = (day: string): number => Date.parse(`${day}T00:00:00Z`);

/** The day of a midnight in UTC. */
export const dayAt = (midnight: number): string => new Date(midnight).toISOString().slice(0, 10);

/** First day (midnight in UTC) of the day, week or month that a day is in. Weeks begin on Monday. */
export function periodStart(interval: Interval, midnight: number): number {
  const date = new Date(midnight);
  if (interval === '1w') return midnight - ((date.getUTCDay() + 6) % 7) * DAY_MS;
  if (interval === '1M') return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1);
  return midnight;
}

/** First day after the day, week or month that begins on a day. */
export function periodEnd(interval: Interval, start: number): number {
  const date = new Date(start);
  if (interval === '1M') return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1);
  return start + (interval === '1w' ? 7 : 1) * DAY_MS;
}

/** The stretches of a session without a pause. */
export function tradingStretches({ open, close, breaks }: Session): Array<{ from: number; to: number }> {
  const stretches: Array<{ from: number; to: number }> = [];
  let from = open.getTime();
  for (const pause of breaks) {
    if (pause.from.getTime() > from) stretches.push({ from, to: pause.from.getTime() });
    from = pause.to.getTime();
  }
  if (close.getTime() > from) stretches.push({ from, to: close.getTime() });
  return stretches;
}

/** How many bars of an intraday length a session has. */
export const slotCount = (session: Session, step: number): number =>
  tradingStretches(session).reduce((count, { from, to }) => count + Math.ceil((to - from) / step), 0);

/**
 * The bars that sessions have, ascending. Intraday ones are counted from the opening of the session, and anew after a pause: 09:30, 10:30, … of an
 * exchange that opens at half past nine; the last one of a session may be shorter.
 */
export function slotsOf(sessions: readonly Session[], interval: Interval): Slot[] {
  const step = intradayMs(interval);
  return step === undefined ? longSlots(sessions, interval) : sessions.flatMap((session) => shortSlots(session, step));
}

function shortSlots(session: Session, step: number): Slot[] {
  const slots: Slot[] = [];
  for (const { from, to } of tradingStretches(session)) {
    for (let time = from; time < to; time += step) slots.push({ time, from: time, to: Math.min(time + step, to) });
  }
  return slots;
}

function longSlots(sessions: readonly Session[], interval: Interval): Slot[] {
  const slots: Slot[] = [];
  for (const { day, open, close } of sessions) {
    const time = periodStart(interval, midnightOf(day));
    const last = slots.at(-1);
    if (last?.time === time) last.to = close.getTime();
    else slots.push({ time, from: open.getTime(), to: close.getTime() });
  }
  return slots;
}
