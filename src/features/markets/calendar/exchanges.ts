import type { Exchange, TradingHours } from './exchange.js';
import { americanHolidays } from './holidays/american.js';
import { australianHolidays } from './holidays/australian.js';
import { britishHolidays } from './holidays/british.js';
import { canadianHolidays } from './holidays/canadian.js';
import { euronextHolidays, swissHolidays, xetraHolidays } from './holidays/european.js';
import { hongKongHolidays } from './holidays/hong-kong.js';
import { japaneseHolidays } from './holidays/japanese.js';

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

const american = {
  country: 'US',
  currency: 'USD',
  timeZone: 'America/New_York',
  venue: 'US',
  hours: [hours('09:30', '16:00', { preOpen: minutes('04:00'), postMinutes: 240 })],
  holidays: americanHolidays,
  rightSince: 2000,
};
const euronext = {
  currency: 'EUR',
  hours: [hours('09:00', '17:30')],
  holidays: (year: number) => euronextHolidays(year),
  rightSince: 2003,
};
const tokyo = { breaks: [[minutes('11:30'), minutes('12:30')] as const] };
const hongKong = { breaks: [[minutes('12:00'), minutes('13:00')] as const] };

/** The exchanges with a known calendar. Hours are as published by the exchanges. */
export const exchanges: readonly Exchange[] = [
  { code: 'XNYS', name: 'New York Stock Exchange', ...american },
  { code: 'XNAS', name: 'NASDAQ', ...american },
  {
    code: 'XLON',
    name: 'London Stock Exchange',
    country: 'GB',
    currency: 'GBP',
    timeZone: 'Europe/London',
    venue: 'LSE',
    hours: [hours('08:00', '16:30')],
    holidays: britishHolidays,
    rightSince: 2000,
  },
  {
    code: 'XETR',
    name: 'Xetra',
    country: 'DE',
    currency: 'EUR',
    timeZone: 'Europe/Berlin',
    venue: 'XETRA',
    hours: [hours('09:00', '17:30')],
    holidays: xetraHolidays,
    rightSince: 2003,
  },
  { code: 'XPAR', name: 'Euronext Paris', country: 'FR', timeZone: 'Europe/Paris', venue: 'PA', ...euronext },
  { code: 'XAMS', name: 'Euronext Amsterdam', country: 'NL', timeZone: 'Europe/Amsterdam', venue: 'AS', ...euronext },
  { code: 'XBRU', name: 'Euronext Brussels', country: 'BE', timeZone: 'Europe/Brussels', venue: 'BR', ...euronext },
  {
    ...euronext,
    code: 'XLIS',
    name: 'Euronext Lisbon',
    country: 'PT',
    timeZone: 'Europe/Lisbon',
    venue: 'LS',
    hours: [hours('08:00', '16:30')],
    holidays: (year) => euronextHolidays(year, minutes('13:05')),
  },
  {
    code: 'XSWX',
    name: 'SIX Swiss Exchange',
    country: 'CH',
    currency: 'CHF',
    timeZone: 'Europe/Zurich',
    venue: 'SW',
    hours: [hours('09:00', '17:30')],
    holidays: swissHolidays,
    rightSince: 2000,
  },
  {
    code: 'XTSE',
    name: 'Toronto Stock Exchange',
    country: 'CA',
    currency: 'CAD',
    timeZone: 'America/Toronto',
    venue: 'TO',
    hours: [hours('09:30', '16:00')],
    holidays: canadianHolidays,
    rightSince: 2000,
  },
  {
    code: 'XTKS',
    name: 'Tokyo Stock Exchange',
    country: 'JP',
    currency: 'JPY',
    timeZone: 'Asia/Tokyo',
    venue: 'TSE',
    hours: [hours('09:00', '15:00', tokyo), hours('09:00', '15:30', { ...tokyo, since: '2024-11-05' })],
    holidays: japaneseHolidays,
    rightSince: 2000,
  },
  {
    code: 'XHKG',
    name: 'Stock Exchange of Hong Kong',
    country: 'HK',
    currency: 'HKD',
    timeZone: 'Asia/Hong_Kong',
    venue: 'HK',
    hours: [hours('09:30', '16:00', hongKong)],
    holidays: hongKongHolidays,
    rightSince: 2012,
  },
  {
    code: 'XASX',
    name: 'Australian Securities Exchange',
    country: 'AU',
    currency: 'AUD',
    timeZone: 'Australia/Sydney',
    venue: 'AU',
    hours: [hours('10:00', '16:00')],
    holidays: australianHolidays,
    rightSince: 2011,
  },
];

/**
 * Returns an exchange; undefined for an unknown code.
 * @param code a MIC or a venue, in upper case; for a venue with several exchanges, the first one is returned
 */
export const exchangeOf = (code: string): Exchange | undefined =>
  exchanges.find((exchange) => exchange.code === code || exchange.venue === code);
