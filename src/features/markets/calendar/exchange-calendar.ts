import { Service } from 'typedi';
import { BoundedCache } from '../../../cache/bounded-cache.js';
import { formatDay, parseDay } from '../civil-day.js';
import { InstrumentTable } from '../directory/instrument-table.js';
import { FLOW_VENUE, type MarketSymbol } from '../market-symbol.js';
import type { MarketState } from '../quote.js';
import { aroundTheClock, commodityWeek, currencyWeek, weekdays } from './continuous-schedules.js';
import { ExchangeSchedule } from './exchange-schedule.js';
import { exchangeOf, exchanges } from './exchanges.js';
import { type Schedule, stateAt, type TradingDay } from './schedule.js';
import { type Session, TradingCalendar } from './trading-calendar.js';
import { tradingRules } from './trading-rules.js';

/**
 * Minimum number of sessions of a range that is cached; shorter ranges are quick to compute. Each schedule keeps its
 * last two ranges; a range of ten years takes a megabyte.
 */
const MIN_KEPT = 200;
const MAX_RANGES = 2;

/**
 * Trading calendar by the rules of the exchanges. An index follows the exchange of its instrument, otherwise an
 * exchange of its country; venues with unknown hours count as trading on weekdays. The days of currencies and
 * commodities change at 17:00 in New York.
 */
@Service()
export class ExchangeCalendar extends TradingCalendar {
  private readonly schedules = new Map<string, ExchangeSchedule>(
    exchanges.map((exchange) => [exchange.code, new ExchangeSchedule(exchange, tradingRules[exchange.code])]),
  );

  private readonly known = new Map<Schedule, BoundedCache<readonly Session[]>>();

  constructor(private readonly instruments: InstrumentTable) {
    super();
  }

  /**
   * Returns the schedule of an exchange.
   * @param code a MIC or a venue, in upper case
   * @returns undefined if the calendar is unknown
   */
  exchange(code: string): ExchangeSchedule | undefined {
    const exchange = exchangeOf(code);
    return exchange && this.schedules.get(exchange.code);
  }

  sessions(symbol: MarketSymbol, from: string, to: string): Session[] {
    const schedule = this.scheduleOf(symbol);
    const key = `${from} ${to}`;
    const known = this.known.get(schedule)?.get(key);
    if (known !== undefined) return [...known];
    const found: Session[] = [];
    const last = parseDay(to);
    for (let day = parseDay(from); day <= last; day += 1) {
      const session = schedule.on(day);
      if (session !== undefined) found.push(asSession(session));
    }
    if (found.length >= MIN_KEPT) this.keep(schedule, key, found);
    return found;
  }

  /** Caches sessions, as the symbols of one response often share an exchange and a range of years. */
  private keep(schedule: Schedule, key: string, sessions: readonly Session[]): void {
    const ranges = this.known.get(schedule) ?? new BoundedCache<readonly Session[]>(MAX_RANGES);
    this.known.set(schedule, ranges);
    ranges.set(key, [...sessions]);
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
    if (assetClass === 'crypto' || venue === FLOW_VENUE) return aroundTheClock;
    if (assetClass === 'fx') return currencyWeek;
    if (assetClass === 'commodity') return commodityWeek;
    return this.exchange(venue) ?? this.homeOf(text) ?? weekdays;
  }

  private homeOf(symbol: string): Schedule | undefined {
    const instrument = this.instruments.find(symbol);
    if (instrument === undefined) return undefined;
    return (
      this.exchange(instrument.exchange ?? '') ??
      this.exchange(exchanges.find(({ country }) => country === instrument.country)?.code ?? '')
    );
  }
}

const asSession = ({ day, open, close, breaks, early }: TradingDay): Session => ({
  day: formatDay(day),
  open: new Date(open),
  close: new Date(close),
  breaks: breaks.map(({ from, to }) => ({ from: new Date(from), to: new Date(to) })),
  early,
});
