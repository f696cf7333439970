import type { Vendors } from '../../upstream/vendor.js';

const PLAN = 'Your plan decides; personal plans do not allow redistribution.';
const EXCHANGE = 'Public data of the exchange; its market data terms apply.';

/** The vendors of market data. Each has a provider in `providers/`, made in markets.module.ts. */
export const marketVendors = {
  eodhd: {
    title: 'EODHD',
    feed: 'markets.eodhd',
    delivers: [
      'quotes',
      'ticks',
      'candles',
      'actions',
      'search',
      'instrument',
      'split_calendar',
      'earnings_calendar',
      'ipo_calendar',
      'economic_calendar',
    ],
    needsKey: true,
    hasCallLimits: true,
    baseUrl: 'https://eodhd.com/api',
    socketUrl: 'wss://ws.eodhistoricaldata.com/ws',
    terms: PLAN,
  },
  finnhub: {
    title: 'Finnhub',
    feed: 'markets.finnhub',
    delivers: ['quotes', 'ticks', 'candles', 'search', 'instrument', 'earnings_calendar', 'ipo_calendar'],
    needsKey: true,
    hasCallLimits: true,
    baseUrl: 'https://finnhub.io/api/v1',
    socketUrl: 'wss://ws.finnhub.io',
    terms: PLAN,
  },
  coinbase: {
    title: 'Coinbase Exchange',
    feed: 'markets.coinbase',
    delivers: ['quotes', 'ticks', 'candles', 'search', 'instrument', 'order_book', 'trades'],
    hasCallLimits: true,
    baseUrl: 'https://api.exchange.coinbase.com',
    socketUrl: 'wss://ws-feed.exchange.coinbase.com',
    terms: EXCHANGE,
  },
  kraken: {
    title: 'Kraken',
    feed: 'markets.kraken',
    delivers: ['quotes', 'ticks', 'candles', 'search', 'instrument', 'order_book', 'trades'],
    hasCallLimits: true,
    baseUrl: 'https://api.kraken.com',
    socketUrl: 'wss://ws.kraken.com/v2',
    terms: EXCHANGE,
  },
  binance: {
    title: 'Binance',
    feed: 'markets.binance',
    delivers: ['quotes', 'ticks', 'candles', 'order_book', 'trades'],
    hasCallLimits: true,
    baseUrl: 'https://data-api.binance.vision',
    socketUrl: 'wss://data-stream.binance.vision',
    terms: EXCHANGE,
  },
  frankfurter: {
    title: 'Frankfurter',
    feed: 'markets.frankfurter',
    delivers: ['rates', 'quotes', 'candles'],
    hasCallLimits: true,
    baseUrl: 'https://api.frankfurter.dev',
    terms: 'Reference rates of central banks, for information only.',
  },
  ecb: {
    title: 'European Central Bank',
    feed: 'markets.ecb',
    delivers: ['rates', 'quotes', 'candles'],
    hasCallLimits: true,
    baseUrl: 'https://www.ecb.europa.eu',
    terms: 'Reference rates; name the ECB as their source.',
  },
} as const satisfies Vendors;

export type MarketVendorName = keyof typeof marketVendors;

/** The regulator with whom companies file, at its two addresses. */
export const companyVendors = {
  sec: {
    title: 'SEC EDGAR',
    feed: 'markets.sec',
    delivers: ['companies', 'filings', 'statements'],
    hasCallLimits: true,
    baseUrl: 'https://data.sec.gov',
    terms:
      'Public domain. Needs a user agent with a name and an address (`SVC_SEC_USER_AGENT`); at most 10 calls a second.',
  },
  secfiles: {
    title: 'SEC EDGAR tickers',
    feed: 'markets.secfiles',
    delivers: ['tickers'],
    baseUrl: 'https://www.sec.gov/files',
    terms: 'Public domain; called once a day with the same user agent.',
  },
  secdocs: {
    title: 'SEC EDGAR documents',
    feed: 'markets.secdocs',
    delivers: ['fund_holdings', 'insiders', 'institutions'],
    baseUrl: 'https://www.sec.gov',
    terms: 'Public domain; at most four calls a second, with the same user agent.',
  },
} as const satisfies Vendors;

/** The sources of identifiers of securities and companies. */
export const identifierVendors = {
  openfigi: {
    title: 'OpenFIGI',
    feed: 'markets.openfigi',
    delivers: ['identifiers'],
    baseUrl: 'https://api.openfigi.com',
    terms: 'FIGIs are free to use and pass on (MIT license); 25 calls a minute without a key. Its key is optional.',
  },
  gleif: {
    title: 'GLEIF',
    feed: 'markets.gleif',
    delivers: ['legal entities', 'owners'],
    baseUrl: 'https://api.gleif.org/api/v1',
    terms: 'CC0 1.0: no conditions; 60 calls a minute, no key.',
  },
} as const satisfies Vendors;

/** The publishers of economic series. */
export const economyVendors = {
  worldbank: {
    title: 'World Bank',
    feed: 'markets.worldbank',
    delivers: ['economic series'],
    hasCallLimits: true,
    baseUrl: 'https://api.worldbank.org/v2',
    terms: 'CC BY 4.0: name the World Bank and the series; no key.',
  },
  ecbdata: {
    title: 'ECB Data Portal',
    feed: 'markets.ecbdata',
    delivers: ['economic series'],
    hasCallLimits: true,
    baseUrl: 'https://data-api.ecb.europa.eu/service',
    terms: 'Free to reuse if the ECB is named as the source and the figures are not changed; no key.',
  },
  dbnomics: {
    title: 'DBnomics',
    feed: 'markets.dbnomics',
    delivers: ['economic series'],
    hasCallLimits: true,
    baseUrl: 'https://api.db.nomics.world/v22',
    terms: 'Open Database License 1.0; the terms of each publisher apply to its series. No key.',
  },
  fred: {
    title: 'FRED',
    feed: 'markets.fred',
    delivers: ['economic series', 'vintages'],
    needsKey: true,
    hasCallLimits: true,
    baseUrl: 'https://api.stlouisfed.org/fred',
    terms:
      'Say that you use the FRED API but are not endorsed by the Federal Reserve Bank of St. Louis; some series are ' +
      'copyrighted by others. 120 calls a minute.',
  },
} as const satisfies Vendors;
