import { DAY_MS, HOUR_MS } from '../../../time/durations.js';
import { TimeZone } from '../../../time/time-zone.js';
import { type DayNumber, easterSunday, isWeekend, yearOf } from '../civil-day.js';
import type { Schedule, TradingDay } from './schedule.js';

// Maximum number of cached days: more than a century.
const MAX_DAYS = 40_000;

const tradingDay = (day: DayNumber, open: number, close: number): TradingDay => ({
  day,
  preOpen: null,
  open,
  close,
  postClose: null,
  breaks: [],
  early: false,
});

const utcDay = (instant: number): DayNumber => Math.floor(instant / DAY_MS);

/** The schedule of crypto-assets and measured series: every UTC day from midnight to midnight. */
export const aroundTheClock: Schedule = {
  dayOf: utcDay,
  on: (day) => tradingDay(day, day * DAY_MS, (day + 1) * DAY_MS),
};

/** The schedule of venues with unknown hours: Monday to Friday in UTC, so that at least weekends are not gaps. */
export const weekdays: Schedule = {
  dayOf: utcDay,
  on: (day) => (isWeekend(day) ? undefined : tradingDay(day, day * DAY_MS, (day + 1) * DAY_MS)),
};

/**
 * The schedule of a market that opens in the evening of the previous day and closes at 17:00 in New York, where its day
 * changes. It trades on five days a week, the first of which begins on Sunday evening.
 */
class NewYorkDays implements Schedule {
  private readonly zone = TimeZone.of('America/New_York');
  private readonly days = new Map<DayNumber, TradingDay | undefined>();

  /** @param opensAt minutes after midnight of the previous day */
  constructor(
    private readonly opensAt: number,
    private readonly isHoliday: (day: DayNumber) => boolean,
  ) {}

  dayOf(instant: number): DayNumber {
    // Clocks change at night on a weekend, outside trading hours, so adding seven hours is correct on all trading days.
    return this.zone.dayOf(instant + 7 * HOUR_MS);
  }

  on(day: DayNumber): TradingDay | undefined {
    if (this.days.has(day)) return this.days.get(day);
    const created = this.make(day);
    if (this.days.size >= MAX_DAYS) this.days.clear();
    this.days.set(day, created);
    return created;
  }

  private make(day: DayNumber): TradingDay | undefined {
    if (isWeekend(day) || this.isHoliday(day)) return undefined;
    return tradingDay(day, this.zone.instantOf(day - 1, this.opensAt), this.zone.instantOf(day, 17 * 60));
  }
}

const isMonthDay = (day: DayNumber, ...texts: string[]) =>
  texts.includes(new Date(day * DAY_MS).toISOString().slice(5, 10));

/**
 * The schedule of currencies (interbank): Sunday 17:00 to Friday 17:00 in New York without a break. 25 December and 1
 * January are closed, from 17:00 on the eve to 17:00 on the day.
 */
export const currencyWeek: Schedule = new NewYorkDays(17 * 60, (day) => isMonthDay(day, '12-25', '01-01'));

/**
 * The schedule of commodities (metals and energy on CME Globex): like currencies, with a break from 17:00 to 18:00, and
 * closed on Good Friday too.
 */
export const commodityWeek: Schedule = new NewYorkDays(
  18 * 60,
  (day) => isMonthDay(day, '12-25', '01-01') || day === easterSunday(yearOf(day)) - 2,
);
