import { instant } from '../../database/columns.js';
import {
  boolean,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from '../../database/drizzle.js';
import { ownedColumns, ownerColumn } from '../../resources/owned-columns.js';

export const portfolios = pgTable(
  'portfolios',
  {
    ...ownedColumns(),
    name: text('name').notNull(),
    kind: text('kind', { enum: ['own', 'model', 'client'] }).notNull(),
    baseCurrency: text('base_currency').notNull(),
    benchmark: text('benchmark'),
    lotMethod: text('lot_method', { enum: ['fifo', 'lifo', 'hifo', 'average'] }).notNull(),
    tracksCash: boolean('tracks_cash').notNull(),
  },
  (table) => [index('portfolios_account').on(table.accountId, table.id)],
);

/** The transactions of portfolios. Numbers are exact decimals. */
export const portfolioTransactions = pgTable(
  'portfolio_transactions',
  {
    id: uuid('id').primaryKey(),
    portfolioId: uuid('portfolio_id')
      .notNull()
      .references(() => portfolios.id, { onDelete: 'cascade' }),
    type: text('type').notNull(),
    tradedAt: instant('traded_at').notNull(),
    symbol: text('symbol'),
    quantity: numeric('quantity'),
    price: numeric('price'),
    amount: numeric('amount'),
    currency: text('currency').notNull(),
    fee: numeric('fee').notNull(),
    tax: numeric('tax').notNull(),
    rate: numeric('rate'),
    newSymbol: text('new_symbol'),
    costFraction: numeric('cost_share'),
    lotIds: text('lot_ids').array(),
    note: text('note'),
    externalId: text('external_id'),
    version: integer('version').notNull().default(1),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [
    index('portfolio_transactions_order').on(table.portfolioId, table.tradedAt, table.id),
    uniqueIndex('portfolio_transactions_external').on(table.portfolioId, table.externalId),
  ],
);

/** The places that symbols depend on, as corrected by accounts. */
export const portfolioExposureMappings = pgTable(
  'portfolio_exposure_mappings',
  {
    accountId: ownerColumn(),
    symbol: text('symbol').notNull(),
    places: jsonb('places').$type<Array<{ place: string; fraction: number; reason: string | null }>>().notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.symbol] })],
);
