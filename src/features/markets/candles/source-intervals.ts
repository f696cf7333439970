import { type Interval, intradayMs } from '../interval.js';
import type { Slot } from './slots.js';

/** How bars of an interval are come by. */
export interface SourcePlan {
  /** What the provider is asked for. */
  source: Interval;
  /** False when the provider's bars open at other times than trading does (on the hour, of an exchange that opens at half past), and stay as they are. */
  inSlots: boolean;
}

/** More bars than this are not gathered for one answer. */
const mostSourceBars = 100_000;

const intraday: Interval[] = ['1h', '15m', '5m', '1m'];

/**
 * The ways to bars of an interval, best first: as they are wanted, otherwise of the longest shorter interval that divides the trading hours where the wanted one does.
 * Weeks and months are always joined from days, so that they begin alike with every provider.
 */
export function sourcePlans(interval: Interval, slots: readonly Slot[]): SourcePlan[] {
  const length = intradayMs(interval);
  const tradingMs = slots.reduce((sum, { from, to }) => sum + to - from, 0);
  const usable = intraday.filter((source) => {
    const step = intradayMs(source) as number;
    return (length === undefined || step <= length) && tradingMs / step <= mostSourceBars && slots.every(({ from }) => from % step === 0);
  });
  const plans = usable.map((source) => ({ source, inSlots: true }));
  if (length === undefined) return [{ source: '1d', inSlots: true }, ...plans];
  return usable.includes(interval) ? plans : [...plans, { source: interval, inSlots: false }];
}
