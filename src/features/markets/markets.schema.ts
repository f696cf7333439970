import { instant } from '../../database/columns.js';
import { doublePrecision, index, integer, pgTable, primaryKey, text, unique, uuid } from '../../database/drizzle.js';
import { accounts } from '../../database/schema.js';

/** Bars as a provider gave them, not adjusted; only those that will not change any more. */
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

/** Stretches of time for which the bars of a provider have been fetched; they do not overlap. */
export const candleSpans = pgTable(
  'candle_spans',
  {
    symbol: text('symbol').notNull(),
    interval: text('interval').notNull(),
    provider: text('provider').notNull(),
    from: instant('from').notNull(),
    /** Not included. */
    to: instant('to').notNull(),
    /** When the newest of its bars were fetched. */
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
    /** `2020-08-31`. */
    day: text('day').notNull(),
    kind: text('kind', { enum: ['split', 'dividend'] }).notNull(),
    value: doublePrecision('value').notNull(),
  },
  (table) => [primaryKey({ columns: [table.symbol, table.provider, table.day, table.kind] })],
);

/** Up to when the splits and dividends of a symbol are known. */
export const corporateActionChecks = pgTable(
  'corporate_action_checks',
  {
    symbol: text('symbol').notNull(),
    provider: text('provider').notNull(),
    checkedAt: instant('checked_at').notNull(),
    /** First day asked for. */
    from: text('from').notNull(),
  },
  (table) => [primaryKey({ columns: [table.symbol, table.provider] })],
);

/** Symbols an account looks at together. */
export const watchlists = pgTable(
  'watchlists',
  {
    id: uuid('id').primaryKey(),
    accountId: uuid('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    /** In the order of the account's choice. */
    symbols: text('symbols').array().notNull(),
    version: integer('version').notNull().default(1),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [unique('watchlists_of_account').on(table.id, table.accountId), index('watchlists_account').on(table.accountId, table.id)],
);
