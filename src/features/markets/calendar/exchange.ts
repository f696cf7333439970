import type { HolidayRules } from './holidays/special-days.js';

/** Minutes after midnight in the exchange's own time. */
export interface TradingHours {
  /** First day these hours hold; null: from ever. */
  since: string | null;
  open: number;
  /** The end of continuous trading; a closing auction may follow. */
  close: number;
  /** Pauses within. */
  breaks: ReadonlyArray<readonly [from: number, to: number]>;
  /** When trading before the regular hours begins; null where there is none. */
  preOpen: number | null;
  /** For how long trading goes on after the regular hours, also after those of a half day; null where it does not. */
  postMinutes: number | null;
}

/** Where instruments are traded. */
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
  /** What follows the dot of its symbols: `US`. */
  venue: string;
  /** Ascending; the last one that has begun holds. */
  hours: readonly TradingHours[];
  holidays: HolidayRules;
  /** The first year for which `holidays` is right. */
  rightSince: number;
}
