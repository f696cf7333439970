import { TimeZone } from '../../../time/time-zone.js';
import { type DayNumber, formatDay, isWeekend, yearOf } from '../civil-day.js';
import type { Exchange } from './exchanges.js';
import type { SpecialDay, SpecialDays } from './holidays/special-days.js';
import type { Schedule, TradingDay } from './schedule.js';
import type { TradingHours, TradingRules } from './trading-rules.js';

// Maximum number of cached days: more than a century of one exchange.
const MAX_DAYS = 40_000;

/** Calculates the trading days of an exchange, each once. */
export class ExchangeSchedule implements Schedule {
  private readonly zone: TimeZone;
  private readonly years = new Map<number, SpecialDays>();
  private readonly days = new Map<DayNumber, TradingDay | undefined>();

  constructor(
    readonly exchange: Exchange,
    readonly rules: TradingRules,
  ) {
    this.zone = TimeZone.of(exchange.timeZone);
  }

  dayOf(instant: number): DayNumber {
    return this.zone.dayOf(instant);
  }

  on(day: DayNumber): TradingDay | undefined {
    if (this.days.has(day)) return this.days.get(day);
    const created = this.make(day);
    if (this.days.size >= MAX_DAYS) this.days.clear();
    this.days.set(day, created);
    return created;
  }

  /** Returns the holidays and early closes of a year, in order. */
  specialDays(year: number): SpecialDay[] {
    return this.yearOf(year).all;
  }

  special(day: DayNumber): SpecialDay | undefined {
    return this.yearOf(yearOf(day)).on(day);
  }

  hoursOn(day: DayNumber): TradingHours {
    const text = formatDay(day);
    return this.rules.hours.findLast(({ since }) => since === null || since <= text) as TradingHours;
  }

  private make(day: DayNumber): TradingDay | undefined {
    const special = this.special(day);
    if (isWeekend(day) || special?.close === null) return undefined;
    const { open, close: usual, breaks, preOpen, postMinutes } = this.hoursOn(day);
    const close = special?.close ?? usual;
    const at = (minutes: number) => this.zone.instantOf(day, minutes);
    return {
      day,
      preOpen: preOpen === null ? null : at(preOpen),
      open: at(open),
      close: at(close),
      postClose: postMinutes === null ? null : at(close + postMinutes),
      breaks: breaks.filter(([from]) => from < close).map(([from, to]) => ({ from: at(from), to: at(to) })),
      early: special !== undefined,
    };
  }

  private yearOf(year: number): SpecialDays {
    const known = this.years.get(year) ?? this.rules.holidays(year);
    this.years.set(year, known);
    return known;
  }
}
