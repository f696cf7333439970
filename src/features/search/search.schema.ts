import { index, pgTable, text } from '../../database/drizzle.js';
import { ownedColumns } from '../../resources/owned-columns.js';

/** Saved searches of accounts. */
export const savedSearches = pgTable(
  'saved_searches',
  {
    ...ownedColumns(),
    name: text('name').notNull(),
    /** The query as written; it is parsed in the account's time zone each time it is used. */
    q: text('q').notNull(),
    /** Types of results; empty: all. */
    types: text('types').array().notNull(),
  },
  (table) => [index('saved_searches_account').on(table.accountId, table.id)],
);
