import { ExchangeCalendar } from '../../../../src/features/markets/calendar/exchange-calendar.js';
import { InstrumentTable } from '../../../../src/features/markets/directory/instrument-table.js';
import type { Interval } from '../../../../src/features/markets/interval.js';
import { type MarketSymbol, parseSymbol } from '../../../../src/features/markets/market-symbol.js';
import { SimulatorProvider } from '../../../../src/features/markets/simulator/simulator.provider.js';
import { ManualClock } from '../../../support/manual-clock.js';
import { ManualTimers } from '../../../support/manual-timers.js';

const instruments = new InstrumentTable();
const calendar = new ExchangeCalendar(instruments);

export const symbolOf = (text: string): MarketSymbol => parseSymbol(text) as MarketSymbol;

/** Returns the simulator with a clock that the test sets. */
export function simulatorAt(now: string, seed = 1) {
  const clock = new ManualClock(Date.parse(now));
  const timers = new ManualTimers(clock);
  const provider = new SimulatorProvider({ seed, clock, calendar, instruments, timers });
  const candles = (symbol: string, interval: Interval, from: string | number, to: string | number = clock.now() + 1) =>
    provider.candles.candles(symbolOf(symbol), interval, new Date(from), new Date(to));
  const quote = async (symbol: string) => (await provider.quotes.quotes([symbolOf(symbol)]))[0];
  return { provider, clock, timers, calendar, candles, quote };
}
