import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../durations.js';
import type { TradingCalendar } from '../calendar/trading-calendar.js';
import { type Interval, intradayMs } from '../interval.js';
import type { MarketSymbol } from '../market-symbol.js';
import { dayAt, midnightOf } from './slots.js';

/** How long after its end a provider may still change a bar. Live ones mend late trades for a moment; delayed ones finish a day hours after its close. */
function settlingMs(isDaily: boolean, delaySeconds: number): number {
  if (delaySeconds === 0) return (isDaily ? 10 : 2) * MINUTE_MS;
  return delaySeconds * 1_000 + (isDaily ? 12 : 4) * HOUR_MS;
}

/** Bars whose `time` is before this moment (ms since the epoch) will not change any more. It never goes back. */
export function finalBefore(calendar: TradingCalendar, symbol: MarketSymbol, interval: Interval, delaySeconds: number, now: number): number {
  const step = intradayMs(interval);
  const settled = now - settlingMs(step === undefined, delaySeconds);
  if (step !== undefined) return Math.floor(settled / step) * step;
  const today = midnightOf(calendar.dayOf(symbol, new Date(now)));
  const sessions = calendar.sessions(symbol, dayAt(today - 10 * DAY_MS), dayAt(today + 7 * DAY_MS));
  const open = sessions.find(({ close }) => close.getTime() > settled);
  return open === undefined ? today : midnightOf(open.day);
}
