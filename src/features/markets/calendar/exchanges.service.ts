import { Service } from 'typedi';
import { Clock } from '../../../clock.js';
import { Problem } from '../../../http/problem.js';
import { dayNumber, formatDay, parseDay, yearOf } from '../civil-day.js';
import type { MarketState } from '../quote.js';
import type { Exchange, TradingHours } from './exchange.js';
import { ExchangeCalendar } from './exchange-calendar.js';
import type { ExchangeSchedule } from './exchange-schedule.js';
import { exchanges } from './exchanges.js';
import type { SpecialDay } from './holidays/special-days.js';
import { nextAfter, stateAt, type TradingDay } from './schedule.js';

/** The rules of Easter hold for ever, but equinoxes, Ching Ming and the months of the Chinese calendar are known for this century. */
const LAST_YEAR = 2099;
/** How far ahead holidays are told. */
const DAYS_AHEAD = 366;

export interface ListedExchange {
  exchange: Exchange;
  /** Those of today. */
  hours: TradingHours;
  state: MarketState;
}

export interface ExchangeHours {
  exchange: Exchange;
  /** `2026-11-20`. */
  date: string;
  /** Undefined: no trading. */
  trading: TradingDay | undefined;
  /** Why there is none or it ends early; undefined on a usual day and on a weekend. */
  special: SpecialDay | undefined;
  /** Now. */
  state: MarketState;
  /** From now on; null when there is none within a month. */
  nextOpen: number | null;
  nextClose: number | null;
  /** Of a year, from the date on. */
  holidays: SpecialDay[];
}

/** What the calendars say, for people. */
@Service()
export class ExchangesService {
  constructor(
    private readonly calendar: ExchangeCalendar,
    private readonly clock: Clock,
  ) {}

  /** Every exchange whose calendar is known. */
  list(): ListedExchange[] {
    const now = this.clock.now();
    return exchanges.map((exchange) => {
      const schedule = this.scheduleOf(exchange.code);
      return { exchange, hours: schedule.hoursOn(schedule.dayOf(now)), state: stateAt(schedule, now) };
    });
  }

  /**
   * @param code a MIC or a venue, in either case
   * @param date undefined: the day it is there
   * @throws Problem `not_found`; `unprocessable` for a day outside the years for which the calendar is right
   */
  hours(code: string, date?: string): ExchangeHours {
    const schedule = this.scheduleOf(code);
    const { exchange } = schedule;
    const now = this.clock.now();
    const day = date === undefined ? schedule.dayOf(now) : parseDay(date);
    if (day < dayNumber(exchange.rightSince, 1, 1) || day > dayNumber(LAST_YEAR, 12, 31)) throw outOfRange(exchange);
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
    throw new Problem('not_found', { detail: 'The calendar of this exchange is not known. GET /markets/exchanges lists those that are.' });
  }
}

function outOfRange({ rightSince }: Exchange): Problem {
  const detail = `The calendar of this exchange is known from ${rightSince}-01-01 to ${LAST_YEAR}-12-31. Ask for a day within.`;
  return new Problem('unprocessable', { detail, errors: [{ pointer: 'query/date', detail: 'is not within the years that are known' }] });
}
