import { instant } from '../../database/columns.js';
import { doublePrecision, index, pgTable, primaryKey, text, unique } from '../../database/drizzle.js';
import { ownedColumns } from '../../resources/owned-columns.js';

/** Unadjusted candles of a provider, settled ones only. */
export const candles = pgTable(
  'candles',
  {
    symbol: text('symbol').notNull(),
    interval: text('interval').notNull(),
    provider: text('provider').notNull(),
    time: instant('time').notNull(),
    open: doublePrecision('open').notNull(),
    high: doublePrecision('high').notNull(),
    low: doublePrecision('low').notNull(),
    close: doublePrecision('close').notNull(),
    volume: doublePrecision('volume'),
  },
  (table) => [primaryKey({ columns: [table.symbol, table.interval, table.provider, table.time] })],
);

/** Time ranges for which a provider's candles have been fetched; ranges of one series do not overlap. */
export const candleSpans = pgTable(
  'candle_spans',
  {
    symbol: text('symbol').notNull(),
    interval: text('interval').notNull(),
    provider: text('provider').notNull(),
    from: instant('from').notNull(),
    /** Exclusive. */
    to: instant('to').notNull(),
    /** Time at which the newest candles of the range were fetched. */
    fetchedAt: instant('fetched_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.symbol, table.interval, table.provider, table.from] })],
);

/** Splits and dividends. */
export const corporateActions = pgTable(
  'corporate_actions',
  {
    symbol: text('symbol').notNull(),
    provider: text('provider').notNull(),
    /** Ex-day, such as `2020-08-31`. */
    day: text('day').notNull(),
    kind: text('kind', { enum: ['split', 'dividend'] }).notNull(),
    value: doublePrecision('value').notNull(),
  },
  (table) => [primaryKey({ columns: [table.symbol, table.provider, table.day, table.kind] })],
);

/** The last query of each provider for the splits and dividends of a symbol. */
export const corporateActionChecks = pgTable(
  'corporate_action_checks',
  {
    symbol: text('symbol').notNull(),
    provider: text('provider').notNull(),
    checkedAt: instant('checked_at').notNull(),
    /** The first day of the query. */
    from: text('from').notNull(),
  },
  (table) => [primaryKey({ columns: [table.symbol, table.provider] })],
);

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
