import type { Instrument } from '../instrument.js';
import { type MarketSymbol, NO_CURRENCY } from '../market-symbol.js';

/** An exchange with a known calendar. */
export interface Exchange {
  /** Market identifier code (ISO 10383): `XNYS`. */
  code: string;
  name: string;
  /** Country code (ISO 3166-1 alpha-2). */
  country: string;
  /** Currency code (ISO 4217). */
  currency: string;
  /** IANA name of the time zone. */
  timeZone: string;
  /** The venue of its symbols, which is the part after the dot: `US`. */
  venue: string;
}

const american = { country: 'US', currency: 'USD', timeZone: 'America/New_York', venue: 'US' };

/** The exchanges with a known calendar. `tradingRules` has their hours and holidays. */
export const exchanges = [
  { code: 'XNYS', name: 'New York Stock Exchange', ...american },
  { code: 'XNAS', name: 'NASDAQ', ...american },
  {
    code: 'XLON',
    name: 'London Stock Exchange',
    country: 'GB',
    currency: 'GBP',
    timeZone: 'Europe/London',
    venue: 'LSE',
  },
  { code: 'XETR', name: 'Xetra', country: 'DE', currency: 'EUR', timeZone: 'Europe/Berlin', venue: 'XETRA' },
  { code: 'XPAR', name: 'Euronext Paris', country: 'FR', currency: 'EUR', timeZone: 'Europe/Paris', venue: 'PA' },
  {
    code: 'XAMS',
    name: 'Euronext Amsterdam',
    country: 'NL',
    currency: 'EUR',
    timeZone: 'Europe/Amsterdam',
    venue: 'AS',
  },
  {
    code: 'XBRU',
    name: 'Euronext Brussels',
    country: 'BE',
    currency: 'EUR',
    timeZone: 'Europe/Brussels',
    venue: 'BR',
  },
  { code: 'XLIS', name: 'Euronext Lisbon', country: 'PT', currency: 'EUR', timeZone: 'Europe/Lisbon', venue: 'LS' },
  {
    code: 'XSWX',
    name: 'SIX Swiss Exchange',
    country: 'CH',
    currency: 'CHF',
    timeZone: 'Europe/Zurich',
    venue: 'SW',
  },
  {
    code: 'XTSE',
    name: 'Toronto Stock Exchange',
    country: 'CA',
    currency: 'CAD',
    timeZone: 'America/Toronto',
    venue: 'TO',
  },
  { code: 'XTKS', name: 'Tokyo Stock Exchange', country: 'JP', currency: 'JPY', timeZone: 'Asia/Tokyo', venue: 'TSE' },
  {
    code: 'XHKG',
    name: 'Stock Exchange of Hong Kong',
    country: 'HK',
    currency: 'HKD',
    timeZone: 'Asia/Hong_Kong',
    venue: 'HK',
  },
  {
    code: 'XASX',
    name: 'Australian Securities Exchange',
    country: 'AU',
    currency: 'AUD',
    timeZone: 'Australia/Sydney',
    venue: 'AU',
  },
] as const satisfies readonly Exchange[];

/** Market identifier code of an exchange with a known calendar. */
export type ExchangeCode = (typeof exchanges)[number]['code'];

/**
 * Returns an exchange; undefined for an unknown code.
 * @param code a MIC or a venue, in upper case; for a venue with several exchanges, the first one is returned
 */
export const exchangeOf = (code: string): Exchange | undefined =>
  exchanges.find((exchange) => exchange.code === code || exchange.venue === code);

/**
 * Returns the currency of a symbol's prices if its provider does not send one: the currency of its pair, its instrument
 * or its exchange.
 */
export const currencyOf = ({ pair, venue }: MarketSymbol, instrument: Instrument | undefined): string =>
  pair?.quote ?? instrument?.currency ?? exchangeOf(venue)?.currency ?? NO_CURRENCY;
