import { bytes, instant } from '../../database/columns.js';
import {
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
} from '../../database/drizzle.js';
import { ownedColumns, ownerColumn } from '../../resources/owned-columns.js';

/** Natural keys of published market events, by which each event is published once. */
export const publishedMarketEvents = pgTable(
  'published_market_events',
  {
    /** A key such as `market.split AAPL.US 2020-08-31`. */
    key: text('key').primaryKey(),
    publishedAt: instant('published_at').notNull(),
  },
  (table) => [index('published_market_events_time').on(table.publishedAt)],
);

/** Watchlists: symbols that an account views together. */
export const watchlists = pgTable(
  'watchlists',
  {
    ...ownedColumns(),
    name: text('name').notNull(),
    /** Symbols in the order that the account chose. */
    symbols: text('symbols').array().notNull(),
  },
  (table) => [
    unique('watchlists_of_account').on(table.id, table.accountId),
    index('watchlists_account').on(table.accountId, table.id),
  ],
);

/** Saved screens; see screens/screen.ts. */
export const screens = pgTable(
  'screens',
  {
    ...ownedColumns(),
    name: text('name').notNull(),
    universe: jsonb('universe').$type<Record<string, unknown>>().notNull(),
    condition: jsonb('condition').$type<Record<string, unknown>>(),
    sort: jsonb('sort').$type<Array<{ field: string; order: 'asc' | 'desc' }>>().notNull(),
    columns: jsonb('columns').$type<string[]>().notNull(),
    limit: integer('result_limit'),
  },
  (table) => [index('screens_account').on(table.accountId, table.id)],
);

/** The latest figures of companies that screens compare, as they were in memory; a start reads them. */
export const screenCompanies = pgTable('screen_companies', {
  symbol: text('symbol').primaryKey(),
  /** The source of the figures, and a hash of their arrangement; rows with another text are not read. */
  layout: text('layout').notNull(),
  /** The day (UTC) for which they were computed. */
  day: text('day').notNull(),
  loadedAt: instant('loaded_at').notNull(),
  /** Serialized columns, or the reason why they are missing. */
  figures: bytes('figures').notNull(),
});

/** Instruments that accounts have defined. */
export const ownInstruments = pgTable(
  'own_instruments',
  {
    ...ownedColumns(),
    /** Symbol in upper case, such as `HOUSE.OWN`. */
    symbol: text('symbol').notNull(),
    kind: text('kind', { enum: ['bond', 'fund', 'private', 'property', 'other'] }).notNull(),
    name: text('name').notNull(),
    currency: text('currency').notNull(),
    isin: text('isin'),
    sector: text('sector'),
    country: text('country'),
    note: text('note'),
    /** The terms of a bond; null for other kinds. */
    bond: jsonb('bond').$type<{
      issueDay: string;
      maturityDay: string;
      couponPercent: number;
      frequency: number;
      dayCount: 'ACT/ACT' | '30/360' | '30E/360' | 'ACT/360' | 'ACT/365';
      firstCouponDay: string | null;
      endOfMonth: boolean;
      faceValue: number;
      redemptionPercent: number;
    }>(),
    /** The address from which prices are read; null: they are stored by the account alone. */
    priceAddress: jsonb('price_address').$type<{
      url: string;
      pricePath: string;
      timePath: string | null;
      currencyPath: string | null;
      intervalHours: number;
      timeOfDay: string | null;
    }>(),
    /** The state of the readings of the address; null without an address. */
    priceStatus: text('price_status', { enum: ['pending', 'ok', 'failing', 'stopped'] }),
  },
  (table) => [
    index('own_instruments_account').on(table.accountId, table.id),
    unique('own_instruments_symbol').on(table.accountId, table.symbol),
  ],
);

/** Prices of own instruments, at most one a day. */
export const ownPrices = pgTable(
  'own_prices',
  {
    instrumentId: uuid('instrument_id')
      .notNull()
      .references(() => ownInstruments.id, { onDelete: 'cascade' }),
    /** A day such as `2026-11-20`. */
    day: text('day').notNull(),
    price: doublePrecision('price').notNull(),
    receivedAt: instant('received_at').notNull(),
    /** `address`: read from the price address of the instrument; `account`: stored by the account. */
    origin: text('origin', { enum: ['account', 'address'] })
      .notNull()
      .default('account'),
  },
  (table) => [primaryKey({ columns: [table.instrumentId, table.day] })],
);

/** The last and next readings of the price addresses of own instruments. */
export const ownPriceReadings = pgTable(
  'own_price_readings',
  {
    instrumentId: uuid('instrument_id')
      .primaryKey()
      .references(() => ownInstruments.id, { onDelete: 'cascade' }),
    /** Null: the address is not read any more. */
    nextReadAt: instant('next_read_at'),
    readAt: instant('read_at'),
    succeededAt: instant('succeeded_at'),
    failures: integer('failures').notNull(),
    failure: text('failure'),
    failureDetail: text('failure_detail'),
    price: doublePrecision('price'),
    day: text('day'),
  },
  (table) => [index('own_price_readings_due').on(table.nextReadAt)],
);

/** The holdings of funds as accounts state them. */
export const fundWeights = pgTable(
  'fund_weights',
  {
    accountId: ownerColumn(),
    /** Symbol of the fund in upper case. */
    symbol: text('symbol').notNull(),
    /** The day of the holdings, such as `2026-06-30`. */
    asOf: text('as_of').notNull(),
    holdings: jsonb('holdings')
      .$type<
        Array<{
          symbol: string | null;
          name: string | null;
          kind: 'equity' | 'debt' | 'fund' | 'cash' | 'commodity' | 'real_estate' | 'derivative' | 'other' | null;
          country: string | null;
          currency: string | null;
          weight: number;
        }>
      >()
      .notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.symbol] })],
);
