import { instant } from '../../database/columns.js';
import { doublePrecision, pgTable, primaryKey, text } from '../../database/drizzle.js';

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
    /** End of the range, exclusive. */
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
    /** Currency of a dividend; null if the provider does not state it. */
    currency: text('currency'),
    /** The days of announcement, of record and of payment; null if the provider does not state them. */
    declarationDay: text('declared_on'),
    recordDay: text('record_on'),
    paymentDay: text('paid_on'),
    /** Time at which this service first received the action; null for actions stored before this time was recorded. */
    seenAt: instant('seen_at'),
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
