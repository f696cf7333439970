import { bytes, instant } from '../../database/columns.js';
import { index, integer, jsonb, pgTable, text, uuid } from '../../database/drizzle.js';
import { ownedColumns, ownerColumn } from '../../resources/owned-columns.js';
import { portfolios } from '../portfolios/portfolios.schema.js';

export const clients = pgTable(
  'clients',
  {
    ...ownedColumns(),
    name: text('name').notNull(),
    reference: text('reference'),
    currency: text('currency').notNull(),
    benchmark: text('benchmark'),
    tags: text('tags').array().notNull(),
  },
  (table) => [index('clients_account').on(table.accountId, table.id)],
);

const clientId = () =>
  uuid('client_id')
    .notNull()
    .references(() => clients.id, { onDelete: 'cascade' });

/**
 * The portfolios held for each client. The primary key allows one client per portfolio, so that no total counts a
 * portfolio twice.
 */
export const clientPortfolios = pgTable(
  'client_portfolios',
  {
    portfolioId: uuid('portfolio_id')
      .primaryKey()
      .references(() => portfolios.id, { onDelete: 'cascade' }),
    clientId: clientId(),
    linkedAt: instant('linked_at').notNull(),
  },
  (table) => [index('client_portfolios_client').on(table.clientId, table.linkedAt)],
);

export const clientNotes = pgTable(
  'client_notes',
  {
    id: uuid('id').primaryKey(),
    clientId: clientId(),
    title: text('title').notNull(),
    text: text('text'),
    version: integer('version').notNull().default(1),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [index('client_notes_client').on(table.clientId, table.id)],
);

/** The mandates of clients, at most one each. */
export const clientMandates = pgTable('client_mandates', {
  clientId: clientId().primaryKey(),
  id: uuid('id').notNull(),
  terms: jsonb('terms').notNull(),
  version: integer('version').notNull().default(1),
  createdAt: instant('created_at').notNull(),
  updatedAt: instant('updated_at').notNull(),
});

/** The letterheads of reports, at most one for each account. */
export const clientLetterheads = pgTable('client_letterheads', {
  accountId: ownerColumn().primaryKey(),
  name: text('name'),
  address: text('address').array().notNull(),
  logoType: text('logo_type'),
  logo: bytes('logo'),
  version: integer('version').notNull(),
});
