import type { ExchangeCode } from '../../../../src/features/markets/calendar/exchanges.js';
import { tradingRules } from '../../../../src/features/markets/calendar/trading-rules.js';
import { formatDay } from '../../../../src/features/markets/civil-day.js';

/** Returns the weekdays of a year on which an exchange is closed, such as `01-19`. */
export const closedOn = (code: ExchangeCode, year: number): string =>
  special(code, year)
    .filter(({ close }) => close === null)
    .map(({ day }) => formatDay(day).slice(5))
    .join(' ');

/** Returns the days of a year on which an exchange closes early, with the time, such as `11-27 13:00`. */
export const earlyOn = (code: ExchangeCode, year: number): string =>
  special(code, year)
    .filter(({ close }) => close !== null)
    .map(
      ({ day, close }) =>
        `${formatDay(day).slice(5)} ${Math.floor(Number(close) / 60)}:${String(Number(close) % 60).padStart(2, '0')}`,
    )
    .join(', ');

const special = (code: ExchangeCode, year: number) => tradingRules[code].holidays(year).all;
