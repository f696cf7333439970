import { instant } from '../database/columns.js';
import { integer, uuid } from '../database/drizzle.js';
import { accounts } from '../database/schema.js';

/** A new column of the account that owns a row, and with which the row is deleted. */
export const ownerColumn = () =>
  uuid('account_id')
    .notNull()
    .references(() => accounts.id, { onDelete: 'cascade' });

/** New columns of the fields that every resource of an account has (`Owned`). */
export const ownedColumns = () => ({
  id: uuid('id').primaryKey(),
  accountId: ownerColumn(),
  version: integer('version').notNull().default(1),
  createdAt: instant('created_at').notNull(),
  updatedAt: instant('updated_at').notNull(),
});
