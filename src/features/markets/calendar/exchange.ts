import type { HolidayRules } from './holidays/special-days.js';

/** Minutes after midnight in the exchange's own time. */
export interface TradingHours {
  /** First day with these hours; null: always. */
  since: string | null;
  open: number;
  /** The end of continuous trading; a closing auction may follow. */
  close: number;
  /** Breaks within. */
  breaks: ReadonlyArray<readonly [from: number, to: number]>;
  /** When pre-market trading begins; null if there is none. */
  preOpen: number | null;
  /** Duration of post-market trading, also after an early close; null if there is none. */
  postMinutes: number | null;
}

/** An exchange. */
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
  /** The part of its symbols after the dot: `US`. */
  venue: string;
  /** Ascending; the last one that has begun applies. */
  hours: readonly TradingHours[];
  holidays: HolidayRules;
  /** The first year for which `holidays` is correct. */
  rightSince: number;
}
