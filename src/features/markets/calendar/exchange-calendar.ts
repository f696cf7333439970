import { Service } from 'typedi';
import { formatDay, parseDay } from '../civil-day.js';
import { InstrumentTable } from '../directory/instrument-table.js';
import type { MarketSymbol } from '../market-symbol.js';
import type { MarketState } from '../quote.js';
import { aroundTheClock, commodityWeek, currencyWeek, weekdays } from './continuous-schedules.js';
import { ExchangeSchedule } from './exchange-schedule.js';
import { exchangeOf, exchanges } from './exchanges.js';
import { type Schedule, stateAt, type TradingDay } from './schedule.js';
import { type Session, TradingCalendar } from './trading-calendar.js';

/**
 * Trading calendar by the rules of the exchanges. An index uses the exchange of its instrument, otherwise one of its country; venues with unknown hours
 * count as trading on weekdays. The days of currencies and commodities change at 17:00 in New York.
 */
@Service()
export class ExchangeCalendar extends TradingCalendar {
  private readonly schedules = new Map(exchanges.map((exchange) => [exchange.code, new ExchangeSchedule(exchange)]));

  constructor(private readonly instruments: InstrumentTable) {
    super();
  }

  /** @param code a MIC or a venue, in upper case. @returns undefined if the calendar is unknown */
  exchange(code: string): ExchangeSchedule | undefined {
    const exchange = exchangeOf(code);
    return exchange && this.schedules.get(exchange.code);
  }

  sessions(symbol: MarketSymbol, from: string, to: string): Session[] {
    const schedule = this.scheduleOf(symbol);
    const found: Session[] = [];
    const last = parseDay(to);
    for (let day = parseDay(from); day <= last; day += 1) {
      const session = schedule.on(day);
      if (session !== undefined) found.push(asSession(session));
    }
    return found;
  }

  isKnown(symbol: MarketSymbol): boolean {
    return this.scheduleOf(symbol) !== weekdays;
  }

  state(symbol: MarketSymbol, at: Date): MarketState {
    return stateAt(this.scheduleOf(symbol), at.getTime());
  }

  dayOf(symbol: MarketSymbol, at: Date): string {
    return formatDay(this.scheduleOf(symbol).dayOf(at.getTime()));
  }

  private scheduleOf({ assetClass, venue, text }: MarketSymbol): Schedule {
    if (assetClass === 'crypto') return aroundTheClock;
    if (assetClass === 'fx') return currencyWeek;
    if (assetClass === 'commodity') return commodityWeek;
    return this.exchange(venue) ?? this.homeOf(text) ?? weekdays;
  }

  private homeOf(symbol: string): Schedule | undefined {
    const instrument = this.instruments.find(symbol);
    if (instrument === undefined) return undefined;
    return this.exchange(instrument.exchange ?? '') ?? this.exchange(exchanges.find(({ country }) => country === instrument.country)?.code ?? '');
  }
}

const asSession = ({ day, open, close, breaks, early }: TradingDay): Session => ({
  day: formatDay(day),
  open: new Date(open),
  close: new Date(close),
  breaks: breaks.map(({ from, to }) => ({ from: new Date(from), to: new Date(to) })),
  early,
});
