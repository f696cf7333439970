import { exchangeOf } from '../../../../src/features/markets/calendar/exchanges.js';
import { formatDay } from '../../../../src/features/markets/civil-day.js';

/** Returns the weekdays of a year on which an exchange is closed, such as `01-19`. */
export const closedOn = (code: string, year: number): string =>
  special(code, year)
    .filter(({ close }) => close === null)
    .map(({ day }) => formatDay(day).slice(5))
    .join(' ');

/** Returns the days of a year on which an exchange closes early, with the time, such as `11-27 13:00`. */
export const earlyOn = (code: string, year: number): string =>
  special(code, year)
    .filter(({ close }) => close !== null)
    .map(
      ({ day, close }) =>
        `${formatDay(day).slice(5)} ${Math.floor(Number(close) / 60)}:${String(Number(close) % 60).padStart(2, '0')}`,
    )
    .join(', ');

const special = (code: string, year: number) => exchangeOf(code)?.holidays(year).all ?? [];
