import { instant } from '../../database/columns.js';
import { index, integer, pgTable, text, uuid } from '../../database/drizzle.js';
import { accounts } from '../../database/schema.js';

/** Saved searches of accounts. */
export const savedSearches = pgTable(
  'saved_searches',
  {
    id: uuid('id').primaryKey(),
    accountId: uuid('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    /** The query as written; it is parsed in the account's time zone each time it is used. */
    q: text('q').notNull(),
    /** Types of results; empty: all. */
    types: text('types').array().notNull(),
    version: integer('version').notNull().default(1),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [index('saved_searches_account').on(table.accountId, table.id)],
);
