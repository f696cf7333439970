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
  /** Start of pre-market trading; null if there is none. */
  preOpen: number | null;
  /** Length of post-market trading, also after an early close; null if there is none. */
  postMinutes: number | null;
}

/** An exchange with its hours and holidays. */
export interface Exchange {
  /** Market identifier code (ISO 10383): `XNYS`. */
  code: string;
  name: string;
  /** ISO 3166-1 alpha-2. */
  country: string;
  /** ISO 4217. */
  currency: string;
  /** IANA name. */
  timeZone: string;
  /** The venue of its symbols, which is the part after the dot: `US`. */
  venue: string;
  /** Trading hours by `since`, ascending; the last ones that have begun apply. */
  hours: readonly TradingHours[];
  holidays: HolidayRules;
  /** The first year for which `holidays` is correct. */
  rightSince: number;
}
