import 'reflect-metadata';
import test from 'ava';
import { Problem } from '../../../../src/api/problem.js';
import { ExchangeCalendar } from '../../../../src/features/markets/calendar/exchange-calendar.js';
import { windowOf } from '../../../../src/features/markets/candles/candle-window.js';
import { InstrumentTable } from '../../../../src/features/markets/directory/instrument-table.js';
import { type MarketSymbol, parseSymbol } from '../../../../src/features/markets/market-symbol.js';

const DAY = 86_400_000;
const now = Date.parse('2026-11-20T15:00:00Z');

/** A calendar that counts the days that are requested. */
class CountingCalendar extends ExchangeCalendar {
  days = 0;

  override sessions(symbol: MarketSymbol, from: string, to: string) {
    this.days += (Date.parse(to) - Date.parse(from)) / DAY + 1;
    return super.sessions(symbol, from, to);
  }
}

for (const symbol of ['AAPL.US', 'EURUSD.FOREX', 'BTC-USD.CC']) {
  test(`a range of days of ${symbol} that is far too long is rejected without enumerating it, and the suggested start fits`, (t) => {
    const calendar = new CountingCalendar(new InstrumentTable());
    const ask = (from: string) =>
      windowOf(calendar, parseSymbol(symbol) as MarketSymbol, { interval: '1d', from }, now);
    const refused = t.throws(() => ask('1950-01-01'), { instanceOf: Problem });
    t.true(calendar.days < 8_100, `${calendar.days}`);
    const advised = /begin at (\S+?)T/.exec(refused?.detail ?? '')?.[1] as string;
    t.is(ask(advised).expected.length, 5_000);
  });
}
