import { Service } from 'typedi';
import { Problem } from '../../../api/problem.js';
import { Clock } from '../../../time/clock.js';
import { dayNumber, formatDay, parseDay, yearOf } from '../civil-day.js';
import type { MarketState } from '../quote.js';
import { ExchangeCalendar } from './exchange-calendar.js';
import type { ExchangeSchedule } from './exchange-schedule.js';
import { type Exchange, exchanges } from './exchanges.js';
import type { SpecialDay } from './holidays/special-days.js';
import { nextAfter, stateAt, type TradingDay } from './schedule.js';
import type { TradingHours } from './trading-rules.js';

/**
 * The last year for which the equinoxes, Ching Ming and the months of the Chinese calendar are known; other rules have
 * no limit.
 */
const LAST_YEAR = 2099;
/** Number of days ahead for which holidays are listed. */
const DAYS_AHEAD = 366;

export interface ListedExchange {
  exchange: Exchange;
  /** The hours of today. */
  hours: TradingHours;
  /** The first year for which hours and holidays are known. */
  rightSince: number;
  state: MarketState;
}

export interface ExchangeHours {
  exchange: Exchange;
  /** The day, such as `2026-11-20`. */
  date: string;
  /** Trading hours of the day; undefined: no trading. */
  trading: TradingDay | undefined;
  /** The reason for no trading or an early close; undefined on ordinary days and weekends. */
  special: SpecialDay | undefined;
  /** State of the market now. */
  state: MarketState;
  /** Next opening and close after now (ms since 1970); null if the exchange stays closed, or open, for a month. */
  nextOpen: number | null;
  nextClose: number | null;
  /** Holidays and early closes from the date on, for a year. */
  holidays: SpecialDay[];
}

/** Lists exchanges and their trading hours. */
@Service()
export class ExchangesService {
  constructor(
    private readonly calendar: ExchangeCalendar,
    private readonly clock: Clock,
  ) {}

  /** Returns every exchange with a known calendar. */
  list(): ListedExchange[] {
    const now = this.clock.now();
    return exchanges.map((exchange) => {
      const schedule = this.scheduleOf(exchange.code);
      return {
        exchange,
        hours: schedule.hoursOn(schedule.dayOf(now)),
        rightSince: schedule.rules.rightSince,
        state: stateAt(schedule, now),
      };
    });
  }

  /**
   * Returns the hours of an exchange on a day.
   * @param code a MIC or a venue, case-insensitive
   * @param date undefined: today at the exchange
   * @throws Problem `not_found`; `unprocessable` for a day outside the years of the calendar
   */
  hours(code: string, date?: string): ExchangeHours {
    const schedule = this.scheduleOf(code);
    const { exchange, rules } = schedule;
    const now = this.clock.now();
    const day = date === undefined ? schedule.dayOf(now) : parseDay(date);
    if (day < dayNumber(rules.rightSince, 1, 1) || day > dayNumber(LAST_YEAR, 12, 31))
      throw outOfRange(rules.rightSince);
    return {
      exchange,
      date: formatDay(day),
      trading: schedule.on(day),
      special: schedule.special(day),
      state: stateAt(schedule, now),
      nextOpen: nextAfter(schedule, now, 'open'),
      nextClose: nextAfter(schedule, now, 'close'),
      holidays: [yearOf(day), yearOf(day) + 1]
        .flatMap((year) => (year > LAST_YEAR ? [] : schedule.specialDays(year)))
        .filter((special) => special.day >= day && special.day < day + DAYS_AHEAD),
    };
  }

  private scheduleOf(code: string): ExchangeSchedule {
    const schedule = this.calendar.exchange(code.toUpperCase());
    if (schedule !== undefined) return schedule;
    throw new Problem('not_found', {
      detail: 'The calendar of this exchange is unknown. GET /markets/exchanges lists the exchanges with a calendar.',
    });
  }
}

function outOfRange(rightSince: number): Problem {
  const detail = `The calendar of this exchange is known from ${rightSince}-01-01 to ${LAST_YEAR}-12-31. Use a day in this range.`;
  return new Problem('unprocessable', {
    detail,
    errors: [{ pointer: 'query/date', detail: 'is outside the years of the calendar' }],
  });
}
