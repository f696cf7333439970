import type { ExchangeCode } from './exchanges.js';
import { americanHolidays } from './holidays/american.js';
import { australianHolidays } from './holidays/australian.js';
import { britishHolidays } from './holidays/british.js';
import { canadianHolidays } from './holidays/canadian.js';
import { euronextHolidays, swissHolidays, xetraHolidays } from './holidays/european.js';
import { hongKongHolidays } from './holidays/hong-kong.js';
import { japaneseHolidays } from './holidays/japanese.js';
import type { HolidayRules } from './holidays/special-days.js';

/** Trading hours in minutes after midnight, in the exchange's own time. */
export interface TradingHours {
  /** First day with these hours; null: always. */
  since: string | null;
  open: number;
  /** End of continuous trading; a closing auction may follow. */
  close: number;
  /** Breaks within the trading hours. */
  breaks: ReadonlyArray<readonly [from: number, to: number]>;
  /** Start of pre-market trading; null without such trading. */
  preOpen: number | null;
  /** Length of post-market trading, also after an early close; null without such trading. */
  postMinutes: number | null;
}

/** The hours and holidays of an exchange. */
export interface TradingRules {
  /** Trading hours by `since`, ascending; the last ones that have begun apply. */
  hours: readonly TradingHours[];
  holidays: HolidayRules;
  /** The first year for which `holidays` is correct. */
  rightSince: number;
}

/** Returns the minutes after midnight of a time such as `09:30`. */
const minutes = (text: string): number => Number(text.slice(0, 2)) * 60 + Number(text.slice(3));

const hours = (open: string, close: string, more: Partial<TradingHours> = {}): TradingHours => ({
  since: null,
  open: minutes(open),
  close: minutes(close),
  breaks: [],
  preOpen: null,
  postMinutes: null,
  ...more,
});

const american: TradingRules = {
  hours: [hours('09:30', '16:00', { preOpen: minutes('04:00'), postMinutes: 240 })],
  holidays: americanHolidays,
  rightSince: 2000,
};
const euronext: TradingRules = {
  hours: [hours('09:00', '17:30')],
  holidays: (year) => euronextHolidays(year),
  rightSince: 2003,
};
const tokyo = { breaks: [[minutes('11:30'), minutes('12:30')] as const] };
const hongKong = { breaks: [[minutes('12:00'), minutes('13:00')] as const] };

/** The hours and holidays of exchanges, as published by them. */
export const tradingRules: Readonly<Record<ExchangeCode, TradingRules>> = {
  XNYS: american,
  XNAS: american,
  XLON: { hours: [hours('08:00', '16:30')], holidays: britishHolidays, rightSince: 2000 },
  XETR: { hours: [hours('09:00', '17:30')], holidays: xetraHolidays, rightSince: 2003 },
  XPAR: euronext,
  XAMS: euronext,
  XBRU: euronext,
  XLIS: {
    ...euronext,
    hours: [hours('08:00', '16:30')],
    holidays: (year) => euronextHolidays(year, minutes('13:05')),
  },
  XSWX: { hours: [hours('09:00', '17:30')], holidays: swissHolidays, rightSince: 2000 },
  XTSE: { hours: [hours('09:30', '16:00')], holidays: canadianHolidays, rightSince: 2000 },
  XTKS: {
    hours: [hours('09:00', '15:00', tokyo), hours('09:00', '15:30', { ...tokyo, since: '2024-11-05' })],
    holidays: japaneseHolidays,
    rightSince: 2000,
  },
  XHKG: { hours: [hours('09:30', '16:00', hongKong)], holidays: hongKongHolidays, rightSince: 2012 },
  XASX: { hours: [hours('10:00', '16:00')], holidays: australianHolidays, rightSince: 2011 },
};
